// What the adapter is opened with. It is plain data but for the two signers, so a file can give it.
import type { Redacted } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { EdSigner } from "../custody/signer.ts"
import type { Credentials } from "../http-client/client.ts"

/** What an issuer can do to tokens that others hold, where a token is accepted all the same. */
export type IssuerPower = "permanentDelegate" | "pausable"

/** An SPL token that stands for an asset. */
export interface SolanaToken {
  readonly asset: AssetCode
  /** Address of the mint. */
  readonly mint: string
  /** The program that owns the mint. */
  readonly program: "spl-token" | "token-2022"
  /** Powers of the issuer that are accepted with this token; none unless given. */
  readonly accepts?: ReadonlyArray<IssuerPower>
}

export interface SolanaSettings {
  readonly nodes: ReadonlyArray<
    {
      readonly name: string
      readonly url: Redacted.Redacted
      readonly credentials?: Credentials
      /** Requests that it takes in a second; as many as there are unless given. */
      readonly perSecond?: number
    }
  >
  /** How many nodes have to agree: more than half. */
  readonly agree: number
  /** Of the network: each node has to name it. */
  readonly genesisHash: string
  readonly tokens: ReadonlyArray<SolanaToken>
  /** Two different keys: whose tokens are delivered, and who pays fees and rent and owns the nonce accounts. */
  readonly signers: { readonly treasury: EdSigner; readonly fees: EdSigner }
  /** How many durable nonce accounts `prepare` made: as many spends can be signed and not final at a time. */
  readonly nonceAccounts: number
  /** Price of a compute unit in millionths of a lamport: what the network asks lately, within these bounds. */
  readonly fees: { readonly floor: bigint; readonly ceiling: bigint }
  /** When a transfer counts as done; refusals are always final. `confirmed` unless given. */
  readonly done?: "confirmed" | "finalized"
  /** Token accounts that the service pays for a holder on a day (UTC). */
  readonly accountsPerHolderAndDay: number
  /** How long `deliver` and `submit` wait for the network before they answer Unknown. Milliseconds, 6,000 unless given. */
  readonly patienceMs?: number
  /** How long a node may take for an answer. Milliseconds, 10,000 unless given. */
  readonly timeoutMs?: number
}
