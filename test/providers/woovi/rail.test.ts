// What Woovi's rail says at each step and of each code: only a listed sentence refuses a movement, and what differs is a person's.
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { heard } from "../../../adapters/conformance/movement.ts"
import {
  absences,
  failureCodes,
  paymentStates,
  receivedStates,
  refundStates,
  rejectionCodes
} from "../../../adapters/woovi/codes.ts"
import { correlationIdOf, idOf } from "../../../adapters/woovi/ids.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { PixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import type { BooksPage } from "../../../core/ports/rail-books.ts"
import { type Opened, booksAt, opened, paid, railAt } from "./bench.ts"
import { openKey, receivedId } from "./stand-in.ts"

let there: Opened
let rail: PixRailAdapter

beforeEach(async () => {
  there = await opened()
  rail = await railAt(there.to.url)
})

afterEach(() => there.close())

const cents = (value: bigint) => unitsUnsafe("BRL", value)
const request = (value = 100n) => ({ paymentId: "pay_1", value: cents(value), destination: paid })
const open = { ...request(), destination: { by: "key", keyType: "EMAIL", key: openKey } as const }
const charge = {
  chargeId: "dep_1",
  value: cents(100n),
  expiresAt: Date.now() + 3_600_000,
  subAccountId: "sub_1",
  payer: { name: "Maria", taxId: "52998224725" },
  description: "A shop"
}
const back = { returnId: "surplus/E1", endToEndId: receivedId, value: cents(100n) }

describe("ids", () => {
  it.each([
    ["pay_0123456789abcdef", "pay_0123456789abcdef"],
    ["surplus/E00000000202601010000abcdefghijk", "surplus.2fE00000000202601010000abcdefghijk"],
    ["a.b c", "a.2eb.20c"],
    ["é", ".c3.a9"]
  ])("of %s the correlationID is %s, and back", (id, correlationId) => {
    expect(correlationIdOf(id)).toBe(correlationId)
    expect(idOf(correlationId)).toBe(id)
  })

  it.each(["9134e286 6f71", "a.zz", "a/b", "surplus.2FE1"])("%s is no id of ours, and stays as it is", (foreign) => {
    expect(idOf(foreign)).toBe(foreign)
  })
})

describe("codes", () => {
  it.each([...rejectionCodes, ...failureCodes])(
    "a payment that failed with $code: $meaning, $says",
    async ({ code, meaning }) => {
      await heard(rail.pay(open))
      there.woovi.settle("pay_1", code)
      const expected = meaning === "refused" ? "Refused" : "Unknown"
      expect((await heard(rail.lookUpPayment(open)))._tag).toBe(expected)
      expect((await heard(rail.pay(open)))._tag).toBe(expected)
    }
  )

  it("a code that is not listed, and no code, are a person's", async () => {
    await heard(rail.pay(open))
    there.woovi.settle("pay_1", "ZZ99")
    expect(await heard(rail.lookUpPayment(open))).toMatchObject({
      _tag: "Unknown",
      reason: { code: "notListed", detail: "ZZ99" }
    })
  })

  it.each([...Object.entries(paymentStates), ["APPROVED", "open"], ["DENIED", "open"]])(
    "a payment in the state %s is %s",
    async (status, state) => {
      await heard(rail.pay(open))
      const payment = there.woovi.payments.get("pay_1")
      if (payment !== undefined) Object.assign(payment, { status, code: "AC03" })
      const tags: Record<string, string> = { requested: "Absent", settled: "Done", failed: "Refused", open: "Unknown" }
      expect((await heard(rail.lookUpPayment(open)))._tag).toBe(tags[state])
    }
  )

  it.each([...Object.entries(refundStates), ["IN_PROCESSING", "open"]])(
    "a return in the state %s is %s",
    async (status, state) => {
      await heard(rail.sendReturn(back))
      const refund = there.woovi.refunds.get("surplus.2fE1")
      if (refund !== undefined) refund.status = status
      const tags: Record<string, string> = { settled: "Done", refused: "Refused", open: "Unknown" }
      expect((await heard(rail.lookUpReturn(back)))._tag).toBe(tags[state])
    }
  )

  it.each([...Object.entries(receivedStates), ["SOMETHING", "open"]])(
    "a received PIX in the state %s is %s",
    async (status, state) => {
      await heard(rail.createCharge(charge))
      there.woovi.pay("dep_1", 100n)
      Object.assign(there.woovi.transactions[0] ?? {}, { status })
      const found = await heard(rail.lookUpCharge("dep_1"))
      // The charge says that it is paid: without a payment in the list, that one is not listed yet.
      expect(found._tag).toBe(state === "settled" ? "Done" : "Unknown")
    }
  )

  it.each(Object.entries(absences).flatMap(([of, sentences]) => sentences.map((says) => [of, says] as const)))(
    "of a %s, %s is Absent for its own look-up alone",
    async (of, says) => {
      there.woovi.answer = () => ({ status: 400, json: { error: says } })
      const answers = {
        charge: (await heard(rail.lookUpCharge("dep_1")))._tag,
        payment: (await heard(rail.lookUpPayment(request())))._tag,
        refund: (await heard(rail.lookUpReturn(back)))._tag
      }
      for (const [kind, tag] of Object.entries(answers)) expect(tag).toBe(kind === of ? "Absent" : "Unknown")
    }
  )

  it.each([
    [400, { error: "Company not found" }],
    [404, { error: "Not found" }],
    [404, {}],
    [403, { error: "Payment not found" }],
    [500, { error: "Payment not found" }],
    [429, { error: "Payment not found" }]
  ])("HTTP %s with %j is Unknown, and nothing is paid", async (status, json) => {
    there.woovi.answer = () => ({ status, json })
    expect((await heard(rail.lookUpPayment(request())))._tag).toBe("Unknown")
    expect((await heard(rail.pay(request())))._tag).toBe("Unknown")
    expect((await heard(rail.sendReturn(back)))._tag).toBe("Unknown")
    expect((await heard(rail.createCharge(charge)))._tag).toBe("Unknown")
  })
})

describe("what is compared", () => {
  it("is the value and the receiver of a payment", async () => {
    await heard(rail.pay(request()))
    expect(await heard(rail.lookUpPayment(request()))).toMatchObject({ _tag: "Done" })
    expect(await heard(rail.lookUpPayment(request(101n)))).toEqual({
      _tag: "Unknown",
      reason: { code: "differs", asset: "BRL", amount: "1" }
    })
    expect(await heard(rail.lookUpPayment(open))).toMatchObject({ _tag: "Unknown", reason: { code: "differs" } })
    await heard(rail.pay({ ...open, paymentId: "pay_2" }))
    const less = await heard(rail.lookUpPayment({ ...open, paymentId: "pay_2", value: cents(99n) }))
    expect(less).toEqual({ _tag: "Unknown", reason: { code: "differs", detail: "a payment of 1.00 BRL" } })
  })

  it("is the value of a return", async () => {
    await heard(rail.sendReturn(back))
    const found = await heard(rail.lookUpReturn({ ...back, value: cents(back.value + 1n) }))
    expect(found).toMatchObject({ _tag: "Unknown", reason: { code: "differs" } })
  })
})

describe("a payment in two steps", () => {
  const steps = [["POST /api/v1/payment", "its request"], ["POST /api/v1/payment/approve", "its approval"]] as const
  const states = ["deaf", "silent", "unauthorised", "gateway"] as const

  it.each(steps.flatMap(([step, name]) => states.map((state) => [state, name, step] as const)))(
    "is made once when the line was %s at %s",
    async (state, _name, step) => {
      there.to.concerns = (method, path) => `${method} ${path}` === step
      await there.to.line.set(state)
      expect((await heard(rail.pay(request())))._tag).toBe("Unknown")
      await there.to.line.set("whole")
      const isPaid = there.woovi.paid("pay_1").length > 0
      expect((await heard(rail.lookUpPayment(request())))._tag).toBe(isPaid ? "Done" : "Absent")
      expect((await heard(rail.pay(request())))._tag).toBe("Done")
      expect(there.woovi.paid("pay_1")).toEqual([100n])
    }
  )

  it.each([
    ["another value", { value: 101 }],
    ["another key", { destinationAlias: "joao@example.com" }]
  ])("that the provider has with %s is neither approved nor taken for settled", async (_what, other) => {
    await heard(rail.pay(open))
    const found = there.woovi.payments.get("pay_1")
    if (found === undefined) return expect.unreachable()
    Object.assign(found.payment, other)
    for (const status of ["CREATED", "CONFIRMED"]) {
      found.status = status
      const before = there.woovi.requests.length
      expect((await heard(rail.pay(open)))._tag).toBe("Unknown")
      expect(there.woovi.requests.slice(before).filter((each) => each.startsWith("POST"))).toEqual([])
    }
  })

  it("is refused when its request is rejected with a code about the receiver, and is unknown with any other", async () => {
    const answer = there.woovi.answer.bind(there.woovi)
    for (
      const [errorCode, tag] of [["PIX_KEY_INFO_NOT_FOUND", "Refused"], ["NOT_ENOUGH_BALANCE", "Unknown"]] as const
    ) {
      there.woovi.answer = (method, url, body) =>
        method === "POST" ? { status: 400, json: { error: "a sentence", errorCode } } : answer(method, url, body)
      expect((await heard(rail.pay(request())))._tag).toBe(tag)
    }
  })

  it("gives the whole receipt", async () => {
    expect(await heard(rail.pay(request()))).toEqual({
      _tag: "Done",
      value: {
        endToEndId: there.woovi.payments.get("pay_1")?.endToEndId,
        paidAt: Date.parse("2026-01-02T03:04:05.678Z"),
        payerIspb: "54811417",
        receiver: {
          name: "Maria Silva",
          taxId: "52998224725",
          bankName: "BANK S.A.",
          ispb: "00000001",
          branch: "0001",
          account: "12345",
          accountType: "TRAN"
        }
      }
    })
  })

  it("pays a BR Code with its value", async () => {
    await heard(rail.pay({ ...request(), destination: { by: "brCode", brCode: "00020126" } }))
    expect(there.woovi.payments.get("pay_1")?.payment).toEqual({
      type: "QR_CODE",
      correlationID: "pay_1",
      value: 100,
      qrCode: "00020126"
    })
  })
})

describe("what the provider reports otherwise than it was asked", () => {
  it("a return of another value is Unknown", async () => {
    await heard(rail.sendReturn(back))
    const other = { ...back, value: cents(99n) }
    expect((await heard(rail.lookUpReturn(other)))._tag).toBe("Unknown")
    expect((await heard(rail.sendReturn(other)))._tag).toBe("Unknown")
  })

  it("a charge of another value is Unknown, and one requested twice is one", async () => {
    const first = await heard(rail.createCharge(charge))
    expect(await heard(rail.createCharge(charge))).toEqual(first)
    expect((await heard(rail.createCharge({ ...charge, value: cents(101n) })))._tag).toBe("Unknown")
  })

  it.each([-1, 1.5, 10 ** 15 + 1, "100"])("%j, which is no amount of reais, is Unknown", async (value) => {
    await heard(rail.createCharge(charge))
    there.woovi.pay("dep_1", 100n)
    Object.assign(there.woovi.transactions[0] ?? {}, { value })
    expect((await heard(rail.lookUpCharge("dep_1")))._tag).toBe("Unknown")
    const books = await booksAt(there.to.url)
    const always = { from: 0, until: Date.parse("2100-01-01") }
    const { facts } = await Effect.runPromise(books.movements(always, null))
    expect(facts).toMatchObject([{ _tag: "Unreadable", place: "GET /transaction" }])
  })

  it("a paid charge whose payment is not listed yet is not unpaid", async () => {
    await heard(rail.createCharge(charge))
    there.woovi.pay("dep_1", 100n)
    there.woovi.transactions.length = 0
    expect((await heard(rail.lookUpCharge("dep_1")))._tag).toBe("Unknown")
  })
})

describe("the books", () => {
  it("show every received PIX of a charge, page by page, and the balance", async () => {
    const ids = [there.woovi.pay("dep_1", 100n), there.woovi.pay("dep_2", 250n)]
    there.woovi.transactions.push({
      type: "PAYMENT",
      value: 7,
      time: "2026-01-02T03:04:05Z",
      endToEndId: "E-no-charge"
    })
    const books = await booksAt(there.to.url)
    const at = Date.parse("2026-01-02T03:04:05.678Z")
    const found: Array<unknown> = []
    let page: string | null = null
    do {
      const read: BooksPage = await Effect.runPromise(books.movements({ from: at - 1_000, until: at + 1 }, page))
      found.push(...read.facts)
      page = read.next
    } while (page !== null)
    expect(found).toMatchObject([
      { _tag: "ChargePaid", eventId: null, trackId: "dep_1", endToEndId: ids[0], value: 100n },
      { _tag: "ChargePaid", eventId: null, trackId: "dep_2", endToEndId: ids[1], value: 250n },
      { _tag: "PixWithoutCharge", eventId: null, endToEndId: "E-no-charge", value: 7n }
    ])
    expect((await Effect.runPromise(books.movements({ from: at + 1, until: at + 2 }, null))).facts).toEqual([])
    expect(await Effect.runPromise(books.balance)).toBe(129_430n)
    there.woovi.answer = () => ({ status: 500, json: {} })
    expect(await Effect.runPromise(Effect.flip(books.balance))).toMatchObject({ _tag: "RailBooksUnavailable" })
  })

  it("say of one row that it cannot be read, and show all others", async () => {
    there.woovi.rows = 100
    const id = there.woovi.pay("dep_1", 100n)
    const odd = { type: "PAYMENT", value: 500, time: "2026-01-02T03:04:05.678Z", charge: { correlationID: "dep_2" } }
    there.woovi.transactions.push({ ...odd, status: "BLOCKED_MED", endToEndId: "E-blocked" })
    const books = await booksAt(there.to.url)
    const from = Date.parse("2026-01-02T00:00:00Z")
    const { facts } = await Effect.runPromise(books.movements({ from, until: from + 86_400_000 }, null))
    expect(facts).toMatchObject([
      { _tag: "ChargePaid", endToEndId: id },
      { _tag: "Unreadable", place: "GET /transaction", text: expect.stringContaining("BLOCKED_MED") as unknown }
    ])
  })

  it("wait for a payment that may still settle, for a day", async () => {
    const made = { type: "PAYMENT", value: 500, status: "IN_PROCESSING", endToEndId: "E-open" }
    const time = new Date().toISOString()
    there.woovi.transactions.push({ ...made, time, charge: { correlationID: "dep_2" } })
    const books = await booksAt(there.to.url)
    const now = Date.now()
    const young = { from: now - 3_600_000, until: now + 1 }
    expect((await Effect.runPromise(Effect.flip(books.movements(young, null))))._tag).toBe("RailBooksUnavailable")
    const old = { from: now - 3 * 86_400_000, until: now - 2 * 86_400_000 }
    Object.assign(there.woovi.transactions[0] ?? {}, { time: new Date(old.from + 1).toISOString() })
    expect((await Effect.runPromise(books.movements(old, null))).facts).toMatchObject([{ _tag: "Unreadable" }])
  })
})
