// Addresses of the programs that transfers go through, and where a holder's tokens are: at the associated token account.
import { type Address, address } from "@solana/kit"
import { findAssociatedTokenPda } from "@solana-program/token"
import type { SolanaToken } from "./settings.ts"

export const programs = {
  "spl-token": address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
  "token-2022": address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
} as const satisfies Readonly<Record<SolanaToken["program"], Address>>

export const systemProgram = address("11111111111111111111111111111111")
/** The memo program that every network and test node has; the package's own default is a newer one. */
export const memoProgram = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
export const associatedTokenProgram = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")

/** Rent of a token account without extensions, in lamports: what a missing one costs at least. */
export const tokenAccountRent = 2_039_280n
/** What an account without data has to hold to stay. */
export const leastLamports = 890_880n

/** Where a holder's tokens are. */
export const tokenAccountOf = async (token: Pick<SolanaToken, "mint" | "program">, owner: string): Promise<string> => {
  const [found] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(token.mint),
    tokenProgram: programs[token.program]
  })
  return found
}
