// What Woovi's messages become: facts that its interface confirms, or a typed refusal, whatever is in them.
import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { failureCodes, rejectionCodes } from "../../../adapters/woovi/codes.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderInbox } from "../../../core/ports/provider-inbox.ts"
import { type Opened, inboxAt, opened, railAt, signed } from "./bench.ts"
import { contractPath, messagesOf } from "./contract.ts"
import { notGivenBackId, openKey, receivedId } from "./stand-in.ts"

let there: Opened
let inbox: ProviderInbox["Service"]

beforeEach(async () => {
  there = await opened()
  inbox = await inboxAt(there.to.url)
})

afterEach(() => there.close())

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const facts = (message: unknown) => Effect.runPromise(inbox.read(signed(bytes(message))))
const failure = (message: unknown) =>
  Effect.runPromise(Effect.map(Effect.flip(inbox.read(signed(bytes(message)))), ({ _tag }) => _tag))
const cents = (value: bigint) => unitsUnsafe("BRL", value)

const received = (event: string, trackId: string, endToEndId: string) => ({
  event,
  charge: { correlationID: trackId, status: "COMPLETED" },
  pix: { endToEndId, value: 1, payer: { name: "Somebody else" } }
})

describe("a received PIX", () => {
  it("is what the provider's books say of it, and the same fact by every event", async () => {
    const endToEndId = there.woovi.pay("dep_1", 250n)
    const events = ["CHARGE_COMPLETED", "CHARGE_COMPLETED_NOT_SAME_CUSTOMER_PAYER", "TRANSACTION_RECEIVED"]
    for (const event of [...events, ...events]) {
      expect(await facts(received(`OPENPIX:${event}`, "dep_1", endToEndId))).toEqual([{
        _tag: "ChargePaid",
        eventId: endToEndId,
        trackId: "dep_1",
        endToEndId,
        value: 250n,
        paidAt: Date.parse("2026-01-02T03:04:05.678Z"),
        payer: { name: "Maria", taxId: "52998224725" }
      }])
    }
  })

  it("belongs to the charge that the books say, whatever the message says", async () => {
    const endToEndId = there.woovi.pay("dep_1", 250n)
    expect(await facts(received("OPENPIX:CHARGE_COMPLETED", "dep_2", endToEndId))).toMatchObject([{ trackId: "dep_1" }])
  })

  it("is sent again while the books do not have it, or cannot be asked", async () => {
    expect(await failure(received("OPENPIX:CHARGE_COMPLETED", "dep_1", "E1"))).toBe("InboxUnavailable")
    const endToEndId = there.woovi.pay("dep_1", 250n)
    await there.to.line.set("unauthorised")
    expect(await failure(received("OPENPIX:CHARGE_COMPLETED", "dep_1", endToEndId))).toBe("InboxUnavailable")
  })

  it("on no charge is reported as what it is, also where the message names one", async () => {
    const endToEndId = there.woovi.pay("dep_1", 250n)
    const { transactions } = there.woovi
    transactions.push(...transactions.splice(0).map(({ charge: _, ...rest }) => rest))
    const expected = {
      _tag: "PixWithoutCharge",
      endToEndId,
      value: 250n,
      payer: { name: "Maria", taxId: "52998224725" }
    }
    const { charge: _, ...bare } = received("OPENPIX:TRANSACTION_RECEIVED", "dep_1", endToEndId)
    expect(await facts(bare)).toMatchObject([expected])
    expect(await facts(received("OPENPIX:CHARGE_COMPLETED", "dep_1", endToEndId))).toMatchObject([expected])
  })

  it("five on one charge are five facts, and the same again", async () => {
    const ids = [1n, 2n, 3n, 4n, 5n].map((value) => there.woovi.pay("dep_1", value))
    const message = { event: "OPENPIX:CHARGE_COMPLETED", charge: { correlationID: "dep_1" }, pix: {} }
    const first = await facts(message)
    expect(first.map((fact) => fact.eventId)).toEqual(ids)
    expect(await facts(message)).toEqual(first)
  })
})

describe("a payment", () => {
  const message = (event: string, more: object = {}) => ({
    event: `OPENPIX:MOVEMENT_${event}`,
    payment: { correlationID: "pay_1", value: 1, status: event },
    ...more
  })

  beforeEach(async () => {
    const rail = await railAt(there.to.url)
    const destination = { by: "key", keyType: "EMAIL", key: openKey } as const
    await Effect.runPromise(rail.pay({ paymentId: "pay_1", value: cents(100n), destination }))
  })

  it("that is confirmed there is settled, and before that it is sent again", async () => {
    expect(await failure(message("CONFIRMED"))).toBe("InboxUnavailable")
    there.woovi.settle("pay_1")
    expect(await facts(message("CONFIRMED"))).toEqual([{
      _tag: "PaymentSettled",
      eventId: "payment/pay_1/settled",
      paymentId: "pay_1",
      endToEndId: there.woovi.payments.get("pay_1")?.endToEndId,
      value: 100n
    }])
    // The books stand, and not the name of the event.
    expect(await facts(message("FAILED"))).toMatchObject([{ _tag: "PaymentSettled" }])
  })

  it.each([...rejectionCodes, ...failureCodes])("that failed with $code is $meaning", async ({ code, meaning }) => {
    there.woovi.settle("pay_1", code)
    const expected = meaning === "refused" ? { _tag: "PaymentRefused", paymentId: "pay_1" } : { _tag: "Unsupported" }
    expect(await facts(message("FAILED"))).toMatchObject([expected])
  })

  it("that failed there with no code is refused by the code that is signed", async () => {
    there.woovi.settle("pay_1")
    Object.assign(there.woovi.payments.get("pay_1") ?? {}, { status: "FAILED" })
    expect(await facts(message("FAILED"))).toMatchObject([{ _tag: "Unsupported" }])
    const signedCode = message("FAILED", { transaction: { providerErrorCode: "AC03" } })
    expect(await facts(signedCode)).toMatchObject([{ _tag: "PaymentRefused" }])
    const own = message("FAILED", { error: { code: "PIX_KEY_INFO_NOT_FOUND" } })
    expect(await facts(own)).toMatchObject([{ _tag: "PaymentRefused" }])
  })

  it("of somebody else, and one that was removed, is of no use", async () => {
    const other = { event: "OPENPIX:MOVEMENT_CONFIRMED", payment: { correlationID: "payment1" } }
    expect(await facts(other)).toMatchObject([{ _tag: "Unsupported" }])
    expect(await facts(message("REMOVED"))).toMatchObject([{ _tag: "Unsupported" }])
    expect(await failure({ event: "OPENPIX:MOVEMENT_FAILED", payment: {} })).toBe("ValidationFailed")
  })
})

describe("a return", () => {
  it("of ours is confirmed or refused by the provider's answer", async () => {
    const rail = await railAt(there.to.url)
    await Effect.runPromise(rail.sendReturn({ returnId: "surplus/E1", endToEndId: receivedId, value: cents(7n) }))
    await Effect.runPromise(rail.sendReturn({ returnId: "ret_2", endToEndId: notGivenBackId, value: cents(8n) }))
    const message = (correlationID: string) => ({
      event: "PIX_TRANSACTION_REFUND_SENT_CONFIRMED",
      refund: { correlationID, transactionEndToEndId: receivedId }
    })
    const returnId = there.woovi.refunds.get("surplus.2fE1")?.["returnIdentification"]
    expect(await facts(message("surplus.2fE1"))).toEqual([{
      _tag: "PixReturned",
      eventId: returnId,
      endToEndId: receivedId,
      returnId,
      ourReturnId: "surplus/E1",
      value: 7n,
      nature: null
    }])
    expect(await facts(message("ret_2"))).toMatchObject([{ _tag: "ReturnRefused", returnId: "ret_2" }])
    expect(await facts(message("ret_3"))).toMatchObject([{ _tag: "Unsupported" }])
  })

  it("that the provider made is placed by the one payment of its charge, and not among several", async () => {
    const endToEndId = there.woovi.pay("dep_1", 151n)
    there.woovi.transactions.push({ type: "REFUND", value: 151, endToEndId: "D1", charge: { correlationID: "dep_1" } })
    const message = {
      event: "OPENPIX:TRANSACTION_REFUND_RECEIVED",
      charge: { correlationID: "dep_1" },
      pix: { endToEndId: "D1", value: 999 }
    }
    expect(await facts(message)).toMatchObject([
      { _tag: "PixReturned", eventId: "D1", endToEndId, returnId: "D1", ourReturnId: null, value: 151n }
    ])
    there.woovi.pay("dep_1", 151n)
    expect(await facts(message)).toMatchObject([{ _tag: "Unsupported" }])
  })
})

it.each(["CREATED", "ACCEPTED", "REJECTED", "CANCELED"])(
  "a dispute is %s by its event, and stands as signed",
  async (status) => {
    const dispute = {
      status: "OPENED",
      endToEndId: "E3524a995bbd54034b6d07c1c36014557",
      name: "Maria",
      value: 1000,
      disputeReason: "Golpe"
    }
    expect(await facts({ event: `OPENPIX:DISPUTE_${status}`, dispute })).toEqual([{
      _tag: "DisputeMoved",
      eventId: `dispute/${dispute.endToEndId}/${status}/OPENED`,
      status,
      endToEndId: dispute.endToEndId,
      disputeId: null,
      value: 1000n,
      reason: "Golpe",
      payerName: "Maria",
      transactionDate: null,
      providerStatus: "OPENED"
    }])
    expect(there.woovi.requests.filter((each) => each.includes("dispute"))).toEqual([])
  }
)

it.each([[1000, 1000n], ["1000", 1000n], [0, 0n], [10 ** 15, 10n ** 15n]])(
  "a dispute of %j is of %d cents",
  async (value, is) => {
    const dispute = { status: "OPENED", endToEndId: receivedId, value }
    expect(await facts({ event: "OPENPIX:DISPUTE_CREATED", dispute })).toMatchObject([{ value: is }])
  }
)

it.each([-1, "-1", 1.5, "1.5", 10 ** 15 + 1, "1000000000000001", 1e21, "", null, true])(
  "a dispute of %j is refused, as that is no amount of reais",
  async (value) => {
    const dispute = { status: "OPENED", endToEndId: receivedId, value }
    expect(await failure({ event: "OPENPIX:DISPUTE_CREATED", dispute })).toBe("ValidationFailed")
  }
)

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "x".repeat(300),
    0,
    -1,
    1.5,
    1e21,
    true,
    [],
    {},
    "D1",
    "dep_1",
    "E00000000202601010000receive0001"
  ),
  fc.jsonValue({ maxDepth: 1 })
)

/** An example with one place of it replaced or left out. */
const changed = (value: unknown, places: ReadonlyArray<number>, by: unknown): unknown => {
  const [place, ...rest] = places
  if (place === undefined || value === null || typeof value !== "object") return by
  const entries = Object.entries(value)
  const at = place % Math.max(1, entries.length)
  return Object.fromEntries(
    entries.flatMap(([name, each], index) =>
      index !== at ? [[name, each]] : by === undefined && rest.length === 0 ? [] : [[name, changed(each, rest, by)]]
    )
  )
}

describe.skipIf(contractPath === undefined)("messages after Woovi's description (woovi.json)", () => {
  it("1,000 of them are facts or typed refusals, and the same again", async () => {
    const { events, examples } = messagesOf(contractPath ?? "")
    expect(examples).toHaveLength(3)
    expect(events.length).toBeGreaterThan(20)
    there.woovi.rows = 100
    there.woovi.pay("dep_1", 100n)
    const money = {
      payment: { correlationID: "pay_1" },
      transaction: { endToEndId: receivedId },
      refund: { correlationID: "ret_1" }
    }
    const dispute = { status: "OPENED", endToEndId: receivedId, value: 1000, name: "Maria", disputeReason: "Golpe" }
    const message = fc.tuple(
      fc.constantFrom<unknown>(...events, undefined, 7),
      fc.constantFrom(...examples),
      fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
      fc.option(junk, { nil: undefined })
    ).map(([event, example, places, by]) => changed({ event, ...example, ...money, dispute }, places, by))
    const tags = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(message, async (body) => {
        const arrived = signed(bytes(body))
        const [one, two] = [
          await Effect.runPromiseExit(inbox.read(arrived)),
          await Effect.runPromiseExit(inbox.read(arrived))
        ]
        const tag = Exit.isSuccess(one)
          ? one.value.map(({ _tag }) => _tag).join()
          : (Exit.findErrorOption(one) as { readonly value?: { readonly _tag: string } }).value?._tag ?? "a defect"
        tags.set(tag, (tags.get(tag) ?? 0) + 1)
        expect(["a defect", "ProofRefused"]).not.toContain(tag)
        if (Exit.isSuccess(one)) expect(Exit.isSuccess(two) && two.value).toEqual(one.value)
      }),
      { numRuns: 1_000 }
    )
    for (const tag of ["DisputeMoved", "Unsupported", "ValidationFailed", "InboxUnavailable"]) {
      expect(tags.get(tag) ?? 0).toBeGreaterThan(0)
    }
  })
})
