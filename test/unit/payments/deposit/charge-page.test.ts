// What the payer of a charge sees, until when, and with which link.
import { describe, expect, it } from "vitest"
import { chargeUrl } from "../../../../core/payments/deposit/charge-link.ts"
import { readCharge } from "../../../../core/payments/deposit/read-charge.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { World } from "../../../support/world.ts"

const opened = async () => {
  const world = await World.open()
  const caller = await world.caller()
  const made = await world.deposit(caller)
  const url = await world.run(chargeUrl(String(made.walletCharge), "https://pay.example"))
  const token = /^https:\/\/pay\.example\/hosted\/charge\/(dep_\w+\.[0-9a-f]{64})$/.exec(String(url))?.[1] ?? ""
  return { world, caller, token, made }
}

describe("the page of a charge", () => {
  it("shows what to pay, until when, and nothing of who gets the asset §charge-shown", async () => {
    const { made, token, world } = await opened()
    const charge = await world.run(readCharge(token))
    expect(charge).toMatchObject({ status: "WAITING", qrCode: made.qrCode, remainingMs: limits.chargeLifetimeMs })
    expect(Object.keys(charge).toSorted()).toEqual([
      "expiresAt",
      "isSimulated",
      "qrCode",
      "receiver",
      "reference",
      "remainingMs",
      "status",
      "value"
    ])
  })

  it("ends with the charge, and shows that for a day §charge-missing §limit-charge-page-ms", async () => {
    const { token, world } = await opened()
    world.advance(limits.chargeLifetimeMs - 1)
    expect(await world.run(readCharge(token))).toMatchObject({ status: "WAITING", remainingMs: 1 })
    world.advance(1)
    expect(await world.run(readCharge(token))).toMatchObject({ status: "EXPIRED", remainingMs: 0 })
    world.advance(limits.chargePageMs - 1)
    expect(await world.run(readCharge(token))).toMatchObject({ status: "EXPIRED" })
    world.advance(1)
    expect(await world.refusal(readCharge(token))).toMatchObject({ _tag: "NotFound", resource: "Charge" })
  })

  it("opens for its own token alone §charge-missing", async () => {
    const { token, world } = await opened()
    const other = await opened()
    const [id, proof = ""] = token.split(".")
    const altered = `${proof.startsWith("0") ? "1" : "0"}${proof.slice(1)}`
    for (const wrong of ["", "x", String(id), `${id}.${altered}`, `${id}.`, `${id}x.${proof}`, `${token}0`]) {
      expect([wrong, await world.refusal(readCharge(wrong))]).toMatchObject([wrong, { _tag: "NotFound" }])
    }
    expect((await other.world.run(readCharge(other.token))).status).toBe("WAITING")
  })

  it("has no address where none is known", async () => {
    const { made, world } = await opened()
    expect(await world.run(chargeUrl(String(made.walletCharge)))).toBeNull()
  })
})
