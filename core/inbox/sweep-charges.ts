// Worker step that recurs: charges that wait for their payment are looked up at the rail, oldest first, because a report may have
// been lost (C47). A run is bounded; the next one goes on where it stopped, and begins again with the oldest after the last.
import { Clock, Effect, Option } from "effect"
import { type Deposit, Deposits } from "../deposit/deposit.ts"
import { again } from "../ports/job-queue.ts"
import { get } from "../ports/records.ts"
import { Store } from "../ports/store.ts"
import { nextOfSweep } from "../ports/sweeps.ts"
import { lookUpCharge } from "./look-up-charge.ts"

/** Time between two runs. */
const sweepMs = 300_000
/** A report usually comes within seconds: younger charges are left alone. */
const reportedWithinMs = 600_000
/** Charges that one run looks at, and how long it may take. */
const chargesPerRun = 50
const runMs = 60_000

/** Looks up the next charges. A rail that does not answer ends the run; each charge is looked up once more before it expires. */
export const sweepCharges = Effect.fnUntraced(function*() {
  const startedAt = yield* Clock.currentTimeMillis
  const { rows } = yield* nextCharges
  for (const { id } of rows) {
    const deposit = Option.getOrUndefined(yield* get(Deposits, id))?.value
    if (deposit === undefined || !isDue(deposit, startedAt)) continue
    const found = yield* lookUpCharge(deposit)
    if (found._tag === "Unknown" || (yield* Clock.currentTimeMillis) >= startedAt + runMs) break
  }
  return again(sweepMs, "")
})

const nextCharges = nextOfSweep("charges", chargesPerRun, {
  read: (after) =>
    Store.use((store) =>
      store.owing({ isDoubted: false, limit: chargesPerRun, after: { kind: Deposits.kind, id: after ?? "" } })
    ).pipe(Effect.map((rows) => rows.filter(({ kind }) => kind === Deposits.kind))),
  placeOf: ({ id }) => id
})

const isDue = ({ createdAt, expiresAt, state }: Deposit, now: number): boolean =>
  state === "PENDING" && now >= createdAt + reportedWithinMs && now < expiresAt
