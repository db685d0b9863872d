// Settings of Polygon, Base, Arbitrum and Gnosis. What is known of a network (`networkFacts`) need not be set.
import { Effect, Schema } from "effect"
import type { EvmNetworkName } from "../../../../adapters/evm/networks.ts"
import { optionalPackage } from "../optional-package.ts"
import { type NetworkDefinition, type OpenedNetwork, deliversTokens, opened } from "./definition.ts"
import { asset, commonFields, count, milliseconds, node, signerName, units } from "./setting.ts"

const address = Schema.TemplateLiteral(["0x", Schema.String]).check(
  Schema.isPattern(/^0x[0-9a-fA-F]{40}$/, { expected: "an address of 0x and 40 hex digits" })
)
const hash = Schema.TemplateLiteral(["0x", Schema.String]).check(
  Schema.isPattern(/^0x[0-9a-fA-F]{64}$/, { expected: "a hash of 0x and 64 hex digits" })
)

const settings = Schema.Struct({
  ...commonFields,
  nodes: Schema.NonEmptyArray(node),
  signers: Schema.Struct({ relayer: signerName, treasury: signerName }),
  tokens: Schema.NonEmptyArray(Schema.Struct({
    asset,
    address,
    codeHash: hash,
    blocklist: Schema.optionalKey(Schema.String)
  })),
  /** Of a test network. */
  chainId: Schema.optionalKey(count),
  /** Blocks until a transfer is Done, or the tag of such blocks. */
  done: Schema.optionalKey(Schema.Union([count, Schema.Literals(["safe", "finalized"])])),
  /** Wei of a unit of gas. */
  fees: Schema.optionalKey(Schema.Struct({ leastTip: units, ceiling: units })),
  patienceMs: Schema.optionalKey(milliseconds)
})

export const evm: NetworkDefinition<EvmNetworkName, typeof settings.Type> = {
  settings,
  delivers: deliversTokens,
  open: Effect.fnUntraced(function*(network, given, tools) {
    const field = `networks.${network}`
    const nodes = yield* Effect.forEach(given.nodes, (each, index) => tools.node(each, `${field}.nodes.${index}`))
    const relayer = yield* tools.secp(given.signers.relayer, `${field}.signers.relayer`)
    const treasury = yield* tools.secp(given.signers.treasury, `${field}.signers.treasury`)
    const load = optionalPackage("viem", () => import("../../../../adapters/evm/index.ts"))
    return yield* opened(field, load, ({ openEvm }): OpenedNetwork =>
      openEvm({
        network,
        nodes,
        agree: given.agree,
        tokens: given.tokens,
        relayer,
        treasury,
        ...given.chainId === undefined ? {} : { chainId: given.chainId },
        ...given.done === undefined ? {} : { finality: { done: given.done, refused: "finalized" } },
        ...given.fees === undefined ? {} : { fees: given.fees },
        ...given.patienceMs === undefined ? {} : { patienceMs: given.patienceMs }
      }))
  })
}
