// The transfer itself in a transaction: exactly these units of this mint, out of the one token account and into the other. That a
// transaction succeeded says less: a token may keep a part of what is sent.
import type { Landed } from "./answers.ts"

export interface ExpectedTransfer {
  readonly mint: string
  readonly units: bigint
  readonly source: string
  readonly destination: string
}

const unitsOf = (balances: Landed["before"], place: number, mint: string): bigint =>
  balances.tokens.find((each) => each.place === place && each.mint === mint)?.units ?? 0n

/** Whether a transaction, whose accounts are given in their places, made the transfer. */
export const showsTransfer = (
  { after, before, failure }: Landed,
  accounts: ReadonlyArray<string>,
  { destination, mint, source, units }: ExpectedTransfer
): boolean => {
  if (failure !== null) return false
  const [from, to] = [accounts.indexOf(source), accounts.indexOf(destination)]
  const gained = unitsOf(after, to, mint) - unitsOf(before, to, mint)
  const lost = unitsOf(before, from, mint) - unitsOf(after, from, mint)
  return gained === units && lost === units
}

/** Lamports that whoever pays the fees lost by it: fees, and the rent of a token account. */
export const costOf = ({ after, before }: Landed): bigint => (before.lamports[0] ?? 0n) - (after.lamports[0] ?? 0n)
