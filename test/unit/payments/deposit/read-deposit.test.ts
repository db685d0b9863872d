// GET /api/deposit/asset/{externalId}: for the owner alone; a foreign id answers like a missing one.
import { expect, it } from "vitest"
import { readDeposit } from "../../../../core/payments/deposit/read-deposit.ts"
import { World, account } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  const [caller, stranger] = [await world.caller(), await world.caller(account("second"))]
  return { world, caller, stranger, deposit: await world.deposit(caller, { externalId: "order-1" }) }
}

it("gives the caller's own deposit §deposit-read", async () => {
  const { caller, deposit, world } = await open()
  expect(await world.record(caller, "order-1")).toEqual(deposit)
})

it("answers a foreign id exactly like a missing one §deposit-foreign", async () => {
  const { caller, deposit, stranger, world } = await open()
  const foreign = await world.refusal(readDeposit(stranger, "order-1"))
  const missing = await world.refusal(readDeposit(caller, "order-2"))
  expect(JSON.stringify(foreign)).toBe(JSON.stringify(missing))
  expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Deposit" })
  // Nor is it found under the service's own id.
  expect(await world.refusal(readDeposit(caller, deposit.walletCharge))).toMatchObject({ _tag: "NotFound" })
})

it("cannot be led to another owner's by an id that looks like a path", async () => {
  const { caller, stranger, world } = await open()
  for (const id of [`../${caller.account.id}/order-1`, `${caller.account.id}/order-1`, "/order-1"]) {
    expect(await world.refusal(readDeposit(stranger, id))).toMatchObject({ _tag: "NotFound" })
  }
})
