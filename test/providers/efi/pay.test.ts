// What is particular to paying through Efí: codes, one payment at a time, and the books of the account.
import { Context, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, beforeEach, expect, it } from "vitest"
import type { PixDestination } from "../../../core/standards/pix/pix-parties.ts"
import { efi } from "../../../adapters/efi/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { RailBooks } from "../../../core/ports/rail-books.ts"
import { printDynamic, printStatic } from "../../support/br-codes.ts"
import { type EfiBench, built, openEfi, railOf, settingsOf } from "./bench.ts"
import { receivers } from "./stand-in.ts"

// As long as it takes: nothing here is silent but what a clock of the test ends.
const timeoutMs = 60_000

let bench: EfiBench
beforeEach(async () => {
  bench = await openEfi({ timeoutMs })()
})
afterEach(async () => {
  await bench.close?.()
})

const paymentId = "pay_0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"
const idEnvio = "pay0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"
const value = unitsUnsafe("BRL", 3_700n)
const payTo = (destination: PixDestination) => bench.rail.pay({ paymentId, value, destination })
const lookUp = (destination: PixDestination) =>
  Effect.runPromise(bench.rail.lookUpPayment({ paymentId, value, destination }))
const toKey = { by: "key", key: receivers.paid, keyType: "EMAIL" } as const
const paidNow = () => bench.bank.payments.get(idEnvio)

it("a dynamic code is paid as it is, once its amount is the order's §efi-codes", async () => {
  const brCode = printDynamic("pix.example.com/qr/v2/1")
  bench.bank.codes.set(brCode, { valor: "37.01", chave: receivers.paid })
  expect(await Effect.runPromise(payTo({ by: "brCode", brCode }))).toMatchObject({ _tag: "Unknown" })
  expect(paidNow()).toBeUndefined()
  bench.bank.codes.set(brCode, { valor: "37.00", chave: receivers.paid })
  expect(await Effect.runPromise(payTo({ by: "brCode", brCode }))).toMatchObject({ _tag: "Unknown" })
  expect(paidNow()).toMatchObject({ valor: "37.00" })
  expect(await lookUp({ by: "brCode", brCode })).toMatchObject({
    _tag: "Done",
    value: { receiver: { name: "MARIA DA SILVA", taxId: null, ispb: "00000000" }, cost: 10n }
  })
})

it("a dynamic code that cannot be read is held: nothing was sent, so nothing is in doubt §efi-codes", async () => {
  const brCode = printDynamic("pix.example.com/qr/v2/expired")
  const destination = { by: "brCode", brCode } as const
  expect(await Effect.runPromise(payTo(destination))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
  for (const state of ["cut", "silent", "gateway"] as const) {
    await bench.front.line.set(state)
    expect(await Effect.runPromise(payTo(destination))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
  }
  await bench.front.line.set("whole")
  expect(paidNow()).toBeUndefined()
  bench.bank.codes.set(brCode, { valor: "37.00", chave: receivers.paid })
  await Effect.runPromise(payTo(destination))
  expect(paidNow()).toMatchObject({ valor: "37.00" })
})

it("a dynamic code above the bound is left to an operator, and read by nothing §efi-codes", async () => {
  const brCode = printDynamic("pix.example.com/qr/v2/1")
  bench.bank.codes.set(brCode, { valor: "37.00", chave: receivers.paid })
  const { dynamicCodesUpTo: _, ...unbounded } = settingsOf(bench.front.url)
  const rails = [
    [await railOf(efi(unbounded)), 0n],
    [await railOf(efi({ ...unbounded, dynamicCodesUpTo: unitsUnsafe("BRL", 3_699n) })), 3_699n]
  ] as const
  for (const [rail, most] of rails) {
    expect(rail.dynamicCodesUpTo).toBe(most)
    const answer = rail.pay({ paymentId, value: unitsUnsafe("BRL", 3_700n), destination: { by: "brCode", brCode } })
    expect(await Effect.runPromise(answer)).toMatchObject({ _tag: "Held", reason: { code: "manual" } })
  }
  expect(paidNow()).toBeUndefined()
})

it("what a code's owner raised before it was paid is never a receipt §efi-amounts", async () => {
  const brCode = printDynamic("pix.example.com/qr/v2/1")
  const destination = { by: "brCode", brCode } as const
  bench.bank.codes.set(brCode, { valor: "37.00", chave: receivers.paid })
  bench.bank.planted = (call, act) => {
    const answer = act()
    if (call.path.endsWith("/detalhar")) bench.bank.codes.set(brCode, { valor: "37000.00", chave: receivers.paid })
    return answer
  }
  expect(await Effect.runPromise(payTo(destination))).toMatchObject({ _tag: "Unknown", reason: { code: "differs" } })
  const raised = { _tag: "Unknown", reason: { code: "differs", asset: "BRL", amount: "37000" } }
  expect(await lookUp(destination)).toEqual(raised)
  expect(await Effect.runPromise(payTo(destination))).toMatchObject({ _tag: "Unknown" })
})

it("a payment to another key is never a receipt, and one that has not settled has moved nothing §efi-amounts", async () => {
  await Effect.runPromise(payTo(toKey))
  const other = { by: "key", key: "eva@example.com", keyType: "EMAIL" } as const
  for (const destination of [other, { by: "brCode", brCode: printStatic("eva@example.com") } as const]) {
    expect(await lookUp(destination)).toEqual({
      _tag: "Unknown",
      reason: { code: "differs", detail: "another key was paid" }
    })
  }
  expect(await lookUp({ by: "brCode", brCode: printStatic(receivers.paid.toUpperCase()) })).toMatchObject({
    _tag: "Done"
  })
  const open = { by: "key", key: receivers.open, keyType: "EMAIL" } as const
  await Effect.runPromise(bench.rail.pay({ paymentId: "pay_2", value, destination: open }))
  const less = bench.rail.lookUpPayment({ paymentId: "pay_2", value: unitsUnsafe("BRL", 3_699n), destination: open })
  expect(await Effect.runPromise(less)).toEqual({
    _tag: "Unknown",
    reason: { code: "differs", detail: "a payment of 37.00 BRL" }
  })
})

it("a static code is paid by its key §efi-codes", async () => {
  await Effect.runPromise(payTo({ by: "brCode", brCode: printStatic(receivers.paid) }))
  expect(paidNow()).toMatchObject({ valor: "37.00", chave: receivers.paid })
  expect(await Effect.runPromise(payTo({ by: "brCode", brCode: "no code" }))).toMatchObject({ _tag: "Unknown" })
})

it("another amount under our id is never a receipt §efi-amounts", async () => {
  await Effect.runPromise(payTo({ by: "key", key: receivers.paid, keyType: "EMAIL" }))
  const other = bench.rail.pay({
    paymentId,
    value: unitsUnsafe("BRL", 3_701n),
    destination: { by: "key", key: receivers.paid, keyType: "EMAIL" }
  })
  expect(await Effect.runPromise(other)).toMatchObject({ _tag: "Unknown" })
})

it("the next payment is sent when the one before was answered, and not at all when that takes too long §efi-lane", async () => {
  let atOnce = 0
  let most = 0
  await bench.close?.()
  bench = await openEfi({
    timeoutMs,
    changed: (body) => {
      if (body.includes("favorecido")) most = Math.max(most, ++atOnce)
      return body
    }
  })()
  bench.bank.planted = (call, act) => {
    if (call.path.startsWith("/v3/")) atOnce--
    return act()
  }
  const to = (id: number) =>
    bench.rail.pay({
      paymentId: `pay_${id}`,
      value: unitsUnsafe("BRL", 100n),
      destination: { by: "key", key: receivers.paid, keyType: "EMAIL" }
    })
  await Effect.runPromise(Effect.all(Array.from({ length: 20 }, (_, id) => to(id)), { concurrency: "unbounded" }))
  expect([bench.bank.payments.size, most]).toEqual([20, 1])
  await bench.front.line.set("silent")
  const late = Effect.gen(function*() {
    const before = yield* Effect.forkChild(to(30), { startImmediately: true })
    const waits = yield* Effect.forkChild(to(31), { startImmediately: true })
    yield* TestClock.adjust("5 seconds")
    const answer = yield* Fiber.join(waits)
    yield* Fiber.interrupt(before)
    return answer
  })
  expect(await Effect.runPromise(Effect.provide(late, TestClock.layer()))).toMatchObject({
    _tag: "Held",
    reason: { code: "paused" }
  })
  await bench.front.line.set("whole")
  expect(await Effect.runPromise(to(31))).toMatchObject({ _tag: "Unknown" })
})

it("the account's books list what moved, page by page, and what is held §efi-books", async () => {
  const { bank } = bench
  const pix = bank.receive("37.00", {
    txid: "a".repeat(32),
    horario: "2026-12-01T12:00:00.000Z",
    gnExtras: { tarifa: "0.44" }
  })
  const old = bank.receive("9.00", { txid: "b".repeat(32), horario: "2026-10-01T12:00:00.000Z" })
  const rtrId = "D12345678202611241200abcdefghijk"
  const horario = { solicitacao: "2026-12-01T13:00:00.000Z" }
  old.devolucoes.push({ id: "r1", rtrId, valor: "2.00", natureza: "MED_FRAUDE", horario, status: "DEVOLVIDO" })
  await Effect.runPromise(payTo({ by: "key", key: receivers.paid, keyType: "EMAIL" }))
  await lookUp(toKey)
  bank.infractions = [
    { idInfracao: "i1", endToEndId: pix.endToEndId, valor: "37.00", status: "ABERTA", razao: "golpe" },
    { idInfracao: "i2", endToEndId: pix.endToEndId, valor: "37.00", status: "NOVO" }
  ]
  const books = Context.get(await built(bench.adapters().railBooks), RailBooks)
  if (books === undefined) throw new Error("no books")
  const from = Date.parse("2026-12-01T00:00:00Z")
  const facts: Array<unknown> = []
  const pages: Array<string | null> = [null]
  for (const page of pages) {
    const found = await Effect.runPromise(books.movements({ from, until: from + 86_400_000 }, page))
    facts.push(...found.facts)
    if (found.next !== null) pages.push(found.next)
  }
  expect(pages).toEqual([null, "returned/0", "sent/0", "disputes/0"])
  expect(facts).toMatchObject([
    { _tag: "ChargePaid", eventId: null, endToEndId: pix.endToEndId, value: 3_700n, cost: 44n },
    { _tag: "PixReturned", eventId: null, endToEndId: old.endToEndId, value: 200n, nature: "medFraud" },
    { _tag: "PaymentSettled", eventId: null, paymentId },
    { _tag: "DisputeMoved", status: "CREATED", disputeId: "i1", value: 3_700n, providerStatus: "ABERTA" },
    { _tag: "Unreadable", place: "GET /v2/gn/infracoes", text: expect.stringContaining("NOVO") as unknown }
  ])
  expect(await Effect.runPromise(books.balance)).toBe(100_000n)
  await bench.front.line.set("gateway")
  expect(await Effect.runPromise(Effect.flip(books.balance))).toMatchObject({ _tag: "RailBooksUnavailable" })
})

it("shows a PIX of its books whose return cannot be read, and says of the row that it cannot §rail-books", async () => {
  const { bank } = bench
  const horario = { solicitacao: "2026-12-01T13:00:00.000Z", liquidacao: "2026-12-01T13:00:01.000Z" }
  const pix = bank.receive("37.00", { txid: "a".repeat(32), horario: "2026-12-01T12:00:00.000Z" })
  const settled = { rtrId: "D12345678202612011300abcdefghijk", valor: "1.00", status: "DEVOLVIDO", horario } as const
  // A field that is null is as one that is left out; a status that is not known is not.
  pix.devolucoes.push(
    { ...settled, id: "r1", motivo: null } as never,
    { ...settled, id: "r2", status: "OUTRO" }
  )
  const books = Context.get(await built(bench.adapters().railBooks), RailBooks)
  const from = Date.parse("2026-12-01T00:00:00Z")
  const read = (page: string | null) =>
    Effect.runPromise(books?.movements({ from, until: from + 86_400_000 }, page) ?? Effect.die("no books"))
  const row = { _tag: "Unreadable", place: "GET /pix", text: expect.stringContaining("OUTRO") as unknown }
  expect((await read(null)).facts).toMatchObject([{ _tag: "ChargePaid", endToEndId: pix.endToEndId }, row])
  expect((await read("returned/0")).facts).toMatchObject([{
    _tag: "PixReturned",
    returnId: settled.rtrId,
    value: 100n
  }])
})
