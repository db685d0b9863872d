// The adapter from plain JSON, as a file of settings gives it: a process of a test opens it so on its own data store.
import { Redacted } from "effect"
import { localEdSigner } from "../../../adapters/custody/local.ts"
import type { EdSigner } from "../../../adapters/custody/signer.ts"
import { type SolanaChain, type SolanaSettings, type SolanaToken, openSolana } from "../../../adapters/solana/index.ts"

/** The settings, with keys as hex and prices as text. */
export interface PlainSolana {
  readonly nodes: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly agree: number
  readonly genesisHash: string
  readonly tokens: ReadonlyArray<SolanaToken>
  readonly keys: { readonly treasury: string; readonly fees: string }
  readonly nonceAccounts: number
  readonly floor: string
  readonly ceiling: string
  readonly done?: "confirmed" | "finalized"
  readonly accountsPerHolderAndDay: number
  readonly patienceMs?: number
  readonly timeoutMs?: number
}

/** The signer of a key in hex. */
export const signerOf = (hex: string): EdSigner => localEdSigner(Redacted.make(new Uint8Array(Buffer.from(hex, "hex"))))

const settingsOf = ({ ceiling, floor, keys, nodes, ...rest }: PlainSolana): SolanaSettings => {
  return {
    ...rest,
    nodes: nodes.map(({ name, url }) => ({ name, url: Redacted.make(url) })),
    signers: { treasury: signerOf(keys.treasury), fees: signerOf(keys.fees) },
    fees: { floor: BigInt(floor), ceiling: BigInt(ceiling) }
  }
}

/** Opens it; `signers` takes the place of those of the JSON where a test has its own. */
export const openFrom = (json: string, signers: Partial<SolanaSettings["signers"]> = {}): SolanaChain => {
  const settings = settingsOf(JSON.parse(json) as PlainSolana)
  return openSolana({ ...settings, signers: { ...settings.signers, ...signers } })
}
