// Payloads of the deposit events, field by field (spec "DEPOSIT_ASSET_SUCCESS data", "Deposit failure and refund events";
// C22, C44).
import { describe, expect, it } from "vitest"
import { successData } from "../../../../core/payments/deposit/deposit-effects.ts"
import {
  after,
  changed,
  chargeExpired,
  delivered,
  deliveryRefused,
  eventsOf,
  latePix,
  owner,
  payer,
  pending,
  pixSettled,
  returnConfirmed
} from "../../../machines/deposit.given.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"

const paid = after([pixSettled(1)])
const failed = after([pixSettled(1), deliveryRefused])
const completed = after([pixSettled(1), delivered])

const only = (changes: Parameters<typeof eventsOf>[0]) => {
  const [event, ...others] = eventsOf(changes)
  if (event === undefined || others.length > 0) throw new Error("not one event")
  return event
}

const tenMinutesPast = "2026-03-01T00:10:00.000Z"

const common = {
  occurredAt: tenMinutesPast,
  externalId: "order-1",
  walletCharge: "dep_1",
  trackId: "tkt_1",
  asset: "USDT",
  network: "polygon",
  value: 1_000,
  valueInBrl: "10.00"
}

describe("DEPOSIT_ASSET_SUCCESS", () => {
  const data = {
    success: true,
    value: 1_000,
    asset: "USDT",
    externalId: "order-1",
    fee: "0.25",
    fxRateAtTx: 5,
    network: "polygon",
    finalDestinationKind: "ADDRESS",
    valueInBrl: "10.00",
    valueInCurrency: 1.95,
    trackId: "tkt_1"
  }

  it("has the extended form, without payer and PIX on a shared account §deposit-success-event §event-deposit-asset-success", () => {
    expect(only(changed(paid, delivered).changes).body).toEqual({ event: "DEPOSIT_ASSET_SUCCESS", data })
  })

  it("tells payer, PIX and instant to the owner of a virtual account §deposit-success-event-virtual", () => {
    const event = only(changed(paid, delivered, { ...owner, virtualAccount: true }).changes)
    expect(event.body.data).toEqual({
      ...data,
      payer,
      endToEndId: endToEndIdAt(1),
      paidAt: "2026-03-01T00:01:00.000Z"
    })
  })

  it("tells the price that a late payment was delivered at §deposit-success-event-late", () => {
    const late = after([chargeExpired, latePix(1)])
    expect(only(changed(late, delivered).changes).body.data).toMatchObject({ fxRateAtTx: 6.5, valueInCurrency: 1.5 })
  })

  it.each(
    [
      ["lightning", "ana@wallet.example", "LIGHTNING_ADDRESS"],
      ["lightning", "lnbc1…", "LIGHTNING_INVOICE"],
      ["lightning", "lnurl1…", "LNURL"],
      ["polygon", "0x52908400098527886E0F7030069857D2E4169EE7", "ADDRESS"]
    ] as const
  )("names the kind of a destination on %s: %s", (network, address, kind) => {
    expect(successData({ ...completed, network, address }, owner).finalDestinationKind).toBe(kind)
  })

  it("gives amounts of 18 decimals in whole units, at most 15 digits of them", () => {
    const deposit = { ...completed, delivers: "BRLA" as const, units: 9_750_000_000_000_000_001n }
    expect(successData(deposit, owner).valueInCurrency).toBe(9.75)
    expect(successData({ ...deposit, units: 1n }, owner).valueInCurrency).toBe(1e-18)
    expect(successData({ ...deposit, units: 123_456_789_012_345_678_901_234n }, owner).valueInCurrency)
      .toBe(123_456.789012346)
  })
})

describe("DEPOSIT_ASSET_FAILED", () => {
  it("says that it failed, not why, and not that money went back §deposit-failed-event §event-deposit-asset-failed", () => {
    const event = only(changed(paid, deliveryRefused).changes)
    expect(event.body).toEqual({
      event: "DEPOSIT_ASSET_FAILED",
      data: {
        ...common,
        eventId: event.id,
        success: false,
        status: "FAILED",
        errorCode: "DEPOSIT_DELIVERY_FAILED",
        errorDescription: expect.any(String) as string,
        retryable: false
      }
    })
    expect(event.body.data["errorDescription"]).not.toBe("")
  })
})

describe("DEPOSIT_ASSET_REFUNDED", () => {
  it("of a part keeps the status and is not retryable §deposit-refunded-event-part §event-deposit-asset-refunded", () => {
    const event = only(changed(failed, returnConfirmed(400, 1)).changes)
    expect(event.body).toEqual({
      event: "DEPOSIT_ASSET_REFUNDED",
      data: {
        ...common,
        eventId: event.id,
        success: true,
        status: "FAILED",
        refundStatus: "CONFIRMED",
        refundValue: 400,
        refundedValue: 400,
        refundEndToEndId: returnIdAt(1),
        partial: true,
        retryable: false
      }
    })
  })

  it.each(
    [
      ["COMPLETED", completed],
      ["FAILED", failed],
      ["PROCESSING", paid]
    ] as const
  )(
    "of the rest of a %s charge is full, cumulative and retryable §deposit-refunded-full §deposit-refunded-event-full §event-deposit-asset-refunded",
    (_, given) => {
      const part = changed(given, returnConfirmed(400, 1)).record
      expect(only(changed(part, returnConfirmed(600, 2)).changes).body.data).toMatchObject({
        status: "REFUNDED",
        refundStatus: "CONFIRMED",
        refundValue: 600,
        refundedValue: 1_000,
        refundEndToEndId: returnIdAt(2),
        partial: false,
        retryable: true
      })
    }
  )
})

describe("every event", () => {
  it("has an id of the fact it tells of: equal for the same fact, another for any other §deposit-event-id", () => {
    const id = (given: typeof paid, fact: Parameters<typeof changed>[1]) => only(changed(given, fact).changes).id
    expect(id(paid, delivered)).toBe(id(paid, delivered))
    const ids = [
      id(paid, delivered),
      id(paid, deliveryRefused),
      id(paid, returnConfirmed(1, 1)),
      id(paid, returnConfirmed(1, 2)),
      id({ ...paid, id: "dep_2" }, delivered)
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const each of ids) expect(each).toMatch(/^evt_[0-9a-f]{32}$/)
  })

  it("is handed to the webhooks by a job of the same commit", () => {
    const { changes } = changed(paid, delivered)
    const event = only(changes)
    expect(event).toMatchObject({ owner: "acc_01", subject: "dep_1", name: "DEPOSIT_ASSET_SUCCESS" })
    expect(changes.jobs).toEqual([
      { id: `fan-out/${event.id}`, task: "fan-out-event", subject: event.id, runAt: event.createdAt }
    ])
  })

  it("tells of a pending charge nothing §deposit-event-once", () => {
    expect(eventsOf(changed(pending, pixSettled(1)).changes)).toEqual([])
    expect(eventsOf(changed(pending, chargeExpired).changes)).toEqual([])
  })
})
