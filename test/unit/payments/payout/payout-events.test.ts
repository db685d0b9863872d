// The payloads of payout events, the status record and the receipt, to the field (spec "PAYOUT_SUCCESSFUL data" and after).
import { describe, expect, it } from "vitest"
import { type Payout, payoutRecord } from "../../../../core/payments/payout/payout.ts"
import { receiptOf } from "../../../../core/standards/pix/receipt.ts"
import { cents, eventsOf, owner } from "../../../machines/deposit.given.ts"
import {
  type Scene,
  type Told,
  after,
  changed,
  debitRefused,
  debited,
  pixRefused,
  pixSettled,
  pixSettledBarely,
  receiver,
  refundOrdered,
  refundedByOperator,
  refunding,
  restored,
  reversalRefundRefused,
  reversalRefunded,
  reversed,
  start
} from "../../../machines/payout.given.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"

const toldBy = (scene: Scene, told: Told, account = owner) =>
  eventsOf(changed(scene, told, account).changes).map(({ body }) => body)

const paying = after([debited])
const completed = after([debited, pixSettled])
const receipt = {
  endToEndId: endToEndIdAt(1),
  paidAt: "2026-03-01T00:03:00.000Z",
  rail: "PIX",
  amountInBrl: "10.00",
  payerIspb: "99999999",
  receiver: {
    name: "MARIA DA SILVA",
    taxId: "***.444.777-**",
    pixKey: "maria@example.com",
    bankName: "BANCO SANDBOX S.A.",
    ispb: "99999999",
    branch: "0001",
    account: "****5678",
    accountType: "CACC"
  }
}

const withCode = (scene: Scene): Scene => ({
  ...scene,
  payout: { ...scene.payout, externalId: null, destination: { by: "brCode", brCode: "000201…" } }
})

describe("PAYOUT_SUCCESSFUL §payout-event-successful", () => {
  it("tells debit, price and receipt", () => {
    expect(toldBy(paying, pixSettled)).toEqual([{
      event: "PAYOUT_SUCCESSFUL",
      data: {
        success: true,
        transactionId: "pay_01",
        externalId: "payout-1",
        trackId: null,
        status: "COMPLETED",
        asset: "USDT",
        network: "polygon",
        valueInBrl: "10.00",
        fee: "1.75",
        pixKey: "maria@example.com",
        endToEndId: endToEndIdAt(1),
        txHash: "0xdebit",
        receipt,
        receiptUrl: null,
        quote: { brlAmount: "10.00", assetAmount: "2.35", fxRateAtTx: 5 },
        invoice: "0xdebit"
      }
    }])
  })

  it("has null for what no one said", () => {
    const [told] = toldBy(withCode(paying), pixSettledBarely)
    expect(told?.data).toMatchObject({
      externalId: null,
      pixKey: null,
      endToEndId: null,
      receipt: { endToEndId: null, payerIspb: null, receiver: { name: null, taxId: null, account: null } }
    })
  })
})

describe("PAYOUT_FAILED §payout-event-failed §event-payout-failed", () => {
  const failed = (invoice: string | null) => [{
    event: "PAYOUT_FAILED",
    data: {
      success: false,
      invoice,
      pixKey: "maria@example.com",
      valueInBrl: "10.00",
      errorCode: "PAYOUT_FAILED",
      errorDescription: "The PIX could not be paid."
    }
  }]

  it("says the same whoever refused, and nothing of the provider", () => {
    expect(toldBy(paying, pixRefused)).toEqual(failed("0xdebit"))
    expect(toldBy(after([debited, pixRefused], refunding), restored)).toEqual(failed("0xdebit"))
    expect(toldBy(start, debitRefused)).toEqual(failed(null))
  })
})

describe("PAYOUT_REFUNDED §event-payout-refunded", () => {
  const reversal = (parts: Readonly<Record<string, unknown>> = {}) => ({
    event: "PAYOUT_REFUNDED",
    data: {
      success: true,
      pixKey: "maria@example.com",
      valueInBrl: "10.00",
      transactionId: "pay_01",
      endToEndId: endToEndIdAt(1),
      returnedAmount: "4.00",
      originalTicketId: "pay_01",
      reversalTicketId: returnIdAt(1),
      reason: "the account is closed",
      refundTxId: null,
      refundAddress: null,
      ...parts
    }
  })

  it("tells a reversal whose refund waits for a person §payout-event-reversed-pending", () => {
    expect(toldBy(completed, reversed(400))).toEqual([reversal()])
    const returning = after([debited, pixSettled, reversed(400)], refunding)
    expect(toldBy(returning, reversalRefundRefused(), refunding)).toEqual([reversal()])
  })

  it("tells a reversal with its refund §payout-event-reversed-refunded", () => {
    const returning = after([debited, pixSettled, reversed(400)], refunding)
    expect(toldBy(returning, reversalRefunded(), refunding))
      .toEqual([reversal({ refundTxId: "0xback", refundAddress: "0x52908400098527886E0F7030069857D2E4169EE7" })])
  })

  it("names the operator's refund in a reversal that comes after it", () => {
    const given = after([refundOrdered(), refundedByOperator], owner, completed)
    expect(toldBy(given, reversed(400)))
      .toEqual([reversal({ refundTxId: "0xback", refundAddress: "0x52908400098527886E0F7030069857D2E4169EE7" })])
  })

  const manual = (stableAmount: string) => [{
    event: "PAYOUT_REFUNDED",
    data: {
      success: true,
      pixKey: "maria@example.com",
      valueInBrl: "10.00",
      transactionId: "pay_01",
      refundTxId: "0xback",
      refundAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      asset: "USDT",
      network: "polygon",
      stableAmount,
      refundedAt: "2026-03-01T00:10:00.000Z"
    }
  }]

  it("tells a manual refund: all of what was owed, or what the value is worth §payout-event-manual-refund", () => {
    const owed = after([refundOrdered()], owner, after([debited, pixRefused]))
    expect(toldBy(owed, restored)).toEqual(manual("2.35"))
    expect(toldBy(after([refundOrdered()], owner, completed), refundedByOperator)).toEqual(manual("2"))
    const partly = after([reversed(400), refundOrdered()], owner, completed)
    expect(toldBy(partly, refundedByOperator)).toEqual(manual("0.8"))
  })

  it("has one id a reversal, whoever told it last, and others for other reversals §payout-event-once", () => {
    const returning = after([debited, pixSettled, reversed(400)], refunding)
    const idOf = (scene: Scene, told: Told, account = owner) => eventsOf(changed(scene, told, account).changes)[0]?.id
    const id = idOf(completed, reversed(400))
    expect(idOf(returning, reversalRefunded(), refunding)).toBe(id)
    expect(idOf(completed, reversed(400, 2))).not.toBe(id)
  })
})

describe("the status record §payout-record", () => {
  it("shows every field, and the same receipt as the event §payout-record-receipt", () => {
    expect(payoutRecord(completed.payout)).toEqual({
      transactionId: "pay_01",
      status: "COMPLETED",
      network: "polygon",
      txHash: "0xdebit",
      endToEndId: endToEndIdAt(1),
      valueInBrl: "10.00",
      fee: "1.75",
      pixKey: "maria@example.com",
      qrCode: null,
      provider: "PIX",
      correlationID: "payout-1",
      failureReason: null,
      receipt,
      createdAt: "2026-03-01T00:00:00.000Z",
      updatedAt: "2026-03-01T00:02:00.000Z"
    })
  })

  it("has nulls before anything happened, and the BR Code in place of the key", () => {
    expect(payoutRecord(withCode(start).payout)).toMatchObject({
      status: "PENDING",
      txHash: null,
      endToEndId: null,
      pixKey: null,
      qrCode: "000201…",
      correlationID: null,
      receipt: null
    })
  })

  it("says of a failure what customers may know", () => {
    const { payout } = after([debited, pixRefused])
    expect(payoutRecord(payout)).toMatchObject({ status: "FAILED", failureReason: "The PIX could not be paid." })
    expect(JSON.stringify(payoutRecord(payout))).not.toContain("AC03")
  })
})

describe("the receipt §payout-receipt-masking", () => {
  const shown = (parts: Partial<NonNullable<Payout["receiver"]>>) =>
    receiptOf({
      endToEndId: null,
      paidAt: null,
      value: cents(1),
      payerIspb: null,
      pixKey: null,
      receiver: { ...receiver, ...parts }
    }).receiver

  it("masks a CPF, shows a CNPJ whole, and nothing that is neither", () => {
    expect(shown({ taxId: "111.444.777-35" }).taxId).toBe("***.444.777-**")
    expect(shown({ taxId: "***.444.777-**" }).taxId).toBe("***.444.777-**")
    expect(shown({ taxId: "11222333000181" }).taxId).toBe("11222333000181")
    expect(shown({ taxId: "12ABC34501DE35" }).taxId).toBe("12ABC34501DE35")
    expect(shown({ taxId: "11144477736" }).taxId).toBeNull()
    expect(shown({ taxId: null }).taxId).toBeNull()
  })

  it("shows the last four digits of an account that has more", () => {
    expect(shown({ account: "00123456-7" }).account).toBe("****4567")
    expect(shown({ account: "12345" }).account).toBe("****2345")
    expect(shown({ account: "1234" }).account).toBe("****")
    expect(shown({ account: null }).account).toBeNull()
  })

  it("has every field, also where the rail told nothing", () => {
    expect(
      receiptOf({ endToEndId: null, paidAt: null, value: cents(5), payerIspb: null, pixKey: null, receiver: null })
    ).toEqual({
      endToEndId: null,
      paidAt: null,
      rail: "PIX",
      amountInBrl: "0.05",
      payerIspb: null,
      receiver: {
        name: null,
        taxId: null,
        pixKey: null,
        bankName: null,
        ispb: null,
        branch: null,
        account: null,
        accountType: null
      }
    })
  })
})
