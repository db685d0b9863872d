// The TRON adapter from plain JSON, so that a process of its own can open it while the model that it speaks to lives in another one.
import { hexToBytes } from "@noble/hashes/utils.js"
import { Redacted, Schema } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { type OpenTron, openTron } from "../../../adapters/tron/index.ts"
import type { TronSettings } from "../../../adapters/tron/settings.ts"
import { assetCodes } from "../../../core/base/money/assets.ts"

const Given = Schema.Struct({
  genesis: Schema.String,
  agree: Schema.Int,
  nodes: Schema.Array(Schema.Struct({ name: Schema.String, url: Schema.String })),
  tokens: Schema.Array(Schema.Struct({
    asset: Schema.Literals(assetCodes),
    address: Schema.String,
    codeHash: Schema.optionalKey(Schema.String),
    blockedBy: Schema.optionalKey(Schema.String),
    feeBy: Schema.optionalKey(Schema.String)
  })),
  /** Keys of test networks, in hex. */
  treasuryKey: Schema.String,
  feesKey: Schema.String,
  patienceMs: Schema.Int,
  lookEveryMs: Schema.Int,
  deliveryMs: Schema.optionalKey(Schema.Int),
  ceilingSun: Schema.optionalKey(Schema.BigIntFromString),
  feeLimitSun: Schema.optionalKey(Schema.BigIntFromString),
  timeoutMs: Schema.optionalKey(Schema.Int)
})

/** What a test opens the adapter with; amounts are decimal strings. */
export type GivenJson = typeof Given.Encoded

const read = Schema.decodeSync(Schema.fromJsonString(Given))

/** The signer of a key in hex. */
export const signerOf = (key: string) => localSecpSigner(Redacted.make(hexToBytes(key)))

type Signers = TronSettings["signers"]

/** Opens it; `signers` takes the place of those of the JSON where a test has its own. */
export const openFrom = (json: string, signers: Partial<Signers> = {}): OpenTron => {
  const { feesKey, nodes, timeoutMs, treasuryKey, ...settings } = read(json)
  return openTron({
    ...settings,
    nodes: nodes.map(({ name, url }) => ({
      name,
      url: Redacted.make(url),
      ...timeoutMs === undefined ? {} : { timeoutMs }
    })),
    signers: { treasury: signerOf(treasuryKey), fees: signerOf(feesKey), ...signers }
  })
}
