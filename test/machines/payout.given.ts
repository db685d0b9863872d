// Payouts for given / when / then: a fresh one, the facts that can be told about it, and what became of it after some.
// Values are 10.00 at a price of 5.00 for a USDT, so that amounts can be checked by hand: fee 1.75, together 11.75, which
// the wallet pays with 2.35 USDT; the value alone is worth 2 USDT.
import { reason } from "../../core/base/reason/reason.ts"
import type { Account } from "../../core/customers/account/account.ts"
import { Movements, type Reversal } from "../../core/payments/movement/movement.ts"
import { type PayoutFact, decidePayout, factOf } from "../../core/payments/payout/decide-payout.ts"
import type { Payout } from "../../core/payments/payout/payout.ts"
import { type GivenBack, isGivenBack } from "../../core/payments/pix-payment/pix-payment.ts"
import type { ChangeSet } from "../../core/engine/store/store.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { cents, minute, owner, priceOf } from "./deposit.given.ts"

/** The same account with AUTO_REFUND on. */
export const refunding: Account = { ...owner, flags: ["AUTO_REFUND"] }

const fresh: Payout = {
  id: "pay_01",
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
  doubtedAt: null,
  transactionHash: null,
  paidAt: null,
  endToEndId: null,
  payerIspb: null,
  receiver: null,
  refusal: null,
  returned: cents(0),
  refunded: cents(0),
  refunding: cents(0),
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
export const debitRefused: PayoutFact = { on: "debitRefused", reason: reason("insufficientFunds") }
export const doubted: PayoutFact = { on: "doubted" }
export const pixSettled: PayoutFact = {
  on: "pixSettled",
  pix: { endToEndId: endToEndIdAt(1), paidAt: minute(3), payerIspb: "99999999", receiver }
}
/** Settled, as an event tells it that names no id. */
export const pixSettledBarely: PayoutFact = {
  on: "pixSettled",
  pix: { endToEndId: null, paidAt: minute(3), payerIspb: null, receiver: null }
}
export const pixRefused: PayoutFact = { on: "pixRefused", reason: reason("refusedByProvider", "AC03 at ACME BANK") }
/** The n-th return. */
export const reversed = (value = 1_000, n = 1): PayoutFact => ({
  on: "reversed",
  reversal: { returnId: returnIdAt(n), value: cents(value), reason: "the account is closed", at: minute(4) }
})
export const refundOrdered = (n = 1): PayoutFact => ({ on: "refundOrdered", refundId: `rfd_${n}` })

/** A payout with what it gives back, as the change sets that led there left them. */
export interface Scene {
  readonly payout: Payout
  /** By the ids of their movements. */
  readonly refunds: ReadonlyMap<string, GivenBack>
  /** What came back of the PIX. */
  readonly reversals: ReadonlyArray<Reversal>
}

export const start: Scene = { payout: fresh, refunds: new Map(), reversals: [] }

/** A fact that is made of the scene it is told in. */
export type Told = PayoutFact | ((scene: Scene) => PayoutFact)

const refundOf = (scene: Scene, ...purposes: ReadonlyArray<GivenBack["purpose"]>): GivenBack => {
  const refund = [...scene.refunds.values()].findLast(({ purpose }) => purposes.includes(purpose))
  if (refund === undefined) throw new Error(`nothing goes back for ${purposes.join(" or ")}`)
  return refund
}

const sentAs = "0xback"

export const restored = (scene: Scene): PayoutFact => ({
  on: "restored",
  refund: refundOf(scene, "restore", "return"),
  proof: sentAs,
  networkFee: 0n
})
export const restoreRefused = (scene: Scene): PayoutFact => ({
  on: "restoreRefused",
  refund: refundOf(scene, "restore", "return"),
  reversals: scene.reversals,
  reason: reason("failed", "no gas")
})
const ofReversal = (scene: Scene, n: number): GivenBack => {
  const refund = scene.refunds.get(`reversal/pay_01/${returnIdAt(n)}`)
  if (refund === undefined) throw new Error(`return ${n} gives nothing back`)
  return refund
}
export const reversalRefunded = (n = 1) => (scene: Scene): PayoutFact => ({
  on: "reversalRefunded",
  refund: ofReversal(scene, n),
  proof: sentAs,
  networkFee: 0n
})
export const reversalRefundRefused = (n = 1) => (scene: Scene): PayoutFact => ({
  on: "reversalRefundRefused",
  refund: ofReversal(scene, n),
  reversals: scene.reversals,
  reason: reason("failed", "no gas")
})
export const refundedByOperator = (scene: Scene): PayoutFact => ({
  on: "refundedByOperator",
  refund: refundOf(scene, "refund"),
  proof: sentAs,
  networkFee: 0n
})
export const operatorRefundRefused = (scene: Scene): PayoutFact => ({
  on: "operatorRefundRefused",
  refund: refundOf(scene, "refund"),
  reversals: scene.reversals,
  reason: reason("failed", "no gas")
})

const factIn = (scene: Scene, told: Told): PayoutFact => typeof told === "function" ? told(scene) : told

/** The decision of a fact about a payout, ten minutes past. */
export const when = (scene: Scene, told: Told, account: Account = owner, now = minute(10)) =>
  decidePayout({ value: scene.payout, version: 7 }, { account, receiptUrl: null }, factIn(scene, told), now)

/** The decision, which must change the payout. */
export const changed = (scene: Scene, told: Told, account: Account = owner, now = minute(10)) => {
  const decision = when(scene, told, account, now)
  if (decision._tag !== "Changed") {
    throw new Error(`${factIn(scene, told).on} in ${scene.payout.state} was ${decision._tag}`)
  }
  return decision
}

// What the movements of a change set give back, as their outcome will say.
const begun = (changes: ChangeSet, fact: PayoutFact): ReadonlyArray<readonly [string, GivenBack]> =>
  changes.writes.filter(({ kind }) => kind === Movements.kind).map(({ body }) => Movements.decode(body))
    .filter(({ purpose }) => isGivenBack(purpose)).map((movement) => {
      const reversals = fact.on === "reversed" ? [fact.reversal] : []
      const outcome = factOf({ on: "refused", movement, reason: reason("failed") }, reversals)
      if (outcome === undefined || !("refund" in outcome)) throw new Error(`${movement.id} gives nothing back`)
      return [movement.id, outcome.refund] as const
    })

/** Decides facts one after the other, a minute apart; each must change the payout. */
export const after = (facts: ReadonlyArray<Told>, account: Account = owner, from: Scene = start): Scene =>
  facts.reduce((scene, told, index) => {
    const { changes, record } = changed(scene, told, account, minute(index + 1))
    const fact = factIn(scene, told)
    return {
      payout: record,
      refunds: new Map([...scene.refunds, ...begun(changes, fact)]),
      reversals: fact.on === "reversed" ? [...scene.reversals, fact.reversal] : scene.reversals
    }
  }, from)
