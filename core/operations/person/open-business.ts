// What of a person is still open, so that nothing of it may be erased: payments and returns under way, disputes and the time in
// which one may come, examinations, and what a wallet holds (decision 0209).
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import { type Deposit, Deposits, isFullyReturned } from "../../payments/deposit/deposit.ts"
import { type Dispute, Disputes } from "../../payments/dispute/dispute.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Movement, Movements } from "../../payments/movement/movement.ts"
import { Chain } from "../../ports/chain.ts"
import { get } from "../../engine/store/records.ts"
import { type Subaccount, Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { onLiquid } from "../../customers/wallet/liquid-blinding.ts"
import { type Wallet, Wallets } from "../../customers/wallet/wallet.ts"
import { eachMatter } from "./find-person.ts"
import { type KeptRecord, type Person, recordsOf } from "./person.ts"

/** Something open: `what` in words, and the record's id. */
export interface OpenBusiness {
  readonly what: string
  readonly id: string
}

/** As many are told; the rest is seen when these are over. */
const told = 20

/** What is open of a person; nothing when an erasure may begin. */
export const openOf = Effect.fnUntraced(function*(person: Person) {
  const now = yield* Clock.currentTimeMillis
  // What a wallet of the sandbox holds is test money, and never nothing.
  const account = Option.getOrThrow(yield* get(Accounts, person.owner)).value
  const holds = account.environment === "sandbox" ? () => Effect.undefined : held
  const found: Array<OpenBusiness> = []
  yield* eachMatter(person, (matter) =>
    Effect.gen(function*() {
      for (const record of recordsOf(matter)) {
        const what = problemOf(record, now) ?? (yield* holds(record))
        if (what !== undefined && found.length < told) found.push({ what, id: record.stored.value.id })
      }
    }))
  return found
})

/** Events and what else is only told have no end of their own to wait for. */
const business: ReadonlySet<string> = new Set([
  "deposit",
  "payout",
  "lightningInvoice",
  "transfer",
  "swap",
  "kycAttempt"
])

const movementIsOver: ReadonlySet<Movement["state"]> = new Set(["DONE", "REFUSED", "CANCELLED"])

const problemOf = ({ kind, stored: { value } }: KeptRecord, now: number): string | undefined => {
  if (business.has(kind.kind) && (kind.owed?.(value) ?? []).length > 0) return "is not final"
  switch (kind.kind) {
    case Subaccounts.kind:
      return (value as Subaccount).belongsTo === "SELF" ? "is the account's own" : undefined
    case Movements.kind:
      return movementIsOver.has((value as Movement).state) ? undefined : "is under way"
    case Disputes.kind:
      return (value as Dispute).state === "CREATED" ? "is not decided" : undefined
    case Deposits.kind:
      return depositProblem(value as Deposit, now)
    default:
      return undefined
  }
}

const depositProblem = (deposit: Deposit, now: number): string | undefined => {
  if (deposit.state === "FAILED" && !isFullyReturned(deposit)) return "has money that was not returned"
  return deposit.paidAt !== null && now < deposit.paidAt + limits.disputeWindowMs
    ? "can be contested by its payer's bank"
    : undefined
}

const holdingsOf = Effect.fnUntraced(function*(wallet: Wallet) {
  const held = yield* Chain.use((chain) => chain.holdings(wallet.addresses))
  return [...held, ...(yield* onLiquid(wallet))?.holdings ?? []]
})

const held = (record: KeptRecord) =>
  record.kind.kind !== Wallets.kind
    ? Effect.undefined
    : holdingsOf(record.stored.value as Wallet).pipe(
      Effect.map((holdings) => holdings.some(({ units }) => units > 0n) ? "holds assets" : undefined),
      Effect.catchTag("ChainUnavailable", () => Effect.fail(upstreamAway("The chain")))
    )
