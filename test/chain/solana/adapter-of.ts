// The adapter from plain JSON, as a file of settings gives it: a process of a test opens it so on its own data store.
import { Redacted } from "effect"
import { localEdSigner } from "../../../adapters/custody/local.ts"
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

export const settingsOf = ({ ceiling, floor, keys, nodes, ...rest }: PlainSolana): SolanaSettings => {
  const signer = (hex: string) => localEdSigner(Redacted.make(new Uint8Array(Buffer.from(hex, "hex"))))
  return {
    ...rest,
    nodes: nodes.map(({ name, url }) => ({ name, url: Redacted.make(url) })),
    signers: { treasury: signer(keys.treasury), fees: signer(keys.fees) },
    fees: { floor: BigInt(floor), ceiling: BigInt(ceiling) }
  }
}

export const openFrom = (json: string): SolanaChain => openSolana(settingsOf(JSON.parse(json) as PlainSolana))
