// Worker step that recurs: what is open at accounts that are not configured. Only the account itself knows what became of it, so it is named in the
// log and put before a person, once an account; nothing of it is sent (C67; 0252).
import { Effect, Option, Schema } from "effect"
import { operatorOwner } from "../base/ids/ids.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import { solvedOf } from "../engine/review/solve-review.ts"
import { everyOwing } from "../engine/store/every-owing.ts"
import { again } from "../engine/store/job-queue.ts"
import { noPersonalData } from "../engine/store/personal.ts"
import { get, insert, recordKind, replace } from "../engine/store/records.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { Deposits } from "../payments/deposit/deposit.ts"
import { LightningInvoices } from "../payments/lightning-invoice/lightning-invoice.ts"
import { accountsNow } from "../payments/movement/accounts-now.ts"
import { Movements } from "../payments/movement/movement.ts"

const AccountsSeen = Schema.Struct({
  id: Schema.Literal("accounts"),
  owner: Schema.Literal(operatorOwner),
  /** The accounts that were configured when everything open was looked through, in their order. */
  accounts: Schema.Array(Schema.String),
  /** The others at which something was open. */
  others: Schema.Array(Schema.String),
  /** When that was, by the store's time in Unix milliseconds. */
  at: Schema.Int
})
type AccountsSeen = typeof AccountsSeen.Type

/** What was configured when everything open was looked through: one row. */
export const AccountsSeenLast = recordKind({
  kind: "accountsSeen",
  schema: AccountsSeen,
  personal: noPersonalData("names of the operator's accounts at providers")
})

const everyMs = 300_000
/** While an account cannot be read. */
const soonMs = 30_000
/** While something is open elsewhere. */
const hourMs = 3_600_000

/** Looks through everything open when other accounts are configured than before, and while something is open elsewhere. */
export const watchAccounts = Effect.fnUntraced(function*() {
  const configured = yield* accountsNow
  if (configured._tag === "Unread") return again(soonMs, configured.reason)
  const accounts = [...configured.accounts].toSorted()
  const before = Option.getOrUndefined(yield* get(AccountsSeenLast, "accounts"))
  const at = yield* Store.use((store) => store.now)
  if (before !== undefined && !isDue(before.value, accounts, at)) return again(everyMs)
  const others = yield* nameOthers(configured.accounts)
  const over = before?.value.others.filter((account) => !others.includes(account)) ?? []
  const solved = yield* Effect.forEach(over, (account) => solvedOf(account, "otherAccount", at))
  const after: AccountsSeen = { id: "accounts", owner: operatorOwner, accounts, others, at }
  const write = before === undefined ? insert(AccountsSeenLast, after) : replace(AccountsSeenLast, before, after)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write, ...solved.flat()] }))).pipe(
    // Another process that starts at the same time looked through the same.
    Effect.catchTags({ DuplicateKey: () => Effect.void, VersionConflict: () => Effect.void })
  )
  return again(everyMs)
})

const isDue = (before: AccountsSeen, accounts: ReadonlyArray<string>, now: number): boolean =>
  before.accounts.join("\n") !== accounts.join("\n") || before.others.length > 0 && now >= before.at + hourMs

const nameOthers = Effect.fnUntraced(function*(configured: ReadonlySet<string>) {
  const open = new Map<string, { readonly first: string; readonly count: number }>()
  const visit = ({ id, via }: { readonly id: string; readonly via: string | null }) => {
    if (via === null || configured.has(via)) return
    const known = open.get(via)
    open.set(via, { first: known?.first ?? id, count: (known?.count ?? 0) + 1 })
  }
  yield* everyOwing(Deposits, visit)
  yield* everyOwing(LightningInvoices, visit)
  yield* everyOwing(Movements, visit)
  for (const [account, { count, first }] of open) {
    yield* Effect.logError("Something is open at an account that is not configured", { account, open: count, first })
    const reason = { code: "otherAccount", open: count, first } as const
    yield* raiseReview({ owner: operatorOwner, subject: account, reason })
  }
  return [...open.keys()]
})
