// Token accounts of both token programs as they are stored: whose they are, of what, how much, and whether they are frozen.
import { addressAt } from "./mint.ts"
import type { Account } from "./answers.ts"
import { programs } from "./programs.ts"

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly units: bigint
  readonly isFrozen: boolean
}

const leastBytes = 165
const frozen = 2
const uninitialized = 0

/** Undefined where the account is none, or no token account. */
export const tokenAccountIn = (account: Account | undefined): TokenAccount | undefined => {
  if (account === undefined) return undefined
  const { data, owner: program } = account
  const isOurs = program === programs["spl-token"] || program === programs["token-2022"]
  if (!isOurs || data.length < leastBytes || data[108] === uninitialized) return undefined
  // The kind of account stands behind these bytes where there are extensions.
  if (data.length > leastBytes && data[leastBytes] !== 2) return undefined
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    units: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true),
    isFrozen: data[108] === frozen
  }
}
