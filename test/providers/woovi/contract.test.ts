// The rail's suite with Woovi's own description between adapter and stand-in: neither side says anything that it does not allow. What is
// planted in either is found.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Line, pixRailSuite } from "../../../adapters/conformance/index.ts"
import { heard } from "../../../adapters/conformance/movement.ts"
import { type Ask, askOver, clientOf } from "../../../adapters/woovi/calls.ts"
import { pixRail } from "../../../adapters/woovi/pix-rail.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import type { Loopback } from "../../support/loopback.ts"
import { appIdOfTests, benchOf, booksAt, paid } from "./bench.ts"
import { type Contract, changedBy, contractBefore, contractPath, exceptions, violationIn } from "./contract.ts"
import { type LineTo, lineTo } from "./line.ts"
import { Woovi, serveWoovi } from "./stand-in.ts"

/** The proxy takes long for the first call of each route. */
const patienceMs = 10_000

describe.skipIf(contractPath === undefined)("Woovi's description of its interface (woovi.json)", () => {
  let current = new Woovi()
  let served: Loopback
  let contract: Contract
  const violations: Array<string> = []

  beforeAll(async () => {
    served = await serveWoovi({ answer: (...request) => current.answer(...request) })
    contract = await contractBefore(contractPath ?? "", served.base)
  })

  afterAll(async () => {
    await contract.close()
    await served.close()
  })

  const line = async (): Promise<LineTo> => {
    const to = await lineTo(contract.url)
    to.heard = (_status, type, body) => {
      const violation = violationIn(type, body)
      if (violation !== undefined) violations.push(violation)
    }
    return to
  }

  /** Silence costs the patience that the proxy needs. */
  const audible = ({ set, states }: Line): Line => ({ set, states: states.filter((state) => state !== "silent") })

  conforms("Woovi behind its description", pixRailSuite, async () => {
    current = new Woovi()
    const to = await line()
    const bench = await benchOf({ to, woovi: current, close: to.close }, patienceMs)
    return { ...bench, line: audible(to.line), patienceMs }
  }, [
    ...notShown("the kit opens no return", / return that was accepted and is not settled/, /^an open return/),
    ...notShown("an Absent is not believed at once", /whose answer was lost is one with what is sent again at once/),
    ...notShown("silence is shown without the proxy", / that no one answers /, /the line being silent/)
  ])

  it("allows the books too, and was never violated", async () => {
    current = new Woovi()
    const to = await line()
    current.pay("dep_1", 100n)
    const books = await booksAt(to.url, patienceMs)
    expect((await Effect.runPromise(books.movements({ from: 0, until: Date.now() }, null))).facts).toHaveLength(1)
    expect(await Effect.runPromise(books.balance)).toBe(129_430n)
    expect(violations).toEqual([])
    await to.close()
  })

  const account = Effect.succeed("woovi")
  const request = { paymentId: "pay_1", value: unitsUnsafe("BRL", 100n), destination: paid }

  it("finds a field that the adapter sends wrongly", async () => {
    current = new Woovi()
    const to = await line()
    const ask = askOver(clientOf({ baseUrl: to.url, appId: appIdOfTests, timeoutMs: patienceMs }))
    const wrong: Ask = (call, ...rest) =>
      ask(call.method === "POST" ? { ...call, json: { ...(call.json as object), value: "1.00" } } : call, ...rest)
    expect(await heard(pixRail(wrong, account).pay(request))).toMatchObject({ _tag: "Unknown" })
    expect(current.payments.size).toBe(0)
    expect(violations.join()).toContain("value")
    violations.length = 0
    await to.close()
  })

  it("finds a state that the stand-in makes up", async () => {
    current = new Woovi()
    const to = await line()
    const rail = pixRail(askOver(clientOf({ baseUrl: to.url, appId: appIdOfTests, timeoutMs: patienceMs })), account)
    await heard(rail.pay(request))
    const payment = current.payments.get("pay_1")
    if (payment !== undefined) payment.status = "PAID"
    expect(await heard(rail.lookUpPayment(request))).toMatchObject({ _tag: "Unknown" })
    expect(violations.join()).toContain("status")
    violations.length = 0
    await to.close()
  })

  it.each(exceptions)("is wrong itself, because $because", (exception) => {
    expect(changedBy(contractPath ?? "", exception)).toBe(true)
  })
})
