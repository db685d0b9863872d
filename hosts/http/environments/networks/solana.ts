// Settings of Solana.
import { Effect, Schema } from "effect"
import { optionalPackage } from "../optional-package.ts"
import { type NetworkDefinition, type OpenedNetwork, deliversTokens, opened } from "./definition.ts"
import { asset, commonFields, count, milliseconds, node, signerName, units } from "./setting.ts"

const address = Schema.String.check(
  Schema.isPattern(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { expected: "an address of 32 bytes in base58" })
)

/** Hash of the first block of the main network. */
const mainnet = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"

const settings = Schema.Struct({
  ...commonFields,
  nodes: Schema.NonEmptyArray(node),
  signers: Schema.Struct({ fees: signerName, treasury: signerName }),
  tokens: Schema.NonEmptyArray(Schema.Struct({
    asset,
    mint: address,
    program: Schema.Literals(["spl-token", "token-2022"]),
    accepts: Schema.optionalKey(Schema.Array(Schema.Literals(["permanentDelegate", "pausable"])))
  })),
  nonceAccounts: count,
  accountsPerHolderAndDay: count,
  /** Of a compute unit, in millionths of a lamport. */
  fees: Schema.Struct({ floor: units, ceiling: units }),
  done: Schema.optionalKey(Schema.Literals(["confirmed", "finalized"])),
  /** Of another network than the main one. */
  genesis: Schema.optionalKey(address),
  patienceMs: Schema.optionalKey(milliseconds),
  timeoutMs: Schema.optionalKey(milliseconds)
})

export const solana: NetworkDefinition<"solana", typeof settings.Type> = {
  settings,
  delivers: deliversTokens,
  open: Effect.fnUntraced(function*(network, given, tools) {
    const field = `networks.${network}`
    const { genesis = mainnet, limits: _, floats: __, nodes: named, signers, ...rest } = given
    const nodes = yield* Effect.forEach(named, (each, index) => tools.node(each, `${field}.nodes.${index}`))
    const fees = yield* tools.ed(signers.fees, `${field}.signers.fees`)
    const treasury = yield* tools.ed(signers.treasury, `${field}.signers.treasury`)
    const load = optionalPackage("@solana/kit", () => import("../../../../adapters/solana/index.ts"))
    return yield* opened(field, load, ({ openSolana }): OpenedNetwork =>
      openSolana({
        ...rest,
        nodes,
        genesisHash: genesis,
        signers: { fees, treasury }
      }))
  })
}
