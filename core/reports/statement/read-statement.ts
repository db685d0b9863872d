// GET and POST /api/account/statement: what a subaccount holds and what it did (spec "Account statement"; C13, C25).
import { Clock, Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { FullKycRequired } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, answered, once } from "../../customers/idempotency/idempotency.ts"
import { type KycAttempt, latestAttempt } from "../../customers/kyc/kyc-attempt.ts"
import { Chain, type Holding } from "../../ports/chain.ts"
import { list } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Subaccount, subaccountInScope } from "../../customers/subaccount/subaccount.ts"
import { isMirrored } from "../../customers/wallet/find-wallet.ts"
import { type Wallet, Wallets } from "../../customers/wallet/wallet.ts"
import { type Balances, balanceRows } from "./balances.ts"
import { rowCounts } from "./row-counts.ts"
import { sourcesFor } from "./sources.ts"
import { countsOf, pageOf, pagesOf, stretchesOf } from "./statement.ts"
import { type StatementOrder, type StatementRequest, checkStatementRequest } from "./statement-request.ts"

type Page = Omit<ReturnType<typeof pageOf>, "shown">

/** The answer of both endpoints. */
export interface StatementAnswer {
  readonly success: true
  readonly data: Page & { readonly balances: Balances }
}

export interface ReadStatement {
  readonly caller: Caller
  readonly request: StatementRequest
  readonly attempt?: Attempt<StatementAnswer> | undefined
}

/** One page of the statement; a POST with an Idempotency-Key gives its first answer again. */
export const readStatement = Effect.fnUntraced(function*({ attempt, caller, request }: ReadStatement) {
  const now = yield* Clock.currentTimeMillis
  const order = yield* checkStatementRequest(request, now)
  return yield* once(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      const holder = yield* subaccountInScope(caller, request.subAccountId)
      const { id } = holder
      yield* requireFull(yield* latestAttempt(id), id)
      const answer: StatementAnswer = {
        success: true,
        data: { balances: yield* balancesOf(id), ...yield* operationsOf(holder, order, now) }
      }
      const writes = remember(answer, now)
      if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
      return answered(answer)
    }))
})

const requireFull = (attempt: KycAttempt | undefined, subAccountId: string): Effect.Effect<void, FullKycRequired> =>
  attempt?.status === "APPROVED" && attempt.level === "FULL"
    ? Effect.void
    : Effect.fail(new FullKycRequired({ subAccountId }))

const operationsOf = Effect.fnUntraced(function*(holder: Subaccount, order: StatementOrder, now: number) {
  const stretches = stretchesOf(holder.id, order, sourcesFor(order.types))
  const store = yield* Store
  const read = yield* Effect.all({
    pages: store.spans(pagesOf(stretches, order.limit)),
    counts: rowCounts(holder, countsOf(stretches), now)
  }, { concurrency: 2 })
  const { shown: _, ...page } = pageOf(holder.id, order, stretches, read)
  return page
})

// More wallets than one holder has.
const wallets = 1_000
const walletsAtOnce = 8

const balancesOf = Effect.fnUntraced(function*(subAccountId: string) {
  const rows = yield* list(Wallets, "bySubAccount", subAccountId, { limit: wallets })
  const held = yield* Effect.forEach(rows, ({ value }) => heldBy(value), { concurrency: walletsAtOnce })
  return balanceRows(held.flat())
})

// Where the ledger decides what a wallet may spend, its figure is the balance; everywhere else it is the chain's.
const heldBy = Effect.fnUntraced(function*(wallet: Wallet) {
  const held = yield* Chain.use((chain) => chain.holdings(wallet.addresses)).pipe(
    Effect.catchTag(
      "ChainUnavailable",
      () => Effect.fail(upstreamAway("The chain"))
    )
  )
  const booked = yield* Store.use((store) => store.balances(`wallet/${wallet.id}`))
  return held.map((holding): Holding => {
    const balance = isMirrored(holding) ? booked.find(({ asset }) => asset === holding.asset) : undefined
    // The books count a credit down.
    return balance === undefined ? holding : { ...holding, units: -balance.amount }
  })
})
