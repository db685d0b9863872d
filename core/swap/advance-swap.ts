// Worker step: takes a swap through its legs (spec "DePix swap"; C10; 0102, 0104). Each leg is on record before it is asked
// for, under an id of its own, and is never asked for again while it may have happened. The user's seed lives from leg 0 to
// the end of this one run: what needs it later cannot be done any more.
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Redacted } from "effect"
import { subtract, zero } from "../money/units.ts"
import { type ClaimedJob, type JobVerdict, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import type { LightningNode } from "../ports/lightning-node.ts"
import { resolveInvoice } from "../ports/resolve-invoice.ts"
import { Secrets } from "../ports/secrets.ts"
import type { SparkWallet } from "../ports/spark-wallet.ts"
import { type CommitError, Store, changeSet } from "../ports/store.ts"
import type { SwapPool } from "../ports/swap-pool.ts"
import { type SwapFact, outputOf } from "./decide-swap.ts"
import { admitExchange } from "./exchange-standing.ts"
import { type Seed, askForLeg, canAskAgain, legFact, legRefused, lookUpLeg, neverSentAfter } from "./leg-standing.ts"
import { type LegNumber, type Swap, type SwapAuthorization, type SwapLeg, seedPlace } from "./swap.ts"
import { commitFact, readSwapWithAuthorization } from "./swap-commit.ts"

/** How often a leg is looked up in vain before the operator is asked: about half an hour. */
const lookUps = 14

/** How long a run without the seed leaves leg 3 to the one that may still have it. */
const handOverMs = 120_000

/** What a run holds: the seed once it was opened, and the legs that it asked for itself. */
interface Run {
  readonly job: ClaimedJob
  readonly seed: Seed | undefined
  readonly asked: ReadonlySet<LegNumber>
}

type Step = Effect.Effect<JobVerdict, CommitError, Store | Secrets | SparkWallet | SwapPool | LightningNode>

/** Takes the job's swap as far as it goes. */
export const advanceSwap = (job: ClaimedJob): Step => advance({ job, seed: undefined, asked: new Set() })

const advance = (run: Run): Step =>
  Effect.gen(function*() {
    const { authorization, swap } = yield* readSwapWithAuthorization(run.job.subject)
    switch (swap.state) {
      case "COMPLETED":
      case "FAILED":
      case "STRANDED":
        return yield* end(run)
      case "PENDING":
        return yield* book(run, swap, { on: "claimed" })
      case "RUNNING": {
        const number = swap.legs.findIndex(({ state }) => state !== "CONFIRMED") as LegNumber
        const leg = swap.legs[number]
        if (leg === undefined) throw new Error(`${swap.id} is RUNNING with nothing left to do`)
        if (leg.state !== "PENDING") return yield* reconcile(run, swap, number, leg)
        return yield* start(run, swap, number, authorization)
      }
    }
  })

const end = ({ job }: Run): Step =>
  Effect.as(Store.use((store) => store.commit(changeSet({ finished: finish(job) }))), finished)

const book = (run: Run, swap: Swap, fact: SwapFact): Step => Effect.andThen(commitFact(swap.id, fact), advance(run))

const start = (run: Run, swap: Swap, leg: LegNumber, authorization: SwapAuthorization): Step => {
  switch (leg) {
    case 0:
      return begin(run, swap, authorization)
    case 1:
    case 2:
      return submit(run, swap, { on: "legSubmitted", leg })
    case 3:
      return submitPayment(run, swap)
  }
}

// Leg 0 uses the authorization up. Until it is on record nothing has moved, so whatever is away is only waited for.
const begin = (run: Run, swap: Swap, { expiresAt, sealed }: SwapAuthorization): Step =>
  Effect.gen(function*() {
    const admission = yield* Effect.option(admitExchange(swap))
    const now = yield* Clock.currentTimeMillis
    if (sealed === null || now >= expiresAt) return yield* book(run, swap, { on: "expired" })
    if (admission._tag === "None") {
      return again(Math.min(backOffMs(run.job.attempt), expiresAt - now), "Spark or the pool is away")
    }
    if (admission.value._tag === "Stopped") {
      return yield* book(run, swap, { on: "stopped", error: admission.value.error })
    }
    const { poolMinimum } = admission.value
    const seed = yield* opened(swap, sealed)
    return yield* Effect.ensuring(
      submit({ ...run, seed }, swap, { on: "legSubmitted", leg: 0, poolMinimum }),
      Effect.sync(() => Redacted.value(seed).fill(0))
    )
  })

const opened = (swap: Swap, sealed: string) =>
  Effect.map(
    Secrets.use((secrets) => secrets.open(sealed, seedPlace(swap.id))),
    (hex): Seed => Redacted.make(hexToBytes(Redacted.value(hex)))
  )

// Leg 3: one invoice of the address, on record before it is paid. Without the seed, or without an invoice, the satoshis stay
// in the user's own wallet.
const submitPayment = (run: Run, swap: Swap): Step =>
  Effect.gen(function*() {
    if (run.seed === undefined) return yield* withoutSeed(run, swap)
    const sats = subtract(outputOf(swap), swap.maxLightningFee) ?? zero("BTC")
    const bolt11 = yield* resolveInvoice(swap.destination, sats).pipe(
      Effect.catchTag("AddressUnresolved", () => Effect.undefined)
    )
    return bolt11 === undefined
      ? yield* book(run, swap, { on: "stopped", error: "LIGHTNING_FAILED" })
      : yield* submit(run, swap, { on: "legSubmitted", leg: 3, invoice: { bolt11, sats } })
  })

// A run that was slow and lost its lease may be alive with the seed: it goes on, or it is given up after a while.
const withoutSeed = (run: Run, swap: Swap): Step =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const leftMs = swap.updatedAt + handOverMs - now
    return leftMs > 0
      ? Effect.succeed(again(leftMs, "another run may have the seed"))
      : book(run, swap, { on: "stopped", error: "LIGHTNING_FAILED" })
  })

// Whoever put the leg on record asks for it, and nobody else.
const submit = (run: Run, swap: Swap, fact: Extract<SwapFact, { readonly on: "legSubmitted" }>): Step =>
  Effect.flatMap(
    commitFact(swap.id, fact),
    (outcome) => outcome === "Booked" ? ask(run, swap.id, fact.leg) : advance(run)
  )

const ask = (run: Run, swapId: string, leg: LegNumber): Step =>
  Effect.gen(function*() {
    const { swap } = yield* readSwapWithAuthorization(swapId)
    const outcome = yield* askForLeg(swap, leg, run.seed)
    const fact = outcome._tag === "Absent" ? legRefused(leg, "the seed is gone") : legFact(leg, outcome)
    return yield* book({ ...run, asked: new Set([...run.asked, leg]) }, swap, fact)
  })

// A leg that was asked for, by this run or one before: only its look-up tells.
const reconcile = (run: Run, swap: Swap, leg: LegNumber, { checks }: SwapLeg): Step =>
  Effect.gen(function*() {
    const found = yield* lookUpLeg(swap, leg)
    switch (found._tag) {
      case "Done":
      case "Refused":
        return yield* book(run, swap, legFact(leg, found))
      case "Unknown":
        if (checks >= lookUps) return yield* book(run, swap, { on: "stopped", error: "OUTCOME_UNKNOWN" })
        yield* commitFact(swap.id, { on: "legDoubted", leg })
        return again(backOffMs(checks + 1), found.reason)
      case "Absent":
        return yield* absent(run, swap, leg)
    }
  })

const absent = (run: Run, swap: Swap, leg: LegNumber): Step =>
  Effect.gen(function*() {
    if (canAskAgain(leg)) {
      return run.asked.has(leg) ? again(backOffMs(run.job.attempt), "it did not arrive") : yield* ask(run, swap.id, leg)
    }
    const now = yield* Clock.currentTimeMillis
    const until = neverSentAfter(swap, leg)
    return now < until
      ? again(Math.min(backOffMs(run.job.attempt), until - now), "it may still be on its way out")
      : yield* book(run, swap, legRefused(leg, "it was never received"))
  })
