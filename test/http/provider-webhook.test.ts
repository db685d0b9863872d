// The provider's webhook (spec "POST /provider/webhook"): two proofs and no third, facts that count once, and
// returns that add up.
import { Effect, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PixReceipts, PixReturns } from "../../core/payments/deposit/deposit.ts"
import { get } from "../../core/engine/store/records.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { type TestHost, approvedCpf, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { behindProxy, expectFailure, fromElsewhere, send } from "../support/http.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import {
  expectAccepted,
  makeDeposit,
  proofOf,
  recordOf,
  returnEvent,
  sendSigned,
  settleWithKey,
  ticketEvent,
  untilStatus
} from "./sandbox.ts"

const key = keyOf("acme")
const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" } as const
const notFound = { status: 404, errorCode: "NOT_FOUND" } as const

describe("the provider's webhook", () => {
  let host: TestHost
  let ids = 0
  const next = (): number => ++ids
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme", { virtualAccount: true }), declared("other")],
      variables: behindProxy
    })
  })
  afterAll(() => host.close())

  const deposit = (parts = {}) => makeDeposit(host.base, key, parts)
  const until = (externalId: string, status: string) => untilStatus(host.base, key, externalId, status)
  const record = (externalId: string) => recordOf(host.base, key, externalId)
  const stillPending = async (externalId: string) => expect((await record(externalId))["status"]).toBe("PENDING")

  it.each(["DEPOSIT-SUCCESS", "TICKET-COMPLETE"])(
    "%s settles with the provider's signature §provider-two-proofs",
    async (type) => {
      const { externalId, trackId } = await deposit()
      const endToEndId = endToEndIdAt(next())
      const payer = { name: "José da Silva", taxId: approvedCpf }
      expectAccepted(await sendSigned(host.base, ticketEvent(trackId, { endToEndId, payer }, type)))
      expect(await until(externalId, "COMPLETED")).toMatchObject({ endToEndId, payer, value: 5_000 })
    }
  )

  it.each(["DEPOSIT-SUCCESS", "TICKET-COMPLETE"])(
    "%s settles with the API key of the owner §sandbox-settle §provider-two-proofs",
    async (type) => {
      const { externalId, trackId } = await deposit()
      expectAccepted(await send(host.base, { path: "/provider/webhook", key, body: ticketEvent(trackId, {}, type) }))
      await until(externalId, "COMPLETED")
    }
  )

  it("DELIVERY-FAILED never marks a charge paid, and does not fail one §deposit-delivery-failed-ticket", async () => {
    const { externalId, trackId } = await deposit()
    expectAccepted(await sendSigned(host.base, ticketEvent(trackId, {}, "DELIVERY-FAILED")))
    expectAccepted(
      await send(host.base, { path: "/provider/webhook", key, body: ticketEvent(trackId, {}, "DELIVERY-FAILED") })
    )
    await stillPending(externalId)
    expectAccepted(await sendSigned(host.base, ticketEvent(trackId)))
    await until(externalId, "COMPLETED")
  })

  describe("proofs", () => {
    it("takes neither for 401 §provider-two-proofs", async () => {
      const { externalId, trackId } = await deposit()
      const answer = await send(host.base, { path: "/provider/webhook", body: ticketEvent(trackId) })
      expectFailure(answer, unauthorized)
      expect(answer.headers["www-authenticate"]).toBe("Bearer")
      await stillPending(externalId)
    })

    it.each([["in the past", -299], ["in the future", 299]])(
      "takes a timestamp almost 300 s %s §provider-tolerance",
      async (_what, offBy) => {
        const { externalId, trackId } = await deposit()
        expectAccepted(await sendSigned(host.base, ticketEvent(trackId), { offBy }))
        await until(externalId, "COMPLETED")
      }
    )

    it.each([["in the past", -302], ["in the future", 302], ["a day ago", -86_400]])(
      "refuses a timestamp more than 300 s %s §provider-tolerance",
      async (_what, offBy) => {
        const { externalId, trackId } = await deposit()
        expectFailure(await sendSigned(host.base, ticketEvent(trackId), { offBy }), unauthorized)
        await stillPending(externalId)
      }
    )

    it.each([
      ["another secret", { secret: "another" }, {}],
      ["another body", { instead: "{}" }, {}],
      ["a timestamp that is not the signed one", {}, {
        "x-provider-timestamp": String(Math.floor(Date.now() / 1_000) - 100)
      }],
      ["no timestamp", {}, { "x-provider-timestamp": "" }],
      ["a timestamp in milliseconds", {}, { "x-provider-timestamp": String(Date.now()) }],
      ["a timestamp that is no number", {}, { "x-provider-timestamp": "now" }],
      ["an empty signature", {}, { "x-provider-signature": "" }],
      ["a signature cut", {}, { "x-provider-signature": "0".repeat(63) }],
      ["a signature of zeros", {}, { "x-provider-signature": "0".repeat(64) }],
      ["a signature that is not hex", {}, { "x-provider-signature": "z".repeat(64) }]
    ])("refuses %s, also beside a good key §provider-signature", async (_what, signing, headers) => {
      const { externalId, trackId } = await deposit()
      const body = JSON.stringify(ticketEvent(trackId))
      const proof = { ...proofOf(body, signing), ...headers, ...fromElsewhere() }
      for (const authorization of [undefined, `Bearer ${key}`]) {
        const all = authorization === undefined ? proof : { ...proof, authorization }
        expectFailure(await send(host.base, { path: "/provider/webhook", body, headers: all }), unauthorized)
      }
      await stillPending(externalId)
    })

    it("takes neither for 401 before it says anything of the body's type §provider-two-proofs", async () => {
      const answer = await fetch(`${host.base}/provider/webhook`, { method: "POST", body: "anything" })
      expect(answer.status).toBe(401)
    })

    it("takes a signature in upper case", async () => {
      const { externalId, trackId } = await deposit()
      const body = JSON.stringify(ticketEvent(trackId))
      const proof = proofOf(body)
      const headers = { ...proof, "x-provider-signature": proof["x-provider-signature"].toUpperCase() }
      expectAccepted(await send(host.base, { path: "/provider/webhook", body, headers }))
      await until(externalId, "COMPLETED")
    })

    it("signs the raw bytes: the same JSON written otherwise needs another signature §provider-signature", async () => {
      const { externalId, trackId } = await deposit()
      const event = ticketEvent(trackId)
      const body = JSON.stringify(event, null, 2)
      expectFailure(
        await send(host.base, { path: "/provider/webhook", body, headers: proofOf(JSON.stringify(event)) }),
        unauthorized
      )
      await stillPending(externalId)
      expectAccepted(await send(host.base, { path: "/provider/webhook", body, headers: proofOf(body) }))
      await until(externalId, "COMPLETED")
    })

    it("refuses a wrong proof before it looks at the body §provider-signature", async () => {
      for (const body of ["", "{", "[]"]) {
        expectFailure(
          await send(host.base, { path: "/provider/webhook", body, headers: proofOf(body, { secret: "x" }) }),
          unauthorized
        )
        expectFailure(await send(host.base, { path: "/provider/webhook", body, headers: proofOf(body) }), {
          status: 400,
          errorCode: "VALIDATION_FAILED",
          fields: ["body"]
        })
      }
    })
  })

  describe("a key's reach", () => {
    it("a foreign ticket matches nothing and stays unpaid §provider-key-reach", async () => {
      const { externalId, trackId } = await deposit()
      expectFailure(await settleWithKey(host.base, keyOf("other"), trackId), notFound)
      await stillPending(externalId)
    })

    it("never reaches returns, not even of one's own deposit §provider-key-reach", async () => {
      const { externalId, trackId } = await deposit()
      await settleWithKey(host.base, key, trackId)
      const { endToEndId } = await until(externalId, "COMPLETED")
      const body = returnEvent(String(endToEndId), returnIdAt(next()), 5_000)
      expectFailure(await send(host.base, { path: "/provider/webhook", key, body }), notFound)
      expect(await record(externalId)).toMatchObject({ status: "COMPLETED", refundedValue: null })
    })

    it.each([
      ["DISPUTE", { type: "CREATED", endToEndId: endToEndIdAt(999_000), value: 100 }],
      ["PIX-OUT", { type: "PAYOUT-SUCCESS", payment: { id: "pay_unknown" } }],
      ["PIX-OUT", { type: "PAYOUT-REVERSED", payment: { id: "inv_unknown" } }],
      ["LIGHTNING", { type: "INVOICE-PAID", paymentHash: "ab".repeat(32) }],
      ["KYC", { type: "APPROVED", attempt: { id: "kyc_unknown" } }],
      ["SOMETHING-NEW", { any: "thing" }]
    ])("%s is not found for a key §provider-key-reach", async (subscription, data) => {
      const body = { event: { id: "e", subscription, data } }
      expectFailure(await send(host.base, { path: "/provider/webhook", key, body }), notFound)
    })

    it("a subscription that no one has a use for is accepted from the provider and left alone", async () => {
      expectAccepted(await sendSigned(host.base, { event: { id: "e", subscription: "SOMETHING-NEW", data: {} } }))
    })
  })

  describe("counting once", () => {
    it("the same event, again and again and at once, settles once §deposit-settled-once", async () => {
      const { externalId, trackId } = await deposit()
      const endToEndId = endToEndIdAt(next())
      const event = ticketEvent(trackId, { endToEndId })
      const answers = await Promise.all(Array.from({ length: 25 }, () => sendSigned(host.base, event)))
      for (const answer of answers) expectAccepted(answer)
      const { transactionHash } = await until(externalId, "COMPLETED")
      expectAccepted(await sendSigned(host.base, event))
      expect(await record(externalId)).toMatchObject({ status: "COMPLETED", transactionHash })
      const receipt = await host.inSandbox(get(PixReceipts, endToEndId))
      expect(Option.getOrThrow(receipt).value.role).toBe("funding")
    })

    it("the same PIX in other words settles once: another event id, another type, another case, the key §deposit-settled-once", async () => {
      const { externalId, trackId } = await deposit()
      const endToEndId = `E99999999202601010000abcdefghijk`
      expectAccepted(await sendSigned(host.base, ticketEvent(trackId, { endToEndId })))
      await until(externalId, "COMPLETED")
      const again = ticketEvent(trackId, { endToEndId: endToEndId.toUpperCase() }, "TICKET-COMPLETE")
      expectAccepted(await sendSigned(host.base, { event: { ...again.event, id: "another" } }))
      expectAccepted(await sendSigned(host.base, { event: { subscription: "TICKET", data: again.event.data } }))
      expect(await record(externalId)).toMatchObject({ status: "COMPLETED", endToEndId, refundedValue: null })
    })

    it("settling with the key and by the provider at once delivers once §deposit-settled-once", async () => {
      const { externalId, trackId } = await deposit()
      const answers = await Promise.all(
        Array.from(
          { length: 20 },
          (_, n) => n % 2 === 0 ? settleWithKey(host.base, key, trackId) : sendSigned(host.base, ticketEvent(trackId))
        )
      )
      for (const answer of answers) expectAccepted(answer)
      await until(externalId, "COMPLETED")
    })

    it("a second PIX on a paid charge is surplus: returned to its payer, never part of the refund (C41) §deposit-surplus", async () => {
      const { externalId, trackId } = await deposit()
      const [first, second] = [endToEndIdAt(next()), endToEndIdAt(next())]
      expectAccepted(await sendSigned(host.base, ticketEvent(trackId, { endToEndId: first })))
      await until(externalId, "COMPLETED")
      expectAccepted(
        await sendSigned(host.base, { event: { ...ticketEvent(trackId, { endToEndId: second }).event, id: "second" } })
      )
      const receipt = await host.inSandbox(get(PixReceipts, second))
      expect(Option.getOrThrow(receipt).value.role).toBe("surplus")
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await record(externalId)).toMatchObject({
        status: "COMPLETED",
        endToEndId: first,
        refundedValue: null,
        refundStatus: null
      })
    })

    it("one PIX reported for two charges pays the first alone, and a person is told", async () => {
      const [one, two] = [await deposit(), await deposit()]
      const endToEndId = endToEndIdAt(next())
      expectAccepted(await sendSigned(host.base, ticketEvent(one.trackId, { endToEndId })))
      expectAccepted(await sendSigned(host.base, ticketEvent(two.trackId, { endToEndId })))
      await until(one.externalId, "COMPLETED")
      await stillPending(two.externalId)
      const { id } = { id: (await record(two.externalId))["walletCharge"] }
      const reviews = await host.inSandbox(Effect.map(
        get(Reviews, `${String(id)}/paidByOtherPix/${endToEndId}`),
        Option.isSome
      ))
      expect(reviews).toBe(true)
    })
  })

  describe("returns", () => {
    const paid = async (parts = {}) => {
      const { externalId, trackId } = await deposit(parts)
      const endToEndId = endToEndIdAt(next())
      expectAccepted(await sendSigned(host.base, ticketEvent(trackId, { endToEndId })))
      return { externalId, endToEndId }
    }

    it("a partial return keeps the status, the full one makes it REFUNDED and retryable §deposit-record-refund §deposit-refunded-full §deposit-refunded-part", async () => {
      const { endToEndId, externalId } = await paid()
      await until(externalId, "COMPLETED")
      const [first, second] = [returnIdAt(next()), returnIdAt(next())]
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndId, first, 2_000)))
      expect(await record(externalId)).toMatchObject({
        status: "COMPLETED",
        refundStatus: "PARTIALLY_REFUNDED",
        refundedValue: 2_000,
        refundEndToEndId: first,
        refundedAt: expect.any(String) as unknown,
        retryable: false
      })
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndId, second, 3_000)))
      expect(await record(externalId)).toMatchObject({
        status: "REFUNDED",
        refundStatus: "CONFIRMED",
        refundedValue: 5_000,
        refundEndToEndId: second,
        retryable: true
      })
    })

    it("a return counts once, however often and however concurrently it is told §deposit-return-once", async () => {
      const { endToEndId, externalId } = await paid()
      await until(externalId, "COMPLETED")
      const returnId = returnIdAt(next())
      const event = returnEvent(endToEndId.toLowerCase().replace("e", "E"), returnId, 1_250)
      const answers = await Promise.all(Array.from({ length: 20 }, () => sendSigned(host.base, event)))
      for (const answer of answers) expectAccepted(answer)
      expect(await record(externalId)).toMatchObject({ refundedValue: 1_250 })
      expect(Option.isSome(await host.inSandbox(get(PixReturns, returnId)))).toBe(true)
    })

    it("concurrent returns add up §deposit-return-once", async () => {
      const { endToEndId, externalId } = await paid()
      await until(externalId, "COMPLETED")
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => sendSigned(host.base, returnEvent(endToEndId, returnIdAt(next()), 500)))
      )
      for (const answer of answers) expectAccepted(answer)
      expect(await record(externalId)).toMatchObject({ status: "REFUNDED", refundedValue: 5_000, retryable: true })
    })

    it("a return beyond what was paid changes nothing §deposit-return-beyond", async () => {
      const { endToEndId, externalId } = await paid()
      await until(externalId, "COMPLETED")
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndId, returnIdAt(next()), 5_001)))
      expect(await record(externalId)).toMatchObject({ status: "COMPLETED", refundedValue: null, refundStatus: null })
    })

    it("a return of a PIX that no one paid is kept §deposit-return-unknown", async () => {
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndIdAt(next()), returnIdAt(next()), 1)))
    })

    it("a failed deposit becomes REFUNDED once it went back whole §deposit-refunded-full", async () => {
      const { endToEndId, externalId } = await paid({ address: "0x000000000000000000000000000000000000dEaD" })
      await until(externalId, "FAILED")
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndId, returnIdAt(next()), 5_000)))
      expect(await record(externalId)).toMatchObject({
        status: "REFUNDED",
        errorCode: "DEPOSIT_DELIVERY_FAILED",
        refundStatus: "CONFIRMED",
        retryable: true
      })
    })
  })

  it("an unknown ticket is not found §deposit-ticket-unknown", async () => {
    expectFailure(await sendSigned(host.base, ticketEvent("tkt_none")), notFound)
    expectFailure(await settleWithKey(host.base, key, "tkt_none"), notFound)
  })

  it("ignores fields that it does not know, at every level §provider-fields", async () => {
    const { externalId, trackId } = await deposit()
    const event = ticketEvent(trackId)
    const body = {
      more: 1,
      event: { ...event.event, more: {}, data: { ...event.event.data, more: [], ticket: { id: trackId, more: null } } }
    }
    expectAccepted(await sendSigned(host.base, body))
    await eventually(() => record(externalId), ({ status }) => status === "COMPLETED")
  })
})
