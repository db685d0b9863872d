// The audit of one data plane: reads it once and judges every invariant. What is not in the data (timing, signatures, who
// was refused) cannot be judged here.
import { actInvariants } from "./acts.ts"
import { type BooksReport, inspectBooks } from "./books.ts"
import { Chain, type ChainEnd, type Head } from "./chain.ts"
import { deliveryInvariants } from "./delivery.ts"
import { depositEndInvariants } from "./deposit-ends.ts"
import { disputeInvariants } from "./disputes.ts"
import { eventBodyInvariants } from "./event-bodies.ts"
import { eventInvariants } from "./events.ts"
import { type Evidence, gather } from "./evidence.ts"
import { movedOnceInvariants } from "./moved-once.ts"
import { identityInvariants } from "./identities.ts"
import { Inspection, type Invariant, type Statement, type Verdict, judge } from "./invariant.ts"
import { invoiceEventInvariants } from "./invoice-events.ts"
import { KeptBooks } from "./kept-books.ts"
import { movementBookInvariants } from "./movement-books.ts"
import { movementInvariants } from "./movements.ts"
import { payoutEventInvariants } from "./payout-events.ts"
import { paymentReturnInvariants } from "./payment-returns.ts"
import { payoutInvariants } from "./payouts.ts"
import type { Plane } from "./plane.ts"
import { PointerBook } from "./pointers.ts"
import { recordInvariants } from "./records.ts"
import { referenceInvariants } from "./references.ts"
import { refundInvariants } from "./refunds.ts"
import { statementInvariants } from "./statements.ts"
import { swapInvariants } from "./swaps.ts"
import { tenantInvariants } from "./tenants.ts"
import { transferInvariants } from "./transfers.ts"
import { treasurySweepInvariants } from "./treasury-sweeps.ts"
import { walletInvariants } from "./wallets.ts"
import { askedInvariants } from "./who-was-asked.ts"

const storageSound: Statement = {
  name: "storage-sound",
  holds: "the database finds no fault in its own files and constraints",
  of: "checks of the database"
}

const recordsReadable: Statement = {
  name: "records-readable",
  holds: "every record has a body with the fields of its kind, under the id and owner of its row",
  of: "records"
}

const soundnessOf = async (plane: Plane): Promise<Verdict> => {
  const inspection = new Inspection()
  const { looked, problems } = await plane.soundness()
  inspection.look(looked)
  for (const problem of problems) inspection.violation("database", problem, "a sound database", "damage")
  return inspection.verdict(storageSound)
}

const invariants: ReadonlyArray<Invariant<Evidence>> = [
  ...deliveryInvariants,
  ...refundInvariants,
  ...depositEndInvariants,
  ...payoutInvariants,
  ...paymentReturnInvariants,
  ...payoutEventInvariants,
  ...invoiceEventInvariants,
  ...walletInvariants,
  ...transferInvariants,
  ...treasurySweepInvariants,
  ...movementInvariants,
  ...movedOnceInvariants,
  ...askedInvariants,
  ...movementBookInvariants,
  ...swapInvariants,
  ...disputeInvariants,
  ...identityInvariants,
  ...eventInvariants,
  ...eventBodyInvariants,
  ...actInvariants,
  ...recordInvariants,
  ...statementInvariants,
  ...referenceInvariants,
  ...tenantInvariants
]

/** What an audit read, and what it found. */
export interface Survey {
  readonly verdicts: ReadonlyArray<Verdict>
  /** Records by kind, jobs and dead jobs. */
  readonly records: ReadonlyMap<string, number>
  readonly jobs: number
  readonly deadJobs: number
  readonly books: Omit<BooksReport, "verdicts">
  readonly chain: ChainEnd
}

/** Reads a data plane and judges it; `kept` are heads of its chain that somebody kept elsewhere. */
export const survey = async (plane: Plane, kept: ReadonlyArray<Head> = []): Promise<Survey> => {
  const sound = await soundnessOf(plane)
  const readable = new Inspection()
  const pointers = new PointerBook()
  const evidence = await gather(plane, readable, (row, body) => pointers.expect(row, body))
  const pointing = await pointers.compare(plane)
  const chain = new Chain(evidence.of.seal.values())
  const keptBooks = new KeptBooks(evidence.of)
  const { verdicts: booked, ...books } = await inspectBooks(plane, (entry) => {
    evidence.book(entry)
    chain.entry(entry)
    keptBooks.entry(entry)
  })
  const verdicts = [
    sound,
    readable.verdict(recordsReadable),
    ...pointing,
    ...booked,
    chain.verdict(kept),
    keptBooks.verdict(),
    ...invariants.map((invariant) => judge(invariant, evidence))
  ]
  const jobs = [...evidence.jobs.values()]
  return {
    verdicts,
    records: evidence.counts,
    jobs: jobs.length,
    deadJobs: jobs.filter(({ isDead }) => isDead).length,
    books,
    chain: chain.end
  }
}

/** Judges a data plane. */
export const audit = async (plane: Plane): Promise<ReadonlyArray<Verdict>> => (await survey(plane)).verdicts

/** Whether nothing was found. */
export const isClean = (verdicts: ReadonlyArray<Verdict>): boolean =>
  verdicts.every(({ violations }) => violations.length === 0)
