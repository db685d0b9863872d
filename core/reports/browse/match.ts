// Whether a payment or a customer is one that is searched for.
import type { RawRecord } from "../../engine/store/store.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { type Browsed, browsedKinds } from "./row.ts"
import { outlineOf, outlineSourceOf } from "./summary.ts"
import { type Wanted, canonicalDecimal, folded } from "./wanted.ts"

/** Who searches: some accounts are not told who paid them. */
export interface Searcher {
  readonly showsPayer: boolean
}

/** Whether a payment has an amount, a party, an end-to-end id or a hash that is searched for. */
export const isPaymentWanted = (
  raw: RawRecord,
  kind: Browsed,
  text: string,
  { amounts, isForeignId, name }: Wanted,
  { showsPayer }: Searcher
): boolean => {
  if (isForeignId) {
    const { endToEndId, txHash } = browsedKinds[kind].read(raw)
    return [endToEndId, txHash].some((id) => id?.toLowerCase() === text.toLowerCase())
  }
  const outline = outlineOf(raw, [])
  if (outline === undefined) return false
  const { paid, payee, payer, received } = outline
  const has = [paid, received].filter((amount) => amount !== null)
    .some(({ asset, value }) =>
      amounts.some((wanted) =>
        wanted.value === canonicalDecimal(value) && (wanted.asset === undefined || wanted.asset === asset)
      )
    )
  const parties = showsPayer || outlineSourceOf(kind)?.counterparty !== "payer" ? [payer, payee] : [payee]
  return has || (name !== undefined && parties.some((party) => folded(party?.name ?? "").includes(name)))
}

/** Who paid a deposit, or was paid by PIX: the name, or else the key. Null where it is not known, or not shown. */
export const counterpartyOf = (raw: RawRecord, { showsPayer }: Searcher): string | null => {
  const outline = outlineOf(raw, [])
  switch (outlineSourceOf(raw.kind)?.counterparty) {
    case "payer":
      return showsPayer ? outline?.payer?.name ?? null : null
    case "payee":
      return outline?.payee?.name ?? outline?.payee?.detail ?? null
    case null:
    case undefined:
      return null
  }
}

/** The name of a subaccount that is searched for by a part of it, or by its whole e-mail address. */
export const customerWanted = ({ body }: RawRecord, name: string): string | undefined => {
  // Most are not: reading them all would take longer than looking into their text.
  if (!folded(body).includes(JSON.stringify(name).slice(1, -1))) return undefined
  const subaccount = Subaccounts.decode(body)
  const isWanted = folded(subaccount.name).includes(name) || folded(subaccount.email ?? "") === name
  return isWanted ? subaccount.name : undefined
}
