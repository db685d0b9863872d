// Settings of TRON.
import { Effect, Schema } from "effect"
import { optionalPackage } from "../optional-package.ts"
import { type NetworkDefinition, type OpenedNetwork, deliversTokens, opened } from "./definition.ts"
import { asset, commonFields, milliseconds, nodeFields, signerName, units } from "./setting.ts"

const address = Schema.String.check(
  Schema.isPattern(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, { expected: "an address that begins with T" })
)
const blockId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "64 hex digits" }))

/** Id of the first block of the main network. */
const mainnet = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc"

const settings = Schema.Struct({
  ...commonFields,
  nodes: Schema.NonEmptyArray(Schema.Struct({
    ...nodeFields,
    solidityUrl: Schema.optionalKey(nodeFields.url),
    jsonRpcUrl: Schema.optionalKey(nodeFields.url)
  })),
  signers: Schema.Struct({ fees: signerName, treasury: signerName }),
  tokens: Schema.NonEmptyArray(Schema.Struct({
    asset,
    address,
    codeHash: Schema.optionalKey(blockId),
    blockedBy: Schema.optionalKey(Schema.String),
    feeBy: Schema.optionalKey(Schema.String)
  })),
  /** Of another network than the main one. */
  genesis: Schema.optionalKey(blockId),
  feeLimitSun: Schema.optionalKey(units),
  ceilingSun: Schema.optionalKey(units),
  energy: Schema.optionalKey(Schema.Struct({ usual: units, newHolder: units })),
  deliveryMs: Schema.optionalKey(milliseconds),
  patienceMs: Schema.optionalKey(milliseconds)
})

export const tron: NetworkDefinition<"tron", typeof settings.Type> = {
  settings,
  delivers: deliversTokens,
  open: Effect.fnUntraced(function*(network, given, tools) {
    const field = `networks.${network}`
    const nodes = yield* Effect.forEach(
      given.nodes,
      ({ jsonRpcUrl, solidityUrl, ...each }, index) =>
        Effect.gen(function*() {
          const place = `${field}.nodes.${index}`
          const node = yield* tools.node(each, place)
          return {
            ...node,
            ...solidityUrl === undefined
              ? {}
              : { solidityUrl: yield* tools.secret(solidityUrl, `${place}.solidityUrl`) },
            ...jsonRpcUrl === undefined ? {} : { jsonRpcUrl: yield* tools.secret(jsonRpcUrl, `${place}.jsonRpcUrl`) }
          }
        })
    )
    const fees = yield* tools.secp(given.signers.fees, `${field}.signers.fees`)
    const treasury = yield* tools.secp(given.signers.treasury, `${field}.signers.treasury`)
    const load = optionalPackage("tronweb", () => import("../../../../adapters/tron/index.ts"))
    const { agree, ceilingSun, deliveryMs, energy, feeLimitSun, genesis = mainnet, patienceMs, tokens } = given
    return yield* opened(field, load, ({ openTron }): OpenedNetwork =>
      openTron({
        agree,
        genesis,
        nodes,
        tokens,
        signers: { fees, treasury },
        ...feeLimitSun === undefined ? {} : { feeLimitSun },
        ...ceilingSun === undefined ? {} : { ceilingSun },
        ...energy === undefined ? {} : { energy },
        ...deliveryMs === undefined ? {} : { deliveryMs },
        ...patienceMs === undefined ? {} : { patienceMs }
      }))
  })
}
