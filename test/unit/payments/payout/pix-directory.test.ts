// The register of PIX keys, where there is one: it is asked after the PIN, and a key that no one has costs nothing.
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import type { PayoutRequest } from "../../../../core/payments/payout/admit-payout.ts"
import { PixDirectory } from "../../../../core/ports/pix-directory.ts"
import { type LookUp, absent, done, unknown } from "../../../../core/ports/outcome.ts"
import { payer, payoutRequest } from "./payouts.ts"

const qrCode =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

/** A payer whose provider has a register that answers so, and the keys that it was requested. */
const payerWith = async (answer: Effect.Effect<LookUp<{ readonly ispb: string }>>) => {
  const by = await payer()
  const asked: Array<string> = []
  const lookUpKey = (key: string, keyType: string) => {
    asked.push(`${keyType} ${key}`)
    return answer
  }
  const create = (parts: Partial<PayoutRequest> = {}) =>
    Effect.provideService(createPayout({ caller: by.caller, request: payoutRequest(by, parts) }), PixDirectory, {
      lookUpKey
    })
  return { asked, by, create }
}

const paid = (by: Awaited<ReturnType<typeof payer>>): number =>
  by.world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "payout").length

it("refuses a key that no one has, before anything is debited", async () => {
  const { asked, by, create } = await payerWith(Effect.succeed(absent))
  expect(await by.world.refusal(create())).toMatchObject({
    _tag: "ValidationFailed",
    details: [{ field: "pixKey", message: "this PIX key is not registered" }]
  })
  expect([asked, paid(by)]).toEqual([["EMAIL maria@example.com"], 0])
})

it.each([
  ["has the key", Effect.succeed(done({ ispb: "00000000" }))],
  ["cannot say", Effect.succeed(unknown("busy"))]
])("pays where the register %s", async (_, answer) => {
  const { by, create } = await payerWith(answer)
  await by.world.run(create())
  expect(paid(by)).toBe(1)
})

it("is not asked for whoever has the wrong PIN, nor about a code", async () => {
  const { asked, by, create } = await payerWith(Effect.succeed(absent))
  await by.world.refusal(create({ walletPin: Redacted.make("000000") }))
  const { pixKey: _, ...byCode } = payoutRequest(by, { qrCode })
  await by.world.run(Effect.provideService(createPayout({ caller: by.caller, request: byCode }), PixDirectory, {
    lookUpKey: (key: string) => {
      asked.push(key)
      return Effect.succeed(absent)
    }
  }))
  expect(asked).toEqual([])
})
