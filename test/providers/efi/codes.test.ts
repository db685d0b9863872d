// Every row of the tables of codes: what the bank says, and what becomes of what was asked. What no row lists decides nothing.
import { Effect, Logger } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Code, bankCodes } from "../../../adapters/bcb/codes.ts"
import { efiCodes } from "../../../adapters/efi/codes.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { printDynamic } from "../../support/br-codes.ts"
import { type EfiBench, openEfi } from "./bench.ts"
import { receivers } from "./stand-in.ts"

let bench: EfiBench
beforeEach(async () => {
  bench = await openEfi()()
})
afterEach(async () => {
  await bench.close?.()
})

const value = unitsUnsafe("BRL", 100n)
const chargeId = "dep_0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"
const request = () => ({ returnId: "return/1", endToEndId: bench.returns?.received ?? "", value })
const payment = {
  paymentId: "pay_1",
  value,
  destination: { by: "key", key: receivers.paid, keyType: "EMAIL" }
} as const
const pay = () => bench.rail.pay(payment)

const run = <A>(effect: Effect.Effect<A>): Promise<A> => Effect.runPromise(Effect.provide(effect, Logger.layer([])))

/** What is asked of the adapter so that it makes a call, by the call. */
const asks: Readonly<Record<string, () => Effect.Effect<{ readonly _tag: string }>>> = {
  "PUT /cob/{txid}": () =>
    bench.rail.createCharge({
      chargeId,
      value,
      expiresAt: Date.now() + 3_600_000,
      subAccountId: "sub_1",
      payer: { name: "Maria", taxId: null },
      description: "x"
    }),
  "GET /cob/{txid}": () => bench.rail.lookUpCharge("a".repeat(32)),
  "PUT /pix/{e2eid}/devolucao/{id}": () => bench.rail.sendReturn(request()),
  "GET /pix/{e2eid}/devolucao/{id}": () => bench.rail.lookUpReturn(request()),
  "PUT /v3/gn/pix/{idEnvio}": pay,
  "PUT /v2/gn/pix/{idEnvio}/qrcode": () => {
    const brCode = printDynamic("pix.example.com/qr/v2/1")
    bench.bank.codes.set(brCode, { valor: "1.00", chave: receivers.paid })
    return bench.rail.pay({ paymentId: "pay_1", value, destination: { by: "brCode", brCode } })
  },
  "GET /v2/gn/pix/enviados/id-envio/{idEnvio}": () => bench.rail.lookUpPayment(payment)
}

const pathOf = (call: string): RegExp =>
  new RegExp(`^(?:/v2)?${(call.split(" ")[1] ?? "").replaceAll(/\{\w+\}/g, "[^/]+")}$`)

/** Has the bank answer one call with a status and a code, and everything else as it does. */
const plant = (call: string, status: number, code: string, type?: string): void => {
  bench.bank.planted = (received, act) =>
    received.method === call.split(" ")[0] && pathOf(call).test(received.path)
      ? {
        status,
        json: { type: `https://pix.example.com/error/${code}`, nome: code },
        ...type === undefined ? {} : { type }
      }
      : act()
}

/** What becomes of a row where the bank has nothing under the id. */
const expected: Readonly<Record<Code["means"], string>> = {
  absent: "Absent",
  taken: "Unknown",
  "not made": "Refused",
  ours: "Unknown"
}

/** A row whose look-up finds what the rule asks for, or that no call of the rail makes. */
const outcomeOf = ({ call, means, status }: Code): string => {
  if (call === "PUT /cob/{txid}") return "Refused"
  // The PIX is there: it may be sent back later.
  if (call.startsWith("PUT /pix") && status === 404) return "Unknown"
  return expected[means]
}

describe("codes §bank-codes", () => {
  const rows = [...bankCodes, ...efiCodes].filter(({ call }) => call !== "GET /pix/{e2eid}")
  it.each(rows)("$call answered $status $code, which says: $says", async (row) => {
    plant(row.call, row.status, row.code)
    const ask = asks[row.call]
    expect(ask).toBeDefined()
    if (ask !== undefined) expect((await run(ask()))._tag).toBe(outcomeOf(row))
  })

  it("a row with another status, another code, or as a page of a gateway decides nothing", async () => {
    for (const { call, code, status } of rows) {
      const ask = asks[call]
      if (ask === undefined) continue
      const others = [[status === 500 ? 501 : 500, code], [401, code], [403, code], [status, "Outro"]] as const
      for (const [otherStatus, otherCode] of others) {
        plant(call, otherStatus, otherCode)
        const answer = await run(ask())
        expect([call, otherStatus, otherCode, answer._tag]).toEqual([call, otherStatus, otherCode, "Unknown"])
        await bench.close?.()
        bench = await openEfi()()
      }
      plant(call, status, code, "text/html")
      expect([call, (await run(ask()))._tag]).toEqual([call, "Unknown"])
    }
  })

  it("what the bank did all the same is found, whatever it answered", async () => {
    for (const row of rows.filter(({ call }) => call.startsWith("PUT"))) {
      await bench.close?.()
      bench = await openEfi()()
      const paths = pathOf(row.call)
      bench.bank.planted = (received, act) => {
        const given = act()
        if (received.method !== "PUT" || !paths.test(received.path)) return given
        return { status: row.status, json: { type: `https://pix.example.com/error/${row.code}`, nome: row.code } }
      }
      const ask = asks[row.call]
      const answer = ask === undefined ? undefined : await run(ask())
      expect([row, answer?._tag]).toEqual([row, row.means === "ours" ? "Unknown" : "Done"])
    }
  })

  it("a repeated id of a payment is looked up, and is never refused", async () => {
    expect((await run(pay()))._tag).toBe("Unknown")
    expect(await run(pay())).toMatchObject({ _tag: "Done", value: { cost: 10n, payerIspb: "12345678" } })
  })
})
