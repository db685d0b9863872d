// What Avenia posts: proven by a key that changes, read again before it counts, and never a defect.
import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { afterEach, beforeEach, expect, it } from "vitest"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderInbox, ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { type Plane, kycPlane } from "../kyc-plane.ts"
import { aboutTicket, bytes, openInbox, openRail } from "./bench.ts"
import { type AveniaStandIn, aveniaStandIn } from "./stand-in.ts"

const now = 1_772_323_200_000
const value = unitsUnsafe("BRL", 10_050n)

let standIn: AveniaStandIn
let plane: Plane
let inbox: ProviderInbox["Service"]

beforeEach(async () => {
  standIn = await aveniaStandIn()
  plane = await kycPlane()
  inbox = await openInbox(plane, standIn.url)
})
afterEach(() => standIn.close())

/** The tags of the facts of a message, or that of why there are none. */
const tagsOf = async (message: ProviderMessage) => {
  const exit = await Effect.runPromiseExit(inbox.read(message))
  if (Exit.isSuccess(exit)) return exit.value.map(({ _tag }) => _tag).join()
  const problem = Exit.findErrorOption(exit)
  return problem._tag === "Some" ? problem.value._tag : "a defect"
}

const keyReads = () => standIn.requests.filter(({ path }) => path === "/v2/public-key").length
const unknown = bytes({ subAccountId: "s", subscription: "LIMIT-UPDATE", data: { é: 1 } })

it("goes on when the key changes, with one more reading of it", async () => {
  expect(await tagsOf(standIn.posted(unknown, now))).toBe("Unsupported")
  expect(await tagsOf(standIn.posted(unknown, now + 1))).toBe("Unsupported")
  expect(keyReads()).toBe(1)
  const old = standIn.posted(unknown, now + 2)
  standIn.rotate()
  const messages = Array.from({ length: 8 }, () => tagsOf(standIn.posted(unknown, now + 2)))
  expect(await Promise.all(messages)).toEqual(Array(8).fill("Unsupported"))
  expect(keyReads()).toBe(2)
  expect(await tagsOf({ ...old, now: now + 3 })).toBe("ProofRefused")
})

it("has forgeries call Avenia once in 30 seconds at most, and takes what is genuine meanwhile", async () => {
  await tagsOf(standIn.posted(unknown, now))
  const forged = (at: number) => tagsOf({ ...standIn.posted(unknown, at), body: bytes({ subscription: "TICKET" }) })
  for (let at = 0; at < 30_000; at += 1_000) expect(await forged(now + at)).toBe("ProofRefused")
  expect(keyReads()).toBe(2)
  expect(await forged(now + 30_000)).toBe("ProofRefused")
  expect(keyReads()).toBe(3)
  expect(await tagsOf(standIn.posted(unknown, now + 30_001))).toBe("Unsupported")
})

it("reads the key again after an hour", async () => {
  await tagsOf(standIn.posted(unknown, now))
  await tagsOf(standIn.posted(unknown, now + 3_599_999))
  expect(keyReads()).toBe(1)
  await tagsOf(standIn.posted(unknown, now + 3_600_001))
  expect(keyReads()).toBe(2)
})

it("has the message sent again while there is no key, or the ticket cannot be read", async () => {
  await standIn.line.set("cut")
  expect(await tagsOf(standIn.posted(unknown, now))).toBe("InboxUnavailable")
  await standIn.line.set("gateway")
  expect(await tagsOf(standIn.posted(unknown, now))).toBe("InboxUnavailable")
  await standIn.line.set("whole")
  expect(await tagsOf(standIn.posted(unknown, now))).toBe("Unsupported")
  expect(await tagsOf(standIn.posted(bytes(aboutTicket("nothing")), now))).toBe("InboxUnavailable")
})

it("refuses one changed bit, Latin-1, and a body that was serialised again", async () => {
  const text = "{\"subAccountId\": \"s\", \"subscription\":\"LIMIT-UPDATE\", \"data\":{\"name\":\"é\"}}"
  const body = Buffer.from(text)
  const message = standIn.posted(body, now)
  expect(await tagsOf(message)).toBe("Unsupported")
  for (let bit = 0; bit < body.length * 8; bit += 13) {
    const changed = Uint8Array.from(body)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(await tagsOf({ ...message, body: changed })).toBe("ProofRefused")
  }
  expect(await tagsOf({ ...message, body: Buffer.from(text, "latin1") })).toBe("ProofRefused")
  expect(await tagsOf({ ...message, body: bytes(JSON.parse(text)) })).toBe("ProofRefused")
  for (const signature of ["", "x", "A".repeat(344), `${message.headers["signature"]} `]) {
    expect(await tagsOf({ ...message, headers: { signature } })).toBe("ProofRefused")
  }
})

it("reports of a payment what its ticket says, in both envelopes, and nothing of a ticket that is not ours", async () => {
  const rail = await openRail(plane, standIn.url)
  const destination = { by: "key", keyType: "EMAIL", key: "open@example.com" } as const
  await Effect.runPromise(rail.pay({ paymentId: "pay_1", value, destination }))
  const [ticket] = standIn.tickets
  if (ticket === undefined) throw new Error("no ticket")
  const { event } = aboutTicket(ticket.id)
  const both = () =>
    Promise.all([{ event }, { ...event, subAccountId: "s" }].map((each) => tagsOf(standIn.posted(bytes(each), now))))
  // TICKET-COMPLETE alone proves nothing.
  expect(await both()).toEqual(["Unsupported", "Unsupported"])
  standIn.settle(ticket)
  expect(await both()).toEqual(["PaymentSettled", "PaymentSettled"])
  standIn.tickets[0] = { ...ticket, status: "FAILED", endToEndId: undefined }
  expect(await both()).toEqual(["PaymentRefused", "PaymentRefused"])
  standIn.tickets[0] = { ...ticket, quote: { ...ticket.quote, outputAmount: "1.00" } }
  expect(await both()).toEqual(["Unsupported", "Unsupported"])
  standIn.tickets[0] = { ...ticket, externalId: "of somebody else" }
  expect(await both()).toEqual(["Unsupported", "Unsupported"])
})

it("gives facts or a typed refusal, whatever comes", async () => {
  const rail = await openRail(plane, standIn.url)
  await Effect.runPromise(rail.createCharge({
    chargeId: "dep_1",
    value,
    expiresAt: 1,
    subAccountId: "sub_1",
    payer: { name: "Maria", taxId: null },
    description: "shop"
  }))
  const [ticket] = standIn.tickets
  if (ticket === undefined) throw new Error("no ticket")
  standIn.settle(ticket)
  const text = fc.oneof(fc.string(), fc.constant(null), fc.integer())
  const data = fc.oneof(
    fc.record({
      type: fc.oneof(fc.constantFrom("TICKET-CREATED", "DEPOSIT-SUCCESS", "DELIVERY-FAILED", "KYC-COMPLETED"), text),
      ticket: fc.record({ id: fc.oneof(fc.constant(ticket.id), fc.constant("nothing"), text) }, { requiredKeys: [] }),
      attempt: fc.record({ id: text, status: text, result: text }, { requiredKeys: [] })
    }, { requiredKeys: [] }),
    fc.jsonValue()
  )
  const subscription = fc.oneof(fc.constantFrom("TICKET", "KYC", "LIMIT-UPDATE"), text)
  const envelope = fc.record({ subAccountId: text, accountId: text, subscription, data }, { requiredKeys: [] })
  const message = fc.oneof(envelope, fc.record({ event: envelope }), fc.jsonValue())
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(message, async (each) => {
      seen.add(await tagsOf(standIn.posted(bytes(each), now)))
    }),
    { numRuns: 1_000 }
  )
  expect([...seen].toSorted()).toEqual(["ChargePaid", "InboxUnavailable", "Unsupported", "ValidationFailed"])
}, 30_000)
