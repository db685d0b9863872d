// Whatever has exactly a text as its id: ours, a caller's own, or the world's. What has a look-up key is found by it; end-to-end
// ids and hashes that have none are looked for among the newest operations alone, and the answer says so.
import { Effect, Option } from "effect"
import { Deposits, PixReceipts, externalIdKey } from "../deposit/deposit.ts"
import { explainable } from "../explain/explainable.ts"
import { LightningInvoices } from "../lightning-invoice/lightning-invoice.ts"
import { Payouts } from "../payout/payout.ts"
import { get } from "../ports/records.ts"
import { type Question, Store } from "../ports/store.ts"
import { Swaps, clientRequestKey } from "../swap/swap.ts"
import { isInner } from "./inner.ts"
import { type Scope, newestOf, someAccountsIn, someSubaccountsIn } from "./browse-standing.ts"
import { type Browsed, browsedKinds, isBrowsed, rowView } from "./row.ts"

export interface ListFound extends Pick<Scope, "accountId"> {
  readonly text: string
}

/** Operations of a kind that are looked through for what has no key. */
const looked = 500

/** The operations and other records of an exact text. */
export const listFound = Effect.fnUntraced(function*({ text, ...scope }: ListFound) {
  const accounts = yield* someAccountsIn(scope)
  const upper = text.toUpperCase()
  const questions: ReadonlyArray<Question> = [
    ...Object.keys(explainable).map((kind) => ({ by: "id" as const, kind, id: text })),
    { by: "id", kind: "dispute", id: upper },
    { by: "key", kind: Deposits.kind, key: "trackId", value: text },
    { by: "key", kind: LightningInvoices.kind, key: "paymentHash", value: text.toLowerCase() },
    ...accounts.ids.flatMap((account): ReadonlyArray<Question> => [
      { by: "key", kind: Deposits.kind, key: "externalId", value: externalIdKey(account, text) },
      { by: "key", kind: Payouts.kind, key: "externalId", value: externalIdKey(account, text) },
      { by: "key", kind: Swaps.kind, key: "clientRequestId", value: clientRequestKey(account, text) }
    ])
  ]
  const asked = (yield* Store.use((store) => store.ask(questions))).flat().map(({ record }) => record)
  const funded = yield* fundedBy(upper)
  const isForeign = foreignForm.test(text)
  const read = isForeign ? yield* lookThrough(scope, text) : { found: [], isComplete: true }
  const mine = [...asked, ...funded, ...read.found].filter(({ owner }) =>
    scope.accountId === undefined || owner === scope.accountId
  )
  const each = [...new Map(mine.map((raw) => [`${raw.kind} ${raw.id}`, raw])).values()]
  return {
    rows: each.flatMap((raw) => isBrowsed(raw.kind) ? [rowView(browsedKinds[raw.kind].read(raw))] : []),
    others: each.filter(({ kind }) => !isBrowsed(kind) && (scope.accountId === undefined || !isInner(kind)))
      .map(({ id, kind, owner }) => ({ kind, id, accountId: owner })),
    // Any text may be an external id of an account that was not looked at.
    isComplete: read.isComplete && accounts.isAll
  }
})

/** An end-to-end id, the hash of a transaction, or what a chain without hex gives for one. */
const foreignForm = /^(?:[A-Za-z0-9]{32}|(?:0[xX])?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/

// The PIX of a deposit is kept under its own id.
const fundedBy = Effect.fnUntraced(function*(endToEndId: string) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, endToEndId))?.value
  if (receipt === undefined) return []
  const found = yield* Store.use((store) => store.get(Deposits.kind, receipt.depositId))
  return Option.toArray(found)
})

const timed: ReadonlyArray<readonly [Browsed, ReadonlyArray<string>]> = [
  ["deposit", ["statement", "statementWithFee"]],
  ["payout", ["statement", "statementWithFee"]],
  ["lightningInvoice", ["statement", "statementWithFee"]],
  ["transfer", ["statement"]]
]

const lookThrough = Effect.fnUntraced(function*(scope: Pick<Scope, "accountId">, text: string) {
  const subaccounts = yield* someSubaccountsIn(scope)
  const lower = text.toLowerCase()
  const pages = yield* Effect.forEach(
    timed,
    ([kind, lists]) =>
      newestOf({ kind, lists, subaccounts: subaccounts.ids, from: 0, to: 8_640_000_000_000_000, limit: looked }).pipe(
        Effect.map((raws) => ({ raws, kind }))
      )
  )
  const found = pages.flatMap(({ kind, raws }) => raws.filter((raw) => isNamed(browsedKinds[kind].read(raw), lower)))
  return {
    found,
    isComplete: found.length > 0 || (subaccounts.isAll && pages.every(({ raws }) => raws.length < looked))
  }
})

const isNamed = (
  { endToEndId, txHash }: { readonly endToEndId: string | null; readonly txHash: string | null },
  lower: string
): boolean => endToEndId?.toLowerCase() === lower || txHash?.toLowerCase() === lower
