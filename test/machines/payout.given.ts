// Payouts for given / when / then: a fresh one, the facts that can be told about it, and what became of it after some.
// Values are 10.00 at a price of 5.00 for a USDT, so that amounts can be checked by hand: fee 1.75, together 11.75, which
// the wallet pays with 2.35 USDT; the value alone is worth 2 USDT.
import type { Account } from "../../core/account/account.ts"
import { type PayoutDecision, type PayoutFact, decidePayout } from "../../core/payout/decide-payout.ts"
import { type Payout, type PayoutRefund, PayoutRefunds, PayoutReversals } from "../../core/payout/payout.ts"
import type { ChangeSet } from "../../core/ports/store.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { cents, minute, owner, priceOf } from "./deposit.given.ts"

/** The same account with AUTO_REFUND on. */
export const refunding: Account = { ...owner, flags: ["AUTO_REFUND"] }

const fresh: Payout = {
  id: "pay_1",
  owner: owner.id,
  subAccountId: owner.mainSubAccountId,
  walletId: "0123456789abcdef01234567",
  externalId: "payout-1",
  state: "DEBITING",
  network: "polygon",
  asset: "USDT",
  destination: { by: "key", key: "maria@example.com", keyType: "EMAIL" },
  taxId: null,
  value: cents(1_000),
  fee: cents(175),
  rate: priceOf("5.00"),
  units: 2_350_000n,
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  spend: { operationId: "debit/pay_1", network: "polygon", payload: "signed" },
  doubtedAt: null,
  transactionHash: null,
  debitedAt: null,
  paidAt: null,
  endToEndId: null,
  payerIspb: null,
  receiver: null,
  refusal: null,
  restoredAt: null,
  returned: cents(0),
  refunded: cents(0),
  refunding: cents(0),
  orderedRefund: null,
  manualRefund: null,
  createdAt: minute(0),
  updatedAt: minute(0)
}

export const receiver = {
  name: "MARIA DA SILVA",
  taxId: "11144477735",
  bankName: "BANCO SANDBOX S.A.",
  ispb: "99999999",
  branch: "0001",
  account: "0012345678",
  accountType: "CACC"
}

export const debited: PayoutFact = { on: "debited", transactionHash: "0xdebit" }
export const debitRefused: PayoutFact = { on: "debitRefused", reason: "the wallet holds less" }
export const debitUnknown: PayoutFact = { on: "debitUnknown" }
export const pixSettled: PayoutFact = {
  on: "pixSettled",
  pix: { endToEndId: endToEndIdAt(1), paidAt: minute(3), payerIspb: "99999999", receiver }
}
/** Settled, as an event tells it that names no id. */
export const pixSettledBarely: PayoutFact = {
  on: "pixSettled",
  pix: { endToEndId: null, paidAt: minute(3), payerIspb: null, receiver: null }
}
export const pixRefused: PayoutFact = { on: "pixRefused", reason: "AC03 at ACME BANK" }
export const pixUnknown: PayoutFact = { on: "pixUnknown" }
/** The n-th return. */
export const reversed = (value = 1_000, n = 1): PayoutFact => ({
  on: "reversed",
  returnId: returnIdAt(n),
  value: cents(value),
  reason: "the account is closed"
})
export const refundOrdered = (n = 1): PayoutFact => ({ on: "refundOrdered", refundId: `rfd_${n}` })

/** A payout with what it gives back, as the change sets that led there left them. */
export interface Scene {
  readonly payout: Payout
  readonly refunds: ReadonlyMap<string, PayoutRefund>
  readonly reversals: ReadonlyMap<string, ReturnType<typeof PayoutReversals.decode>>
}

export const start: Scene = { payout: fresh, refunds: new Map(), reversals: new Map() }

/** A fact that is made of the scene it is told in. */
export type Told = PayoutFact | ((scene: Scene) => PayoutFact)

const only = <A>(values: Iterable<A>): A => {
  const last = [...values].at(-1)
  if (last === undefined) throw new Error("there is nothing of the kind")
  return last
}

const refundOf = (scene: Scene, cause: PayoutRefund["cause"]) => {
  const refund = only([...scene.refunds.values()].filter((each) => each.cause === cause))
  return { value: refund, version: 1 }
}

const sentAs = "0xback"
const unpaid = (scene: Scene): PayoutRefund["cause"] =>
  [...scene.refunds.values()].some(({ cause }) => cause === "orderedUnpaid") ? "orderedUnpaid" : "failure"

export const restored = (scene: Scene): PayoutFact => ({
  on: "restored",
  refund: refundOf(scene, unpaid(scene)),
  transactionHash: sentAs
})
export const restoreRefused = (scene: Scene): PayoutFact => ({
  on: "restoreRefused",
  refund: refundOf(scene, unpaid(scene)),
  reason: "no gas"
})
const ofReversal = (scene: Scene, n: number) => {
  const reversal = scene.reversals.get(`pay_1/${returnIdAt(n)}`)
  const value = scene.refunds.get(`reversal/pay_1/${returnIdAt(n)}`)
  if (reversal === undefined || value === undefined) throw new Error(`return ${n} gives nothing back`)
  return { reversal, refund: { value, version: 1 } }
}
export const reversalRefunded = (n = 1) => (scene: Scene): PayoutFact => ({
  on: "reversalRefunded",
  ...ofReversal(scene, n),
  transactionHash: sentAs
})
export const reversalRefundRefused = (n = 1) => (scene: Scene): PayoutFact => ({
  on: "reversalRefundRefused",
  ...ofReversal(scene, n),
  reason: "no gas"
})
export const refundedByOperator = (scene: Scene): PayoutFact => ({
  on: "refundedByOperator",
  refund: refundOf(scene, "orderedPaid"),
  transactionHash: sentAs
})
export const operatorRefundRefused = (scene: Scene): PayoutFact => ({
  on: "operatorRefundRefused",
  refund: refundOf(scene, "orderedPaid"),
  reason: "no gas"
})

const factIn = (scene: Scene, told: Told): PayoutFact => typeof told === "function" ? told(scene) : told

/** The decision of a fact about a payout, ten minutes past. */
export const when = (scene: Scene, told: Told, account: Account = owner, now = minute(10)): PayoutDecision =>
  decidePayout({ value: scene.payout, version: 7 }, account, factIn(scene, told), now)

/** The decision, which must change the payout. */
export const changed = (scene: Scene, told: Told, account: Account = owner) => {
  const decision = when(scene, told, account)
  if (decision._tag !== "Changed") {
    throw new Error(`${factIn(scene, told).on} in ${scene.payout.state}: ${decision._tag}`)
  }
  return decision
}

const written = <A>(changes: ChangeSet, kind: { readonly kind: string; readonly decode: (body: string) => A }) =>
  changes.writes.filter((write) => write.kind === kind.kind).map(({ body, id }) => [id, kind.decode(body)] as const)

/** Decides facts one after the other, a minute apart; each must change the payout. */
export const after = (facts: ReadonlyArray<Told>, account: Account = owner, from: Scene = start): Scene =>
  facts.reduce((scene, told, index) => {
    const decision = when(scene, told, account, minute(index + 1))
    if (decision._tag !== "Changed") {
      throw new Error(`${factIn(scene, told).on} in ${scene.payout.state} was ${decision._tag}`)
    }
    return {
      payout: decision.payout,
      refunds: new Map([...scene.refunds, ...written(decision.changes, PayoutRefunds)]),
      reversals: new Map([...scene.reversals, ...written(decision.changes, PayoutReversals)])
    }
  }, from)
