// What stands before everything that people look through: whose records are requested, and the newest of them (decision 0133).
// Lists of operations are kept a subaccount, so those of an account are the newest of all its subaccounts' lists: the heads of
// all lists are read first, and only lists whose head can be among the newest are read on.
import { base64urlnopad, utf8 } from "@scure/base"
import { Effect, Option } from "effect"
import { accountOf } from "../../customers/account/find-account.ts"
import { Accounts } from "../../customers/account/account.ts"
import { NotFound, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { timesIn } from "../../engine/store/body-fields.ts"
import { get, list } from "../../engine/store/records.ts"
import { type ListPage, type Listed, type RawRecord, Store } from "../../engine/store/store.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { placeAt, placeOf } from "../../base/time/instant.ts"

/** Whose records are requested. An owner is held to his account by whoever asks for him. */
export interface Scope {
  /** All accounts where there is none. */
  readonly accountId?: string | undefined
  readonly subAccountId?: string | undefined
}

/** How many accounts are looked through together. */
export const mostTogether = 1_000
/** How many subaccounts are. */
export const mostSubaccounts = 10_000
const fewSubaccounts = 10
/** Lists that one question to the store is about. */
const listsAtOnce = 2_000

const tooMany = (field: string, most: number, what: string) =>
  invalidField(field, `there are more than ${most} ${what}: name one of them`)

/** What a scope means, the newest first, and whether that is all of it. */
interface Meant {
  readonly ids: ReadonlyArray<string>
  readonly isAll: boolean
}

interface MeantAccounts extends Meant {
  readonly names: ReadonlyMap<string, string>
}

interface MeantSubaccounts extends Meant {
  readonly records: ReadonlyArray<RawRecord>
}

/** As many accounts of a scope as are looked through together. */
export const someAccountsIn = Effect.fnUntraced(function*({ accountId }: Scope) {
  if (accountId !== undefined) {
    const { id, name } = (yield* accountOf(accountId)).value
    return { ids: [id], names: new Map([[id, name]]), isAll: true } satisfies MeantAccounts
  }
  const rows = yield* list(Accounts, "all", "all", { limit: mostTogether + 1 })
  const named = rows.slice(0, mostTogether).map(({ value: { id, name } }) => [id, name] as const)
  return {
    ids: named.map(([id]) => id),
    names: new Map(named),
    isAll: rows.length <= mostTogether
  } satisfies MeantAccounts
})

/** The ids of the accounts that a scope means. */
export const accountsIn = Effect.fnUntraced(function*(scope: Scope) {
  const { ids, isAll } = yield* someAccountsIn(scope)
  return isAll ? ids : yield* tooMany("accountId", mostTogether, "accounts")
})

const subaccountsOf = Effect.fnUntraced(function*(accounts: ReadonlyArray<string>) {
  const records: Array<RawRecord> = []
  let going: ReadonlyArray<{ readonly value: string; readonly before?: bigint }> = accounts.map((value) => ({ value }))
  // A few of each and then ever more of those that have them, so that what is read is a few times the bound at the most.
  for (let limit = fewSubaccounts; going.length > 0 && records.length <= mostSubaccounts; limit *= 4) {
    const found = yield* Store.use((store) =>
      store.ask(going.map((of) => ({ by: "list", page: { kind: Subaccounts.kind, list: "byOwner", ...of, limit } })))
    )
    records.push(...found.flatMap((rows) => rows.map(({ record }) => record)))
    going = going.flatMap(({ value }, index) => {
      const last = found[index]?.[limit - 1]
      return last === undefined ? [] : [{ value, before: last.seq }]
    })
  }
  const some = records.slice(0, mostSubaccounts)
  return {
    ids: some.map(({ id }) => id),
    records: some,
    isAll: records.length <= mostSubaccounts
  } satisfies MeantSubaccounts
})

/** As many subaccounts of a scope as are looked through together, with their records. */
export const someSubaccountsIn = Effect.fnUntraced(function*(scope: Pick<Scope, "accountId">) {
  const accounts = yield* someAccountsIn(scope)
  const found = yield* subaccountsOf(accounts.ids)
  return { ...found, isAll: accounts.isAll && found.isAll } satisfies MeantSubaccounts
})

/** The ids of the subaccounts that a scope means. */
export const subaccountsIn = Effect.fnUntraced(function*(scope: Scope) {
  if (scope.subAccountId !== undefined) return [(yield* subaccountIn(scope.subAccountId, scope)).id]
  const accounts = yield* accountsIn(scope)
  const { ids, isAll } = yield* subaccountsOf(accounts)
  return isAll
    ? ids
    : yield* tooMany(accounts.length > 1 ? "accountId" : "subAccountId", mostSubaccounts, "subaccounts")
})

/** A subaccount of a scope; any other answers as if it were not there. */
export const subaccountIn = Effect.fnUntraced(function*(subAccountId: string, { accountId }: Scope) {
  const found = Option.getOrUndefined(yield* get(Subaccounts, subAccountId))?.value
  return found !== undefined && (accountId === undefined || found.owner === accountId)
    ? found
    : yield* new NotFound({ resource: "Subaccount" })
})

/** A place in time: that of an operation. */
export interface Place {
  readonly createdAt: number
  readonly id: string
}

/** The place of a stored operation. */
export const placeIn = (record: RawRecord): Place => ({ createdAt: timesIn(record).createdAt, id: record.id })

/** The name of a list of a scope, for its cursors. */
export const listOf = (kind: string, { accountId = "", subAccountId = "" }: Scope): string =>
  `${kind}/${accountId}/${subAccountId}`

/** A place as a cursor holds it. */
export const cursorOfPlace = ({ createdAt, id }: Place): string =>
  base64urlnopad.encode(utf8.decode(`${createdAt} ${id}`))

/** The place that a cursor holds. A forged cursor can only name another place of the same list. */
export const placeOfCursor = (cursor: string): Effect.Effect<Place, ValidationFailed> =>
  Effect.try({
    try: () => {
      const [, createdAt, id] = /^(\d{1,16}) ([\w/-]{1,96})$/.exec(utf8.encode(base64urlnopad.decode(cursor))) ?? []
      if (createdAt === undefined || id === undefined) throw new Error("no place")
      return { createdAt: Number(createdAt), id }
    },
    catch: () => invalidField("cursor", "not a cursor of this list")
  })

/** Puts the newest first. */
export const isNewer = (a: Place, b: Place): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

// Other requests come between the parts.
const inParts = <A, B, E>(
  all: ReadonlyArray<A>,
  ask: (part: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
): Effect.Effect<ReadonlyArray<B>, E> => {
  const parts: Array<ReadonlyArray<A>> = []
  for (let at = 0; at < all.length; at += listsAtOnce) parts.push(all.slice(at, at + listsAtOnce))
  const each = Effect.forEach(parts, (part, n) => n === 0 ? ask(part) : Effect.andThen(Effect.yieldNow, ask(part)))
  return Effect.map(each, (answers) => answers.flat())
}

/** Which operations: of these subaccounts, created in `[from, to)` (Unix milliseconds) and below a place. */
export interface Newest {
  readonly kind: string
  readonly lists: ReadonlyArray<string>
  readonly subaccounts: ReadonlyArray<string>
  readonly from: number
  readonly to: number
  readonly below?: Place | undefined
  readonly limit: number
}

/** The newest operations, at most `limit`, newest first. */
export const newestOf = Effect.fnUntraced(function*({ below, from, kind, limit, lists, subaccounts, to }: Newest) {
  const store = yield* Store
  const spans = subaccounts.flatMap((subAccountId) =>
    lists.map((name) => ({
      subAccountId,
      kind,
      list: name,
      from: placeAt(subAccountId, from),
      below: below === undefined || below.createdAt >= to
        ? placeAt(subAccountId, to)
        : placeOf({ subAccountId, createdAt: below.createdAt, id: below.id })
    }))
  ).filter((span) => span.from < span.below)
  const newest = (found: ReadonlyArray<ReadonlyArray<RawRecord>>) =>
    found.flat().toSorted((a, b) => isNewer(placeIn(a), placeIn(b))).slice(0, limit)
  const read = (chosen: typeof spans) =>
    store.spans(chosen.map(({ subAccountId: _, ...span }) => ({ ...span, limit }))).pipe(Effect.map(newest))
  if (spans.length <= lists.length) return yield* read(spans)
  const heads = yield* inParts(
    spans,
    (part) => store.spans(part.map(({ subAccountId: _, ...span }) => ({ ...span, limit: 1 })))
  )
  const headed = spans.flatMap((span, index) => (heads[index] ?? []).map((head) => ({ span, place: placeIn(head) })))
    .toSorted((a, b) => isNewer(a.place, b.place)).slice(0, limit)
  // Older than as many heads as are requested is older than the rows that will be shown.
  const floor = headed.length === limit ? headed.at(-1)?.place.createdAt ?? from : from
  return yield* read(
    headed.map(({ span }) => ({ ...span, from: placeAt(span.subAccountId, Math.max(from, floor)) }))
  )
})

/** The newest rows of several lists together, by their place in the store; at most `limit`, newest first. */
export const newestListed = Effect.fnUntraced(function*(
  lists: ReadonlyArray<Pick<ListPage, "kind" | "list" | "value">>,
  before: bigint | undefined,
  limit: number
) {
  const store = yield* Store
  const page = before === undefined ? { limit } : { before, limit }
  const ask = (chosen: typeof lists, most: number) =>
    inParts(chosen, (part) => store.ask(part.map((each) => ({ by: "list", page: { ...each, ...page, limit: most } }))))
  const bySeq = (a: Listed, b: Listed): number => a.seq < b.seq ? 1 : a.seq > b.seq ? -1 : 0
  const newest = (found: ReadonlyArray<ReadonlyArray<Listed>>) => found.flat().toSorted(bySeq).slice(0, limit)
  if (lists.length === 1) return newest(yield* ask(lists, limit))
  const heads = yield* ask(lists, 1)
  const headed = lists.flatMap((each, index) => (heads[index] ?? []).map((head) => ({ each, head })))
    .toSorted((a, b) => bySeq(a.head, b.head)).slice(0, limit)
  return newest(yield* ask(headed.map(({ each }) => each), limit))
})
