// Settings of Liquid.
import { Effect, Schema } from "effect"
import { usualDust } from "../../../../adapters/liquid/settings.ts"
import { optionalPackage } from "../optional-package.ts"
import { type NetworkDefinition, type OpenedNetwork, opened } from "./definition.ts"
import { commonFields, loginFields, milliseconds, secret, signerName, units } from "./setting.ts"

const assetId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "the id of an asset, 64 hex digits" })
)

const settings = Schema.Struct({
  ...commonFields,
  nodes: Schema.NonEmptyArray(Schema.Struct(loginFields)),
  signers: Schema.Struct({ treasury: signerName }),
  /** The treasury's master blinding key (SLIP-0077), 32 bytes in hex. */
  blindingKey: secret,
  assets: Schema.Struct({ LBTC: assetId, DEPIX: Schema.optionalKey(assetId) }),
  /** Blocks. */
  finality: Schema.optionalKey(Schema.Struct({ done: units, refused: units, final: units })),
  /** Smallest units of L-BTC for 1,000 virtual bytes. */
  fees: Schema.optionalKey(Schema.Struct({
    floor: Schema.optionalKey(units),
    ceiling: Schema.optionalKey(units),
    raiseAfterMs: Schema.optionalKey(milliseconds)
  })),
  /** Smallest units of L-BTC. */
  dust: Schema.optionalKey(units),
  timeoutMs: Schema.optionalKey(milliseconds)
})

export const liquid: NetworkDefinition<"liquid", typeof settings.Type> = {
  settings,
  delivers: ({ assets, dust = usualDust }) =>
    new Map([["LBTC", dust], ...assets.DEPIX === undefined ? [] : [["DEPIX", 0n] as const]]),
  open: Effect.fnUntraced(function*(network, given, tools) {
    const field = `networks.${network}`
    const nodes = yield* Effect.forEach(given.nodes, (each, index) => tools.loginNode(each, `${field}.nodes.${index}`))
    const treasury = yield* tools.secp(given.signers.treasury, `${field}.signers.treasury`)
    const blindingKey = yield* tools.secret(given.blindingKey, `${field}.blindingKey`)
    const load = optionalPackage("liquidjs-lib", () => import("../../../../adapters/liquid/index.ts"))
    const { agree, assets, dust, fees, finality, timeoutMs } = given
    return yield* opened(field, load, ({ openLiquid }): OpenedNetwork =>
      openLiquid({
        network: "mainnet",
        agree,
        nodes,
        assets,
        treasury,
        blindingKey,
        ...finality === undefined ? {} : { finality },
        ...fees === undefined ? {} : { fees },
        ...dust === undefined ? {} : { dust },
        ...timeoutMs === undefined ? {} : { timeoutMs }
      }))
  })
}
