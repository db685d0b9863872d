// An operator says what became of a movement that no one else can: of what was sent and is not known, with evidence, and never
// against what the bank or chain itself says.
import { Context, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { debitOf } from "../../../../core/payments/payout/payout.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { chainAdapter } from "../../../../core/ports/moving/adapter.ts"
import { onItsWayMs } from "../../../../core/ports/on-its-way.ts"
import { absent, done, unknown } from "../../../../core/ports/outcome.ts"
import { get } from "../../../../core/engine/store/records.ts"
import type { Fate } from "../../../support/ports.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { World } from "../../../support/world.ts"
import { type Payer, eventNames, operator, order, payer, recordOf } from "../payout/payouts.ts"

const resolved = ({ world }: Payer, movementId: string, outcome: "DONE" | "REFUSED", evidence = "told by the bank") =>
  world.run(resolveMovement(subjects)(operator, { movementId, outcome, evidence }))

const stateOf = async ({ world }: Payer, id: string) =>
  Option.getOrThrow(await world.run(get(Movements, id))).value.state

/** A payout whose PIX had this fate, of which the rail says nothing more. */
const doubted = async (fate: Fate) => {
  const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
  by.world.rail.payments.script.push(fate)
  const id = await order(by)
  await by.world.work()
  by.world.rail.payments.isDark = true
  return { by, id }
}

const actsOf = ({ world }: Payer) =>
  world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "operatorAct")
    .map(({ body }) => JSON.parse(body) as { readonly action: string; readonly detail: string })

describe("a movement that no one knows of §movement-resolve", () => {
  it("is done by the evidence of an operator, with what that means for its record", async () => {
    const { by, id } = await doubted("lost")
    expect(await resolved(by, pixOf(id), "DONE", endToEndIdAt(9)))
      .toMatchObject({ movementId: pixOf(id), status: "DONE", evidence: endToEndIdAt(9) })
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(9) })
    expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
    expect(actsOf(by)).toMatchObject([{ action: "movement.resolve" }])
    by.world.advance(60_000)
    await by.world.work()
    expect(by.world.jobs.size).toBe(0)
    expect(by.world.rail.payments.asked).toHaveLength(1)
  })

  it("has not happened when an operator knows so", async () => {
    const { by, id } = await doubted("cut")
    by.world.advance(onItsWayMs)
    await resolved(by, pixOf(id), "REFUSED")
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
    by.world.rail.payments.isDark = false
    by.world.advance(600_000)
    await by.world.work()
    expect(by.world.rail.payments.asked).toHaveLength(1)
  })

  it("is what the rail says, where it can say so", async () => {
    const { by, id } = await doubted("lost")
    by.world.rail.payments.isDark = false
    expect(await resolved(by, pixOf(id), "REFUSED")).toMatchObject({ status: "DONE", evidence: `Eof${id}` })
    expect(JSON.parse(actsOf(by)[0]?.detail ?? "{}")).toMatchObject({ outcome: "REFUSED", knownBy: "port" })
  })
})

describe("a movement that may still happen §movement-resolve", () => {
  it("is not refused while whoever claimed it may be asking for it", async () => {
    const { by, id } = await doubted("cut")
    by.world.advance(onItsWayMs - 1)
    const refused = resolveMovement(subjects)(operator, {
      movementId: pixOf(id),
      outcome: "REFUSED",
      evidence: "not in the bank's list"
    })
    expect(await by.world.refusal(refused)).toMatchObject({ _tag: "StateConflict", state: "SENDING" })
    expect(eventNames(by)).toEqual([])
    by.world.advance(1)
    await by.world.run(refused)
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
  })

  it.each(["Unknown", "Absent", "Done"] as const)("on a chain is cancelled there: %s", async (says) => {
    const withdrawn: Array<string> = []
    const world = await World.open(undefined, (services) => {
      const chain = chainAdapter.of(services)
      return Context.merge(
        services,
        chainAdapter.services({
          ...chain,
          cancel: ({ operationId }) =>
            Effect.sync(() => {
              withdrawn.push(operationId)
              return says === "Done"
                ? done({ transactionHash: "0xdone" })
                : says === "Absent"
                ? absent
                : unknown("underWay")
            })
        })
      )
    })
    const { trackId, walletCharge } = await world.deposit(await world.caller())
    world.chain.script.push("cut")
    world.chain.isDark = true
    await world.settle(trackId, endToEndIdAt(1))
    await world.work()
    const movementId = `deliver/${walletCharge}`
    const asked = resolveMovement(subjects)(operator, { movementId, outcome: "REFUSED", evidence: "in no explorer" })
    if (says === "Unknown") expect(await world.refusal(asked)).toMatchObject({ _tag: "StateConflict" })
    else expect(await world.run(asked)).toMatchObject({ status: says === "Done" ? "DONE" : "REFUSED" })
    expect(withdrawn).toEqual([movementId])
    await world.close()
  })
})

describe("what cannot be resolved §movement-resolve", () => {
  it("is what was not sent yet, what has ended, and what is not there", async () => {
    const by = await payer()
    const id = await order(by)
    const refusal = (movementId: string) =>
      by.world.refusal(resolveMovement(subjects)(operator, { movementId, outcome: "DONE", evidence: "0xhash" }))
    expect(await refusal(debitOf(id))).toMatchObject({ _tag: "StateConflict", state: "PLANNED" })
    await by.world.work()
    expect(await refusal(debitOf(id))).toMatchObject({ _tag: "StateConflict", state: "DONE" })
    expect(await refusal("pix/pay_none")).toMatchObject({ _tag: "NotFound" })
    expect(await stateOf(by, debitOf(id))).toBe("DONE")
  })
})
