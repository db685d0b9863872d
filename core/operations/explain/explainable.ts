// Every kind of record that can be explained, with the lifecycle that says what may happen to it next. Kinds without a
// lifecycle have none; records that only serve others (answers, messages, counters, the sandbox's own) are not looked for.
import { englishReason } from "../../base/reason/english.ts"
import { depositStates } from "../../payments/deposit/deposit.states.ts"
import { Deposits } from "../../payments/deposit/deposit.ts"
import { disputeStates } from "../../payments/dispute/dispute.states.ts"
import { Disputes } from "../../payments/dispute/dispute.ts"
import { kycStates } from "../../customers/kyc/kyc-attempt.states.ts"
import { KycAttempts } from "../../customers/kyc/kyc-attempt.ts"
import { lightningInvoiceStates } from "../../payments/lightning-invoice/lightning-invoice.states.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import type { Machine, Passage } from "../../engine/machine/machine.ts"
import { type AnyRow, type Lifecycle, mayHappen } from "../../engine/machine/may-happen.ts"
import { movementStates } from "../../payments/movement/movement.states.ts"
import { type Movement, Movements } from "../../payments/movement/movement.ts"
import { payoutStates } from "../../payments/payout/payout.states.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import type { Identified, RecordKind, Stored } from "../../engine/store/records.ts"
import { swapStates } from "../../payments/swap/swap.states.ts"
import { Swaps } from "../../payments/swap/swap.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { transferStates } from "../../payments/transfer/transfer.states.ts"
import { Transfers } from "../../payments/transfer/transfer.ts"
import { treasurySweepStates } from "../../payments/treasury-sweep/treasury-sweep.states.ts"
import { TreasurySweeps } from "../../payments/treasury-sweep/treasury-sweep.ts"
import {
  type Prospects,
  ofDeposit,
  ofDispute,
  ofKycAttempt,
  ofMovement,
  ofOneMovement,
  ofPixPayment,
  ofSwap
} from "./prospects.ts"

interface Explainable {
  readonly lifecycle: Lifecycle | undefined
  /** The rows that its record can still take, by its stored body and its movements, newest first. */
  readonly next: (body: string, movements: ReadonlyArray<Stored<Movement>>) => ReadonlyArray<AnyRow>
}

const living = <A extends Identified, T extends string, F>(
  lifecycle: Machine<string, T, string, string, string, string, F>,
  kind: RecordKind<A, string, string>,
  stateOf: (record: A) => string,
  prospects: Prospects<A, T, F>
): Explainable => ({
  lifecycle,
  next: (body, movements) => {
    const record = kind.decode(body)
    const state = stateOf(record)
    const rows = mayHappen(lifecycle, state, (trigger) => prospects(record, movements, trigger as T))
    return rows.map((row) => ({ ...row, to: row.to === "same" ? state : row.to }))
  }
})

const still: Explainable = { lifecycle: undefined, next: () => [] }

export const explainable: Readonly<Record<string, Explainable>> = {
  account: still,
  apiKey: still,
  approval: still,
  command: still,
  delivery: still,
  deposit: living(depositStates, Deposits, ({ state }) => state, ofDeposit),
  dispute: living(disputeStates, Disputes, ({ state }) => state, ofDispute),
  event: still,
  kycAttempt: living(kycStates, KycAttempts, ({ status }) => status, ofKycAttempt),
  kycDocument: still,
  lightningInvoice: living(lightningInvoiceStates, LightningInvoices, ({ state }) => state, ofPixPayment),
  movement: living(movementStates, Movements, ({ state }) => state, ofMovement),
  operatorAct: still,
  payout: living(payoutStates, Payouts, ({ state }) => state, ofPixPayment),
  pixReceipt: still,
  pixReturn: still,
  review: still,
  subaccount: still,
  swap: living(swapStates, Swaps, ({ state }) => state, ofSwap),
  transfer: living(transferStates, Transfers, ({ state }) => state, ofOneMovement),
  treasurySweep: living(treasurySweepStates, TreasurySweeps, ({ state }) => state, ofOneMovement),
  wallet: still,
  webhook: still
}

const meaningOf = (lifecycle: Lifecycle | undefined, trigger: string): string => lifecycle?.triggers[trigger] ?? trigger

/** What a record with a lifecycle went through, oldest first; of one that is older than its history, nothing. */
export const transitionsOf = (kind: string, history: ReadonlyArray<Passage>) =>
  history.map(({ at, from, on, to, ...proof }) => ({
    at: isoInstant(at),
    from,
    on,
    means: meaningOf(explainable[kind]?.lifecycle, on),
    to,
    evidence: proof.reason === undefined ? proof.evidence : englishReason(proof.reason),
    leg: proof.leg ?? null,
    cause: proof.reason ?? null
  }))

/** What may still happen to a record: the rows of its lifecycle that it can take, judged by itself and by its movements. */
export const nextOf = (kind: string, body: string, movements: ReadonlyArray<Stored<Movement>>) =>
  (explainable[kind] ?? still).next(body, movements).map((row) => ({
    on: row.on,
    means: meaningOf(explainable[kind]?.lifecycle, row.on),
    when: row.when ?? null,
    to: row.to,
    emits: row.emit ?? [],
    asks: row.ask ?? [],
    rule: row.spec
  }))
