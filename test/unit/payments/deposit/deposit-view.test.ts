// What the interface shows of a deposit in each state (spec "Deposit response", "Deposit status record"; C36, C44).
import { describe, expect, it } from "vitest"
import { depositAnswer, depositRecord } from "../../../../core/payments/deposit/deposit.ts"
import {
  after,
  changed,
  chargeExpired,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  latePix,
  owner,
  payer,
  pending,
  pixSettled,
  returnConfirmed
} from "../../../machines/deposit.given.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"

const at = (minutes: number): string => `2026-03-01T00:0${minutes}:00.000Z`

const unpaid = {
  externalId: "order-1",
  walletCharge: "dep_1",
  trackId: "tkt_1",
  status: "PENDING",
  errorCode: null,
  errorDescription: null,
  retryable: false,
  refundStatus: null,
  refundedValue: null,
  refundedAt: null,
  refundEndToEndId: null,
  processingStep: null,
  asset: "USDT",
  network: "polygon",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  value: 1_000,
  valueInBrl: "10.00",
  fee: 25,
  feeInBrl: "0.25",
  fxRateAtTx: 5,
  receivedAmount: null,
  receivedAmountDecimals: null,
  transactionHash: null,
  qrCode: "br-code",
  endToEndId: null,
  paidAt: null,
  paidValue: null,
  payer: null,
  confirmedAt: null,
  createdAt: at(0),
  updatedAt: at(0)
}

const paid = {
  ...unpaid,
  status: "PROCESSING",
  endToEndId: endToEndIdAt(1),
  paidAt: at(1),
  paidValue: 1_000,
  updatedAt: at(1)
}

describe("the status record", () => {
  it("of a pending charge §deposit-record-pending", () => {
    expect(depositRecord(pending, owner)).toEqual(unpaid)
  })

  it("of an expired charge §deposit-record-expired", () => {
    expect(depositRecord(after([chargeExpired]), owner)).toEqual({ ...unpaid, status: "EXPIRED", updatedAt: at(1) })
  })

  it("of a paid charge §deposit-record-paid", () => {
    expect(depositRecord(after([pixSettled(1)]), owner)).toEqual(paid)
  })

  it("of a charge that was paid late, at the price of the settlement §deposit-record-processing-step", () => {
    expect(depositRecord(after([chargeExpired, latePix(1)]), owner)).toEqual({
      ...paid,
      processingStep: "LATE_PAYMENT",
      fxRateAtTx: 6.5,
      paidAt: at(2),
      updatedAt: at(2)
    })
  })

  it("of a charge whose delivery is not known §deposit-record-processing-step", () => {
    expect(depositRecord(after([pixSettled(1), deliveryUnknown]), owner))
      .toEqual({ ...paid, processingStep: "DELIVERY_UNKNOWN", updatedAt: at(2) })
  })

  const completed = {
    ...paid,
    status: "COMPLETED",
    receivedAmount: 1_950_000n,
    receivedAmountDecimals: 6,
    transactionHash: "0xabc",
    confirmedAt: at(2),
    updatedAt: at(2)
  }

  it("of a completed deposit §deposit-record-completed", () => {
    expect(depositRecord(after([pixSettled(1), delivered]), owner)).toEqual(completed)
  })

  it("of a completed deposit whose delivery was unknown for a while", () => {
    expect(depositRecord(after([pixSettled(1), deliveryUnknown, delivered]), owner))
      .toEqual({ ...completed, confirmedAt: at(3), updatedAt: at(3) })
  })

  const failed = {
    ...paid,
    status: "FAILED",
    errorCode: "DEPOSIT_DELIVERY_FAILED",
    errorDescription: "The asset could not be delivered. The payment is kept until it is returned.",
    updatedAt: at(2)
  }

  it("of a failed deposit, without the provider's words §deposit-record-failed", () => {
    expect(depositRecord(after([pixSettled(1), deliveryRefused]), owner)).toEqual(failed)
  })

  const returnedInPart = {
    refundStatus: "PARTIALLY_REFUNDED",
    refundedValue: 400,
    refundedAt: at(3),
    refundEndToEndId: returnIdAt(1),
    updatedAt: at(3)
  }

  it("of a failed deposit that was returned in part §deposit-record-refund", () => {
    expect(depositRecord(after([pixSettled(1), deliveryRefused, returnConfirmed(400, 1)]), owner))
      .toEqual({ ...failed, ...returnedInPart })
  })

  it("of a completed deposit that was returned in part §deposit-record-refund", () => {
    expect(depositRecord(after([pixSettled(1), delivered, returnConfirmed(400, 1)]), owner))
      .toEqual({ ...completed, ...returnedInPart })
  })

  it("of a deposit that was returned in full: the only one that is retryable §deposit-record-retryable", () => {
    expect(depositRecord(after([pixSettled(1), delivered, returnConfirmed(400, 1), returnConfirmed(600, 2)]), owner))
      .toEqual({
        ...completed,
        status: "REFUNDED",
        retryable: true,
        refundStatus: "CONFIRMED",
        refundedValue: 1_000,
        refundedAt: at(4),
        refundEndToEndId: returnIdAt(2),
        updatedAt: at(4)
      })
  })

  it("keeps the error of a failed deposit that was returned in full §deposit-record-retryable", () => {
    expect(depositRecord(after([pixSettled(1), deliveryRefused, returnConfirmed(1_000, 1)]), owner)).toMatchObject({
      status: "REFUNDED",
      errorCode: "DEPOSIT_DELIVERY_FAILED",
      retryable: true,
      receivedAmount: null
    })
  })

  it("shows the payer to the owner of a virtual account alone §deposit-record-payer", () => {
    const deposit = after([pixSettled(1)])
    expect(depositRecord(deposit, { ...owner, virtualAccount: true })).toEqual({ ...paid, payer })
    expect(depositRecord(deposit, owner).payer).toBeNull()
  })

  it("shows amounts beyond 2^53 exactly §deposit-record-exact §big-integers", () => {
    const deposit = {
      ...after([pixSettled(1), delivered]),
      delivers: "BRLA" as const,
      units: 48_750_000_000_000_000_001n
    }
    expect(depositRecord(deposit, owner)).toMatchObject({
      receivedAmount: 48_750_000_000_000_000_001n,
      receivedAmountDecimals: 18
    })
  })
})

describe("the answer of creation", () => {
  const answer = {
    success: true,
    externalId: "order-1",
    qrCode: "br-code",
    fee: 25,
    fxRateAtTx: 5,
    walletCharge: "dep_1",
    trackId: "tkt_1",
    chargeUrl: "https://pay.example/hosted/charge/dep_1.proof"
  }

  it("has the fee in cents and the quoted price §deposit-create §deposit-fee-cents", () => {
    expect(depositAnswer(pending, answer.chargeUrl)).toEqual(answer)
  })

  it("stays the same whatever becomes of the deposit §deposit-answer-stays", () => {
    const late = changed(
      after([chargeExpired]),
      latePix(1, "9.99")
    )
    expect(depositAnswer(late.record, answer.chargeUrl)).toEqual(answer)
    expect(depositAnswer(after([pixSettled(1), delivered, returnConfirmed(1_000, 1)]), answer.chargeUrl)).toEqual(
      answer
    )
  })
})
