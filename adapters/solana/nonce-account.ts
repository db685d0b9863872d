// Durable nonce accounts: the value that a transaction is signed over in place of a recent blockhash. It changes when it is used, so of
// all transactions signed over one value at most one can take effect.
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base58 } from "@scure/base"
import { addressAt } from "./mint.ts"
import type { Account } from "./answers.ts"
import { systemProgram } from "./programs.ts"

export const nonceBytes = 80n
/** Rent of a nonce account, in lamports. */
export const nonceRent = 1_447_680n

export interface Nonce {
  readonly authority: string
  readonly value: string
}

/** Undefined where the account is no nonce account that can be used. */
export const nonceIn = (account: Account | undefined): Nonce | undefined => {
  if (account === undefined || account.owner !== systemProgram || account.data.length !== Number(nonceBytes)) {
    return undefined
  }
  // Version 1, state "initialized", each a u32.
  const { data } = account
  if (data[0] !== 1 || data[4] !== 1) return undefined
  return { authority: addressAt(data, 8), value: addressAt(data, 40) }
}

/** The seed of a nonce account's address, by its place in the pool. */
export const nonceSeed = (place: number): string => `pontepay/nonce/${place}`

/** Addresses of the pool: they follow from the key that pays fees, so there is no list to keep. */
export const nonceAddresses = (feePayer: Uint8Array, count: number): ReadonlyArray<string> =>
  Array.from(
    { length: count },
    (_, place) =>
      base58.encode(sha256(concatBytes(feePayer, utf8ToBytes(nonceSeed(place)), base58.decode(systemProgram))))
  )
