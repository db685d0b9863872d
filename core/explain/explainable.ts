// Every kind of record that can be explained, with the lifecycle that says what may happen to it next. Kinds without a
// lifecycle have none; records that only serve others (answers, messages, counters, the sandbox's own) are not looked for.
import { depositStates } from "../deposit/deposit.states.ts"
import { disputeStates } from "../dispute/dispute.states.ts"
import { kycStates } from "../kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../lightning-invoice/lightning-invoice.states.ts"
import type { AnyMachine, Passage } from "../machine/machine.ts"
import { movementStates } from "../movement/movement.states.ts"
import { payoutStates } from "../payout/payout.states.ts"
import { swapStates } from "../swap/swap.states.ts"
import { isoInstant } from "../time/instant.ts"
import { transferStates } from "../transfer/transfer.states.ts"

/** What a lifecycle says of itself, whatever its guards look at. */
type Lifecycle = Pick<AnyMachine, "rows" | "triggers">

interface Explainable {
  readonly lifecycle: Lifecycle | undefined
  /** The field that holds its state. */
  readonly field: "state" | "status"
}

const living = (lifecycle: Lifecycle, field: Explainable["field"] = "state"): Explainable => ({ lifecycle, field })
const still: Explainable = { lifecycle: undefined, field: "state" }

export const explainable: Readonly<Record<string, Explainable>> = {
  account: still,
  apiKey: still,
  command: still,
  delivery: still,
  deposit: living(depositStates),
  dispute: living(disputeStates),
  event: still,
  kycAttempt: living(kycStates, "status"),
  kycDocument: still,
  lightningInvoice: living(lightningInvoiceStates),
  movement: living(movementStates),
  operatorAct: still,
  payout: living(payoutStates),
  pixReceipt: still,
  pixReturn: still,
  review: still,
  subaccount: still,
  swap: living(swapStates),
  transfer: living(transferStates),
  wallet: still,
  webhook: still
}

const meaningOf = (lifecycle: Lifecycle | undefined, trigger: string): string => lifecycle?.triggers[trigger] ?? trigger

/** What a record with a lifecycle went through, oldest first; of one that is older than its history, nothing. */
export const transitionsOf = (kind: string, history: ReadonlyArray<Passage>) =>
  history.map(({ at, evidence, from, on, to }) => ({
    at: isoInstant(at),
    from,
    on,
    means: meaningOf(explainable[kind]?.lifecycle, on),
    to,
    evidence
  }))

/** What may happen to a record next: each row of its lifecycle that begins at its state. */
export const nextOf = (kind: string, record: Readonly<Record<string, unknown>>) => {
  const { field, lifecycle } = explainable[kind] ?? still
  const state = record[field]
  if (lifecycle === undefined || typeof state !== "string") return []
  return lifecycle.rows.filter(({ from }) => from.includes(state)).map((row) => ({
    on: row.on,
    means: meaningOf(lifecycle, row.on),
    when: row.when ?? null,
    to: row.to === "same" ? state : row.to,
    emits: row.emit ?? [],
    asks: row.ask ?? [],
    rule: row.spec
  }))
}
