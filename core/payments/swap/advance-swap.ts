// Worker step: takes a swap through its legs, each a movement (spec "DePix swap"; C10; 0102, 0104, 0177). The user's seed lives
// from leg 0 to the end of this one run: what needs it later cannot be done any more.
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option, Redacted } from "effect"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { zero } from "../../base/money/units.ts"
import type { MovingPorts, Seed } from "../movement/kinds.ts"
import { Movements, type Plan, isLeftToPerson, plan, planned } from "../movement/movement.ts"
import type { MovementOrder } from "../movement/order.ts"
import { mayBeOld, outsideOf } from "../movement/outside.ts"
import { advanceMovement, planAndClaim, sendClaimed } from "../movement/perform-movement.ts"
import { type ClaimedJob, type JobVerdict, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import type { SparkWallet } from "../../ports/spark-wallet.ts"
import type { SwapPool } from "../../ports/swap-pool.ts"
import { get } from "../../engine/store/records.ts"
import { resolveInvoice } from "../../ports/resolve-invoice.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type CommitError, Store, changeSet } from "../../engine/store/store.ts"
import type { TreasuryLimits } from "../../ports/treasury-limits.ts"
import { type SwapFact, hearSwap, swapFacts } from "./decide-swap.ts"
import { admitExchange } from "./admit-exchange.ts"
import {
  type LegNumber,
  type Swap,
  SwapAuthorizations,
  Swaps,
  deliveredSats,
  legMovement,
  legPurpose,
  seedPlace
} from "./swap.ts"

/** How often a leg is looked up in vain before the operator has to decide: about half an hour. */
const lookUps = 14

/** How long a run without the seed leaves leg 3 to the one that may still have it: milliseconds. */
const handOverMs = 120_000

const subjects = { swap: hearSwap }

/** A run, with the seed once it was opened. */
interface Run {
  readonly job: ClaimedJob
  readonly seed: Seed | undefined
}

type Step = Effect.Effect<
  JobVerdict,
  CommitError,
  Store | Secrets | SparkWallet | SwapPool | TreasuryLimits | MovingPorts
>

/** Takes the job's swap as far as it goes. */
export const advanceSwap = (job: ClaimedJob): Step => advance({ job, seed: undefined })

const advance = (run: Run): Step =>
  Effect.gen(function*() {
    const swap = Option.getOrThrow(yield* get(Swaps, run.job.subject)).value
    switch (swap.state) {
      case "COMPLETED":
      case "FAILED":
      case "STRANDED":
        yield* Store.use((store) => store.commit(changeSet({ finished: finish(run.job) })))
        return finished
      case "PENDING":
        return yield* book(run, swap, { on: "claimed" })
      case "RUNNING": {
        const leg = swap.confirmedLegs as LegNumber
        const id = legMovement(swap.id, leg)
        return Option.isNone(yield* get(Movements, id)) ? yield* start(run, swap, leg) : yield* perform(run, swap, leg)
      }
    }
  })

const book = (run: Run, swap: Swap, fact: SwapFact): Step => Effect.andThen(swapFacts.book(swap.id, fact), advance(run))

// A leg that was sent, by this run or one before.
const perform = (run: Run, swap: Swap, leg: LegNumber): Step =>
  Effect.gen(function*() {
    const progress = yield* advanceMovement(subjects, legMovement(swap.id, leg))
    if (progress._tag === "Ended") return yield* advance(run)
    const { attempt } = run.job
    if (progress._tag === "Late") return again(backOffMs(attempt), progress.reason)
    const movement = Option.getOrThrow(yield* get(Movements, legMovement(swap.id, leg))).value
    // What a person does takes as long as a person does, and is in no doubt (C51).
    if (isLeftToPerson(movement)) return again(backOffMs(attempt), progress.reason)
    if (progress.leftMs !== undefined) return again(Math.min(backOffMs(attempt), progress.leftMs), progress.reason)
    if (swap.checks >= lookUps) return yield* book(run, swap, { on: "stopped", error: "OUTCOME_UNKNOWN" })
    yield* swapFacts.book(swap.id, { on: "legDoubted", leg })
    return again(backOffMs(swap.checks + 1), progress.reason)
  })

const start = (run: Run, swap: Swap, leg: LegNumber): Step => {
  const { sparkAddress: own, units } = swap
  switch (leg) {
    case 0:
      return begin(run, swap, { kind: "tokenTransfer", from: own, units })
    case 1:
      return send(run, swap, { on: "legSubmitted", leg }, {
        kind: "poolSwap",
        units,
        minimumSats: swap.poolMinimum ?? swap.minAmountOut,
        mostSats: swap.poolMaximum ?? swap.minAmountOut
      })
    case 2:
      return send(run, swap, { on: "legSubmitted", leg }, {
        kind: "satsTransfer",
        // Over Lightning the user's own wallet comes first: it pays the recipient.
        to: swap.network === "spark" ? swap.destination : own,
        sats: swap.output ?? zero("BTC")
      })
    case 3:
      return pay(run, swap)
  }
}

// Leg 0 uses the authorization up. Until it is on record nothing has moved, so whatever is away is only waited for.
const begin = (run: Run, swap: Swap, order: MovementOrder): Step =>
  Effect.gen(function*() {
    const { expiresAt, sealed } = Option.getOrThrow(yield* get(SwapAuthorizations, swap.id)).value
    const admission = yield* Effect.option(admitExchange(swap))
    const now = yield* Clock.currentTimeMillis
    if (sealed === null || now >= expiresAt) return yield* expired(run, swap, order)
    if (admission._tag === "None") {
      return again(Math.min(backOffMs(run.job.attempt), expiresAt - now), reason("noAnswer"))
    }
    if (admission.value._tag === "Stopped") {
      return yield* book(run, swap, { on: "stopped", error: admission.value.error })
    }
    const { poolMaximum, poolMinimum } = admission.value
    const seed = yield* opened(swap, sealed)
    return yield* Effect.ensuring(
      send({ ...run, seed }, swap, { on: "legSubmitted", leg: 0, poolMinimum, poolMaximum }, order),
      Effect.sync(() => Redacted.value(seed).fill(0))
    )
  })

// The store that lost commits may have used the authorization: what the settlement wallet received says whether it did (0253).
const expired = (run: Run, swap: Swap, order: MovementOrder): Step =>
  Effect.gen(function*() {
    if (!(yield* mayBeOld(swap))) return yield* book(run, swap, { on: "expired" })
    const at = yield* Store.use((store) => store.now)
    const before = yield* outsideOf(planned(legPlan(swap, 0, order, at)), false)
    if (before._tag === "Free") return yield* book(run, swap, { on: "expired" })
    if (before._tag === "Wait" && before.reason.code === "mayStillLand") {
      return again(backOffMs(run.job.attempt), before.reason)
    }
    return yield* book(run, swap, { on: "stopped", error: "OUTCOME_UNKNOWN" })
  })

const legPlan = ({ id: subject, owner }: Swap, leg: LegNumber, order: MovementOrder, at: number): Plan => ({
  purpose: legPurpose(leg),
  owner,
  subjectKind: "swap",
  subject,
  order,
  at
})

const opened = (swap: Swap, sealed: string) =>
  Effect.map(
    Secrets.use((secrets) => secrets.open(sealed, seedPlace(swap.id))),
    (hex): Seed => Redacted.make(hexToBytes(Redacted.value(hex)))
  )

// Leg 3: one invoice of the address, on record before it is paid. Without the seed, or without an invoice, the satoshis stay
// in the user's own wallet.
const pay = (run: Run, swap: Swap): Step =>
  Effect.gen(function*() {
    // A run that was slow and lost its lease may be alive with the seed: it goes on, or the payment is given up.
    const leftMs = swap.updatedAt + handOverMs - (yield* Clock.currentTimeMillis)
    if (run.seed === undefined && leftMs > 0) return again(leftMs, reason("otherRunHasSeed"))
    const sats = deliveredSats(swap)
    const bolt11 = run.seed && (yield* resolveInvoice(swap.destination, sats).pipe(
      Effect.catchTag("AddressUnresolved", () => Effect.undefined)
    ))
    if (bolt11 === undefined) return yield* book(run, swap, { on: "stopped", error: "LIGHTNING_FAILED" })
    const { maxLightningFee: maximumFee, sparkAddress: from } = swap
    return yield* send(run, swap, { on: "legSubmitted", leg: 3 }, {
      kind: "userPayment",
      from,
      bolt11,
      sats,
      maximumFee
    })
  })

// Whether nothing shows that it was sent: it has time until the authorization is over.
const isUnseen = ({ code }: Reason): boolean => code === "notLookedUp" || code === "mayStillLand" || code === "noAnswer"

// The commit that plans the leg is also the claim: whoever makes it sends, with the seed, and no one else.
const send = (
  run: Run,
  swap: Swap,
  fact: Extract<SwapFact, { readonly on: "legSubmitted" }>,
  order: MovementOrder
): Step =>
  Effect.gen(function*() {
    const { id: subject } = swap
    const wanted = legPlan(swap, fact.leg, order, yield* Store.use((store) => store.now))
    // Every other leg happens once under its id. Leg 0 has an invoice for each attempt, and a store that lost commits may have sent it.
    const before = fact.leg === 0 ? yield* outsideOf(planned(wanted), false) : undefined
    if (before?._tag === "Wait" && isUnseen(before.reason)) return again(backOffMs(run.job.attempt), before.reason)
    if (before !== undefined && before._tag !== "Free") {
      // Its movement finds it.
      yield* swapFacts.book(subject, fact, plan(wanted))
      return yield* advance(run)
    }
    const claimed = yield* Effect.option(planAndClaim(wanted))
    if (claimed._tag === "None") {
      // The seed is here now and not later.
      return fact.leg === 3
        ? yield* book(run, swap, { on: "stopped", error: "LIGHTNING_FAILED" })
        : again(backOffMs(run.job.attempt), reason("accountUnread"))
    }
    const { claim, parts } = claimed.value
    const outcome = yield* swapFacts.book(subject, fact, { writes: parts.writes })
    if (outcome === "Booked") yield* sendClaimed(subjects, claim, [], run.seed)
    return yield* advance(run)
  })
