// The adapter from plain data, so that another process can open it on nodes that run elsewhere. Keys are keys of tests.
import { hex } from "@scure/base"
import { Redacted } from "effect"
import { type Bitcoin, openBitcoin } from "../../../adapters/bitcoin/index.ts"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { login } from "./bitcoind.ts"

/** What JSON can hold of the settings. Amounts are decimal texts. */
export interface PlainSettings {
  readonly nodes: ReadonlyArray<{ readonly name: string; readonly url: string; readonly wallet?: string }>
  readonly agree: number
  /** Private key of the treasury, in hex. */
  readonly treasury: string
  readonly finality?: { readonly done?: number; readonly final?: number }
  readonly fees?: { readonly ceiling?: string; readonly fallback?: string; readonly raiseAfterMs?: number }
  readonly since?: number
  readonly timeoutMs?: number
}

/** `signer` in place of the key. */
export const openPlain = (
  { agree, fees = {}, finality = {}, nodes, since, timeoutMs, treasury }: PlainSettings,
  signer: SecpSigner = localSecpSigner(Redacted.make(hex.decode(treasury)))
): Bitcoin =>
  openBitcoin({
    network: "regtest",
    nodes: nodes.map(({ name, url, wallet }) => ({
      name,
      url: Redacted.make(url),
      login: { user: login.user, password: Redacted.make(login.password) },
      ...wallet === undefined ? {} : { wallet }
    })),
    agree,
    treasury: signer,
    finality,
    fees: {
      ...fees.ceiling === undefined ? {} : { ceiling: BigInt(fees.ceiling) },
      ...fees.fallback === undefined ? {} : { fallback: BigInt(fees.fallback) },
      ...fees.raiseAfterMs === undefined ? {} : { raiseAfterMs: fees.raiseAfterMs }
    },
    ...since === undefined ? {} : { since },
    ...timeoutMs === undefined ? {} : { timeoutMs }
  })

export const openFrom = (json: string): Bitcoin => openPlain(JSON.parse(json) as PlainSettings)
