// What Avenia's tickets become: every row of the table, one request for each payment, and amounts that differ.
import { createPrivateKey, verify } from "node:crypto"
import { Clock, Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ticketRows } from "../../../adapters/avenia/codes.ts"
import { signatureOf } from "../../../adapters/avenia/credentials.ts"
import { externalIdOf } from "../../../adapters/avenia/ids.ts"
import { centsOf } from "../../../adapters/avenia/tickets.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { PixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import { type Plane, kycPlane } from "../kyc-plane.ts"
import { openRail } from "./bench.ts"
import { type AveniaStandIn, aveniaStandIn, ourPublicKey, privateKey } from "./stand-in.ts"

const run = Effect.runPromise
const value = unitsUnsafe("BRL", 10_050n)
const paymentId = "pay_0192f0a1b2c37d4e8f90a1b2c3d4e5f6"
const to = (key: string) => ({ paymentId, value, destination: { by: "key", keyType: "EMAIL", key } as const })
const charge = {
  chargeId: "dep_1",
  value,
  expiresAt: 1,
  subAccountId: "sub_1",
  payer: { name: "Maria", taxId: null },
  description: "Loja da Ana"
}

let standIn: AveniaStandIn
let plane: Plane
let rail: PixRailAdapter

beforeEach(async () => {
  standIn = await aveniaStandIn()
  plane = await kycPlane()
  rail = await openRail(plane, standIn.url)
})
afterEach(() => standIn.close())

const lookUp = (key = "maria@example.com") => run(rail.lookUpPayment(to(key)))
const posts = () => standIn.requests.filter(({ method }) => method === "POST").length

/** Runs as if so many milliseconds had passed. */
const later = <A>(effect: Effect.Effect<A>, ms: number): Promise<A> =>
  run(Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe() + ms
    const shifted: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now)
    })
    return yield* Effect.provideService(effect, Clock.Clock, shifted)
  }))

it("names a ticket by a pure function of our id", () => {
  expect(externalIdOf(paymentId)).toBe("a44081a4-6a43-84fc-813c-6a83659e12e2")
  expect(externalIdOf("dep_1")).toBe("b0592dbc-7ba2-8a2a-851f-4d35db7b7d64")
})

it("signs time, method, target with its query, and body", () => {
  const call = { method: "GET", target: "/v2/account/tickets?externalId=a%20b", body: undefined }
  const signature = Buffer.from(signatureOf(createPrivateKey(privateKey), "1700000000000", call), "base64")
  const text = "1700000000000GET/v2/account/tickets?externalId=a%20b"
  expect(verify("sha256", Buffer.from(text), ourPublicKey, signature)).toBe(true)
  expect(verify("sha256", Buffer.from(text.replace("%20", "+")), ourPublicKey, signature)).toBe(false)
})

it.each([
  ["100", 10_000n],
  ["100.5", 10_050n],
  ["100.50", 10_050n],
  ["100.500000", 10_050n],
  ["100.505", undefined],
  ["1e2", undefined],
  ["-1.00", undefined],
  ["", undefined]
])("reads %j as %s cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

describe("a payment", () => {
  it.each(ticketRows)("whose ticket is $status is $payment", async ({ payment, status }) => {
    await run(rail.pay(to("open@example.com")))
    const [ticket] = standIn.tickets
    if (ticket !== undefined) standIn.settle(ticket, status)
    expect((await lookUp("open@example.com"))._tag).toBe(payment)
  })

  it("of a failed ticket over which a PIX went is for a person", async () => {
    await run(rail.pay(to("open@example.com")))
    const [ticket] = standIn.tickets
    if (ticket === undefined) throw new Error("no ticket")
    standIn.settle(ticket)
    standIn.settle(ticket, "FAILED")
    expect(await lookUp("open@example.com")).toMatchObject({ _tag: "Unknown" })
  })

  it("in a state that is not listed, of another value, or with two tickets is Unknown", async () => {
    await run(rail.pay(to("open@example.com")))
    const [ticket] = standIn.tickets
    if (ticket === undefined) throw new Error("no ticket")
    standIn.settle(ticket, "REFUNDED")
    expect(await lookUp("open@example.com")).toMatchObject({ _tag: "Unknown" })
    standIn.settle(ticket)
    expect(await lookUp("open@example.com")).toMatchObject({ _tag: "Done" })
    standIn.tickets[0] = { ...ticket, quote: { ...ticket.quote, outputAmount: "100.51" } }
    expect(await lookUp("open@example.com")).toMatchObject({
      _tag: "Unknown",
      reason: { code: "differs", amount: "100.51", asset: "BRL" }
    })
    standIn.tickets.splice(0, 1, ticket, { ...ticket, id: "another" })
    expect(await lookUp("open@example.com")).toMatchObject({ _tag: "Unknown", reason: { code: "ambiguous" } })
  })

  it("to another key than was ordered is Unknown", async () => {
    await run(rail.pay(to("maria@example.com")))
    expect(await lookUp("eva@example.com")).toEqual({
      _tag: "Unknown",
      reason: { code: "differs", detail: "another key was paid" }
    })
  })

  it("whose request was acted on and not answered is found, and never requested again", async () => {
    standIn.script.push({ path: /tickets$/, method: "POST", reply: { status: 504 }, acts: true })
    expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Unknown" })
    expect(await lookUp()).toMatchObject({ _tag: "Done" })
    expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Done" })
    expect(posts()).toBe(1)
  })

  it.each([400, 401, 403, 404, 409, 422, 429, 500, 503])(
    "whose request is answered %i is Unknown for good, and is not requested again",
    async (status) => {
      standIn.script.push({ path: /tickets$/, method: "POST", reply: { status, json: { error: "invalid pixKey" } } })
      expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Unknown" })
      expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Unknown" })
      expect(posts()).toBe(1)
      expect(await lookUp()).toMatchObject({ _tag: "Unknown" })
      // A person decides.
      const year = 365 * 86_400_000
      expect(await later(rail.lookUpPayment(to("maria@example.com")), year)).toMatchObject({ _tag: "Unknown" })
      expect(await later(rail.pay(to("maria@example.com")), year)).toMatchObject({ _tag: "Unknown" })
      expect(posts()).toBe(1)
    }
  )

  it("that another worker sends between our look at its row and our own row is requested once", async () => {
    const patient = { timeoutMs: 60_000 }
    const [ours, other] = [await openRail(plane, standIn.url, patient), await openRail(plane, standIn.url, patient)]
    const before: Array<unknown> = []
    standIn.meanwhile = async ({ path }) => {
      if (!path.endsWith("/fixed-rate")) return
      standIn.meanwhile = () => undefined
      before.push(await run(ours.lookUpPayment(to("maria@example.com"))), await run(other.pay(to("maria@example.com"))))
    }
    const found = await run(ours.pay(to("maria@example.com")))
    expect(before).toEqual([{ _tag: "Absent" }, found])
    expect(found).toMatchObject({ _tag: "Done" })
    expect(posts()).toBe(1)
  })

  it("whose quote did not come, or is of another value, is Held: nothing was sent", async () => {
    standIn.script.push({ path: /fixed-rate$/, reply: { status: 429 } })
    expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    const quote = { quoteToken: "t", inputAmount: "100.50", outputAmount: "100.49" }
    standIn.script.push({ path: /fixed-rate$/, reply: { status: 200, json: quote } })
    expect(await run(rail.pay(to("maria@example.com")))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    expect(posts()).toBe(0)
    expect(await lookUp()).toEqual({ _tag: "Absent" })
  })

  it("by BR Code has the code in its quote", async () => {
    const destination = { by: "brCode", brCode: "00020126-code" } as const
    expect(await run(rail.pay({ paymentId, value, destination }))).toMatchObject({ _tag: "Done" })
    expect(standIn.tickets[0]?.quote["outputBrCode"]).toBe("00020126-code")
  })
})

describe("a charge", () => {
  it.each(ticketRows)("whose ticket is $status is $charge", async (row) => {
    const made = await run(rail.createCharge(charge))
    const [ticket] = standIn.tickets
    if (made._tag !== "Done" || ticket === undefined) throw new Error("no charge")
    standIn.settle(ticket, row.status)
    const found = await run(rail.lookUpCharge(made.value.trackId))
    expect(found._tag).toBe(row.charge === "unknown" ? "Unknown" : "Done")
    if (found._tag === "Done") expect(found.value).toHaveLength(row.charge === "paid" ? 1 : 0)
  })

  it("that failed after its PIX came in is not unpaid", async () => {
    const made = await run(rail.createCharge(charge))
    const [ticket] = standIn.tickets
    if (made._tag !== "Done" || ticket === undefined) throw new Error("no charge")
    standIn.settle(ticket)
    standIn.settle(ticket, "FAILED")
    expect(await run(rail.lookUpCharge(made.value.trackId))).toMatchObject({ _tag: "Unknown" })
  })

  it("goes to our own account, with the key owner's name for the payer, and no third party", async () => {
    await run(rail.createCharge(charge))
    expect(standIn.tickets[0]).toMatchObject({
      externalId: externalIdOf("dep_1"),
      quote: { inputAmount: "100.50", inputThirdParty: "false", outputThirdParty: "false" },
      body: {
        ticketBrlPixInput: { additionalData: "Loja da Ana" },
        ticketBlockchainOutput: { beneficiaryWalletId: "00000000-0000-0000-0000-000000000000" }
      }
    })
  })

  it("whose quote is of another value is not shown", async () => {
    const quote = { quoteToken: "t", inputAmount: "100.49", outputAmount: "100.49" }
    standIn.script.push({ path: /fixed-rate$/, reply: { status: 200, json: quote } })
    expect(await run(rail.createCharge(charge))).toMatchObject({ _tag: "Unknown" })
    expect(posts()).toBe(0)
  })

  it("that the provider does not know is Unknown, as it documents no body that says so", async () => {
    expect(await run(rail.lookUpCharge("nothing"))).toMatchObject({ _tag: "Unknown" })
  })
})

it("a return waits for a person, as no order of it can be given", async () => {
  const request = { returnId: "ret_1", endToEndId: "E1", value }
  expect(await run(rail.sendReturn(request))).toMatchObject({ _tag: "Held", reason: { code: "manual" } })
  expect(await run(rail.lookUpReturn(request))).toEqual({ _tag: "Absent" })
  expect(standIn.requests).toEqual([])
})
