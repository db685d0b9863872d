// Solana addresses: base58 of exactly 32 bytes. The form has no checksum, so a mistyped character can pass. Whether the
// bytes are a point of the curve is not checked: program-derived addresses are valid recipients and never are.
import { Brand, Result } from "effect"
import { decodeBase58 } from "./base58.ts"
import { type Parsed, refuse } from "./problem.ts"

/** A Solana account address. */
export type SolanaAddress = Brand.Branded<string, "SolanaAddress">
const SolanaAddress = Brand.nominal<SolanaAddress>()

/** Reads a Solana address of 32 to 44 characters. */
export const parseSolanaAddress = (text: string): Parsed<SolanaAddress> =>
  Result.flatMap(decodeBase58(text, 44), (bytes) => {
    if (bytes.length !== 32) {
      return refuse("length", `A Solana address holds 32 bytes; this one holds ${bytes.length}.`)
    }
    return bytes.every((byte) => byte === 0)
      ? refuse("payload", "This is the System Program, which belongs to no one: what is sent there is lost.")
      : Result.succeed(SolanaAddress(text))
  })
