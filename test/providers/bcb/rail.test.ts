// A bank of the standard alone: charges, whose codes are printed here where the bank gives none, returns, and no payments.
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { pixRailSuite } from "../../../adapters/conformance/index.ts"
import type { PixRailBench } from "../../../adapters/conformance/index.ts"
import { devolucaoIdOf } from "../../../adapters/bcb/ids.ts"
import { bcb } from "../../../adapters/bcb/index.ts"
import { printBrl } from "../../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { ourKey, railOf } from "../efi/bench.ts"
import { answering, listening, openFront } from "./server.ts"
import { StandInBank, cents } from "./stand-in.ts"

const patienceMs = 400

const openBcb = async (): Promise<PixRailBench> => {
  const bank = new StandInBank(ourKey)
  bank.givesCodes = false
  const server = await listening(answering(bank.handle))
  const front = await openFront((path) => `${server.url}${path}`)
  const reopen = () =>
    railOf(bcb({
      baseUrl: front.url,
      tokenUrl: `${front.url}/oauth/token`,
      clientId: "client",
      clientSecret: Redacted.make("secret"),
      key: ourKey,
      merchant: { name: "PONTEPAY", city: "SAO PAULO" },
      callbacks: { secret: Redacted.make("secret") },
      timeoutMs: patienceMs
    }))
  return {
    rail: await reopen(),
    reopen,
    paid: { by: "key", key: "maria@example.com", keyType: "EMAIL" },
    payments: async () => [],
    payCharge: async (txid, value) => bank.receive(printBrl(unitsUnsafe("BRL", value)), { txid }).endToEndId,
    returns: {
      received: bank.receive("1000000.00").endToEndId,
      refused: "E00000000202611241200nobodynobod",
      made: async (returnId) =>
        [...bank.pix.values()].flatMap(({ devolucoes }) => devolucoes)
          .filter(({ id }) => id === devolucaoIdOf(returnId)).map(({ valor }) => cents(valor))
    },
    line: front.line,
    patienceMs,
    close: async () => {
      await front.close()
      await server.close()
    }
  }
}

// What is about payments is Efí's: the standard has none.
const checks = pixRailSuite.checks.filter(({ name }) => /\bcharge\b|\breturn\b/.test(name))

describe("the rail of a bank of the standard §bcb-rail", () => {
  conforms(
    "bcb",
    { ...pixRailSuite, checks },
    openBcb,
    notShown(
      "the interface has no return that stays open until the bank is told",
      /^a return that was accepted and is not settled/,
      /^an open return that is refused later/
    )
  )
})

it("a payment is held, and none was sent §bcb-rail", async () => {
  const { close, paid, rail } = await openBcb()
  const request = { paymentId: "pay_1", value: unitsUnsafe("BRL", 100n), destination: paid }
  expect(await Effect.runPromise(rail.pay(request))).toMatchObject({ _tag: "Held", reason: { code: "notConfigured" } })
  expect(await Effect.runPromise(rail.lookUpPayment(request))).toMatchObject({ _tag: "Absent" })
  await close?.()
})
