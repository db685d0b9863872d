// What a text finds (0160): whatever has it as its id, ours, a caller's own or the world's; payments to a PIX key; customers
// by name; and payments by amount, name, end-to-end id or hash. Ids and PIX keys have look-up keys. What has none is looked
// for among the newest payments, so many at once: the answer says how far that went, and a cursor goes on from there.
import { Effect, Option } from "effect"
import { pixKeyDigest } from "../../customers/access/proofs.ts"
import { Deposits, PixReceipts, externalIdKey } from "../../payments/deposit/deposit.ts"
import { explainable } from "../explain/explainable.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import { get } from "../../engine/store/records.ts"
import { type Question, type RawRecord, Store } from "../../engine/store/store.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { Swaps, clientRequestKey } from "../../payments/swap/swap.ts"
import { isoInstant } from "../../base/time/instant.ts"
import {
  type Place,
  type Scope,
  cursorOfPlace,
  isNewer,
  newestListed,
  newestOf,
  placeIn,
  placeOfCursor,
  someAccountsIn,
  someSubaccountsIn
} from "./newest-operations.ts"
import { isInner } from "./inner.ts"
import { type Searcher, counterpartyOf, customerWanted, isPaymentWanted } from "./match.ts"
import { type Browsed, browsedKinds, isBrowsed, listedBy, rowView } from "./row.ts"
import { type Wanted, folded, wantedBy } from "./wanted.ts"

export interface ListFound extends Pick<Scope, "accountId">, Searcher {
  readonly text: string
  readonly cursor?: string | undefined
}

/** Payments of a kind that one request looks through for what has no key. */
export const looked = 500
/** Payments that one answer shows. */
const shown = 100
const latest = 8_640_000_000_000_000

/** The payments and other records of a text; with a cursor, those further back alone. */
export const listFound = Effect.fnUntraced(function*({ cursor, showsPayer, text, ...scope }: ListFound) {
  const below = cursor === undefined ? undefined : yield* placeOfCursor(cursor)
  const wanted = wantedBy(text)
  const accounts = yield* someAccountsIn(scope)
  const isMine = ({ owner }: RawRecord) => scope.accountId === undefined || owner === scope.accountId
  const exact = below === undefined ? (yield* exactly(text, accounts.ids)).filter(isMine) : []
  const paid = below === undefined ? yield* paidTo(wanted.pixKeys, accounts.ids) : nothingPaid
  // What was found by its id is what was meant, unless the text is an amount as well.
  const isScanned = wanted.amounts.length > 0 ||
    (exact.length === 0 && (wanted.isForeignId || wanted.name !== undefined))
  const people = isScanned ? yield* someSubaccountsIn(scope) : undefined
  // An e-mail address is a PIX key or belongs to a customer; it is never a name.
  const scanned = people === undefined || text.includes("@")
    ? nothingScanned
    : yield* scan({ text, wanted, showsPayer, subaccounts: people.ids, below })
  const mine = [...new Map([...exact, ...paid.found, ...scanned.found].map((raw) => [`${raw.kind} ${raw.id}`, raw]))
    .values()]
  const customers = below === undefined && wanted.name !== undefined
    ? named(wanted.name, scope.accountId === undefined ? accounts.names : new Map(), people?.records ?? [])
    : []
  const others = mine.filter(({ kind }) => !isBrowsed(kind) && (scope.accountId === undefined || !isInner(kind)))
  return {
    rows: mine.filter(({ kind }) => isBrowsed(kind)).toSorted((a, b) => isNewer(placeIn(a), placeIn(b)))
      .map((raw) => ({
        ...rowView(browsedKinds[raw.kind as Browsed].read(raw)),
        counterparty: counterpartyOf(raw, { showsPayer })
      })),
    others: [
      ...others.map((raw) => ({ kind: raw.kind, id: raw.id, accountId: raw.owner, name: nameIn(raw, accounts.names) })),
      ...customers
    ],
    // Any text may be an external id of an account that was not looked at.
    isComplete: accounts.isAll && paid.isAll && scanned.rest === undefined && scanned.isAll && people?.isAll !== false,
    searchedSince: scanned.rest === undefined ? null : isoInstant(scanned.rest.createdAt),
    nextCursor: scanned.rest === undefined ? null : cursorOfPlace(scanned.rest)
  }
})

const exactly = Effect.fnUntraced(function*(text: string, accounts: ReadonlyArray<string>) {
  const upper = text.toUpperCase()
  const questions: ReadonlyArray<Question> = [
    ...Object.keys(explainable).map((kind) => ({ by: "id" as const, kind, id: text })),
    { by: "id", kind: "dispute", id: upper },
    { by: "key", kind: Deposits.kind, key: "trackId", value: text },
    { by: "key", kind: LightningInvoices.kind, key: "paymentHash", value: text.toLowerCase() },
    ...accounts.flatMap((account): ReadonlyArray<Question> => [
      { by: "key", kind: Deposits.kind, key: "externalId", value: externalIdKey(account, text) },
      { by: "key", kind: Payouts.kind, key: "externalId", value: externalIdKey(account, text) },
      { by: "key", kind: Swaps.kind, key: "clientRequestId", value: clientRequestKey(account, text) }
    ])
  ]
  const asked = (yield* Store.use((store) => store.ask(questions))).flat().map(({ record }) => record)
  return [...asked, ...yield* fundedBy(upper)]
})

// The PIX of a deposit is kept under its own id.
const fundedBy = Effect.fnUntraced(function*(endToEndId: string) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, endToEndId))?.value
  if (receipt === undefined) return []
  const found = yield* Store.use((store) => store.get(Deposits.kind, receipt.depositId))
  return Option.toArray(found)
})

const nothingPaid: { readonly found: ReadonlyArray<RawRecord>; readonly isAll: boolean } = { found: [], isAll: true }

const paidTo = Effect.fnUntraced(function*(pixKeys: ReadonlyArray<string>, accounts: ReadonlyArray<string>) {
  if (pixKeys.length === 0) return nothingPaid
  const digests = yield* Effect.forEach(
    accounts.flatMap((account) => pixKeys.map((key) => [account, key] as const)),
    ([account, key]) => pixKeyDigest(account, key)
  )
  const lists = digests.flatMap((value) =>
    [Payouts.kind, LightningInvoices.kind].map((kind) => ({ kind, list: "byPixKey", value }))
  )
  const rows = yield* newestListed(lists, undefined, shown + 1)
  return { found: rows.slice(0, shown).map(({ record }) => record), isAll: rows.length <= shown }
})

interface Scan extends Searcher {
  readonly text: string
  readonly wanted: Wanted
  readonly subaccounts: ReadonlyArray<string>
  readonly below: Place | undefined
}

interface Scanned {
  readonly found: ReadonlyArray<RawRecord>
  /** The place that everything above was looked through; absent when nothing is left. */
  readonly rest: Place | undefined
  readonly isAll: boolean
}

const nothingScanned: Scanned = { found: [], rest: undefined, isAll: true }

const timed = listedBy("time")
const untimed = listedBy("subaccount")

const scan = Effect.fnUntraced(function*({ below, showsPayer, subaccounts, text, wanted }: Scan) {
  const pages = yield* Effect.forEach(
    timed,
    ({ kind, listed: { lists } }) =>
      newestOf({ kind, lists, subaccounts, from: 0, to: latest, below, limit: looked }).pipe(
        Effect.map((raws) => ({ kind, raws }))
      )
  )
  const isWanted = (raw: RawRecord, kind: Browsed) => isPaymentWanted(raw, kind, text, wanted, { showsPayer })
  const found = pages.flatMap(({ kind, raws }) => raws.filter((raw) => isWanted(raw, kind)))
    .toSorted((a, b) => isNewer(placeIn(a), placeIn(b)))
  // There is one payment of an end-to-end id or a hash.
  if (wanted.isForeignId && found.length > 0) return { found, rest: undefined, isAll: true } satisfies Scanned
  // Each kind was looked through down to its last row that was read; all together, down to the newest of those.
  const ends = pages.flatMap(({ raws }) => raws.slice(looked - 1)).map(placeIn).toSorted(isNewer)
  const whole = ends[0] === undefined ? found : found.filter((raw) => isNewer(placeIn(raw), ends[0] as Place) <= 0)
  const some = whole.slice(0, shown)
  const rest = whole.length > shown ? some.map(placeIn).at(-1) : ends[0]
  // Swaps stand in lists of another order, so the newest of them are looked through once.
  const lists = untimed.flatMap(({ kind, listed: { list } }) => subaccounts.map((value) => ({ kind, list, value })))
  const others = below === undefined && !wanted.isForeignId ? yield* newestListed(lists, undefined, looked) : []
  const more = others.map(({ record }) => record).filter((raw) => isWanted(raw, raw.kind as Browsed))
  return { found: [...some, ...more], rest, isAll: others.length < looked } satisfies Scanned
})

/** Accounts and customers by a part of their name. */
const named = (
  name: string,
  accounts: ReadonlyMap<string, string>,
  customers: ReadonlyArray<RawRecord>
) => [
  ...[...accounts].filter(([, each]) => folded(each).includes(name))
    .map(([id, each]) => ({ kind: "account", id, accountId: id, name: each })),
  ...customers.flatMap((raw) => {
    const found = customerWanted(raw, name)
    return found === undefined ? [] : [{ kind: Subaccounts.kind, id: raw.id, accountId: raw.owner, name: found }]
  }).slice(0, shown)
]

const nameIn = ({ body, id, kind }: RawRecord, accounts: ReadonlyMap<string, string>): string | null =>
  kind === Subaccounts.kind ? Subaccounts.decode(body).name : accounts.get(id) ?? null
