// Settings of Bitcoin.
import { Effect, Schema } from "effect"
import { optionalPackage } from "../optional-package.ts"
import { type NetworkDefinition, type OpenedNetwork, opened } from "./definition.ts"
import { commonFields, count, loginFields, milliseconds, signerName, units } from "./setting.ts"

const settings = Schema.Struct({
  ...commonFields,
  nodes: Schema.NonEmptyArray(Schema.Struct({
    ...loginFields,
    /** Of a wallet without keys that watches the treasury there; made where it is missing. */
    wallet: Schema.optionalKey(Schema.String)
  })),
  signers: Schema.Struct({ treasury: signerName }),
  /** Confirmations. */
  finality: Schema.optionalKey(Schema.Struct({
    done: count,
    above: Schema.Struct({ units, done: count }),
    final: count
  })),
  /** Confirmations that a coin needs to be spent, and the least change that is kept, in satoshis. */
  coins: Schema.optionalKey(Schema.Struct({
    ours: Schema.optionalKey(count),
    others: Schema.optionalKey(count),
    leastChange: Schema.optionalKey(units)
  })),
  /** Rates in satoshis per 1,000 virtual bytes. */
  fees: Schema.optionalKey(Schema.Struct({
    floor: Schema.optionalKey(units),
    ceiling: Schema.optionalKey(units),
    fallback: Schema.optionalKey(units),
    step: Schema.optionalKey(units),
    withinBlocks: Schema.optionalKey(count),
    raiseAfterMs: Schema.optionalKey(milliseconds)
  })),
  since: Schema.optionalKey(Schema.Int),
  timeoutMs: Schema.optionalKey(milliseconds)
})

export const bitcoin: NetworkDefinition<"bitcoin", typeof settings.Type> = {
  settings,
  // What nodes relay to the most demanding kind of address.
  delivers: () => new Map([["BTC", 546n]]),
  open: Effect.fnUntraced(function*(network, given, tools) {
    const field = `networks.${network}`
    const nodes = yield* Effect.forEach(
      given.nodes,
      ({ wallet, ...each }, index) =>
        Effect.map(tools.loginNode(each, `${field}.nodes.${index}`), (node) => ({
          ...node,
          ...wallet === undefined ? {} : { wallet }
        }))
    )
    const treasury = yield* tools.secp(given.signers.treasury, `${field}.signers.treasury`)
    const load = optionalPackage("@scure/btc-signer", () => import("../../../../adapters/bitcoin/index.ts"))
    const { agree, coins, fees, finality, since, timeoutMs } = given
    return yield* opened(field, load, ({ openBitcoin }): OpenedNetwork =>
      openBitcoin({
        network: "mainnet",
        agree,
        nodes,
        treasury,
        ...finality === undefined ? {} : { finality },
        ...coins === undefined ? {} : { coins },
        ...fees === undefined ? {} : { fees },
        ...since === undefined ? {} : { since },
        ...timeoutMs === undefined ? {} : { timeoutMs }
      }))
  })
}
