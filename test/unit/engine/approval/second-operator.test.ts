// Above the amount of the environment an order of an operator waits for a second one, who carries it out by approving it (C62).
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { listApprovals } from "../../../../core/operations/approval/list-approvals.ts"
import { approve, decline } from "../../../../core/inbox/decide-approval.ts"
import { operatorOrders } from "../../../../core/inbox/operator-order.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { SecondOperatorAbove } from "../../../../core/ports/restrictions.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { type Actor, OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { type Payer, order, payer, pixOut } from "../../payments/payout/payouts.ts"

const request = { environment: "sandbox", requestId: "request-1" } as const
const ana: Actor = { ...request, by: { id: "opr_ana", name: "Ana" } }
const bia: Actor = { ...request, by: { id: "opr_bia", name: "Bia" } }
const robot: Actor = { ...request, by: { id: "stk_robot", name: "Robot", madeBy: "opr_bia" } }

interface Answered<A, E> {
  readonly success: A
  readonly failure: E & { readonly _tag: string; readonly approvalId?: string }
}

let opened: Payer | undefined
afterEach(async () => {
  await opened?.world.close()
  opened = undefined
})

/** A payout of 10.00 that was paid, and orders of its refund where more than `above` cents need a second operator. */
const paid = async (above: bigint | null) => {
  const by = await payer()
  opened = by
  const { world } = by
  const transactionId = await order(by)
  await world.work()
  await pixOut(by, "SUCCESS", transactionId)
  await world.work()
  const limit = above === null ? null : unitsUnsafe("BRL", above)
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    world.run(
      Effect.result(Effect.provideService(effect, SecondOperatorAbove, limit)) as unknown as Effect.Effect<
        Answered<A, E>
      >
    )
  const refund = (actor: Actor) => run(operatorOrders.refundPayout.give(actor, { transactionId }))
  return {
    world,
    transactionId,
    run,
    refund,
    /** The id of the approval that an order waits for. */
    waiting: async (actor: Actor) => (await refund(actor)).failure.approvalId ?? "",
    approvals: async () => (await run(listApprovals(undefined))).success.approvals,
    acts: async () => (await world.run(list(OperatorActs, "all", "all", { limit: 50 }))).map(({ value }) => value),
    refunds: () => [...world.chain.effects.values()].length
  }
}

describe("an order of an operator §second-operator", () => {
  it("is carried out by one where no amount is set, and up to the amount", async () => {
    for (const above of [null, 100_000n]) {
      const { approvals, refund, world } = await paid(above)
      expect((await refund(ana)).success).toMatchObject({ status: "SENDING" })
      expect(await approvals()).toEqual([])
      await world.close()
      opened = undefined
    }
  })

  it("waits above it, changes nothing, and asked again is the same approval §error-second-operator-required", async () => {
    const { acts, approvals, refund, refunds, transactionId, world } = await paid(500n)
    const before = refunds()
    const first = await refund(ana)
    expect(first.failure).toMatchObject({ _tag: "SecondOperatorRequired" })
    expect((await refund(bia)).failure).toEqual(first.failure)
    await world.work()
    expect(refunds()).toBe(before)
    expect(await approvals()).toMatchObject([{
      approvalId: first.failure.approvalId,
      action: "refundPayout",
      subject: transactionId,
      state: "WAITING",
      valueBrl: "11.75",
      askedBy: { id: "opr_ana", name: "Ana" },
      detail: { transactionId }
    }])
    expect((await acts()).map(({ action, by }) => [action, by])).toEqual([["approval.ask", {
      id: "opr_ana",
      name: "Ana"
    }]])
  })

  it("is carried out once by the approval of another person, in the name of both", async () => {
    const { acts, approvals, refunds, run, waiting, world } = await paid(500n)
    const before = refunds()
    const id = await waiting(ana)
    expect((await run(approve(bia, id))).success).toMatchObject({ state: "APPROVED", decidedBy: { name: "Bia" } })
    expect((await acts()).find(({ action }) => action === "payout.refund")).toMatchObject({
      by: { name: "Ana" },
      approvedBy: { name: "Bia" }
    })
    await world.work()
    expect(refunds()).toBe(before + 1)
    expect((await run(approve(bia, id))).failure).toMatchObject({ _tag: "StateConflict", state: "APPROVED" })
    await world.work()
    expect(refunds()).toBe(before + 1)
    expect(await approvals()).toHaveLength(1)
  })

  it("is approved by one of many at once, and the refund is one", async () => {
    const { refunds, run, waiting, world } = await paid(500n)
    const before = refunds()
    const id = await waiting(ana)
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(approve(bia, id))))
    expect(answers.filter(({ success }) => success !== undefined)).not.toEqual([])
    await world.work()
    expect(refunds()).toBe(before + 1)
  })

  it("is approved as well where it was carried out meanwhile, and is not carried out again", async () => {
    const { acts, approvals, refunds, run, transactionId, waiting, world } = await paid(500n)
    const before = refunds()
    const id = await waiting(ana)
    const alone = operatorOrders.refundPayout.give(ana, { transactionId })
    await world.run(Effect.provideService(alone, SecondOperatorAbove, null))
    expect((await run(approve(bia, id))).success).toMatchObject({ state: "APPROVED", decidedBy: { name: "Bia" } })
    expect(await approvals()).toMatchObject([{ state: "APPROVED", decidedBy: { name: "Bia" } }])
    await world.work()
    expect(refunds()).toBe(before + 1)
    expect((await acts()).filter(({ action }) => action === "payout.refund")).toHaveLength(1)
  })

  it("is not approved by whoever asked, in person or by a token of his, nor by a token §error-not-second-operator", async () => {
    const { approvals, refunds, run, waiting, world } = await paid(500n)
    const before = refunds()
    const byAna = await waiting(ana)
    expect((await run(approve(ana, byAna))).failure).toMatchObject({ _tag: "NotSecondOperator", problem: "asked" })
    expect((await run(approve(robot, byAna))).failure).toMatchObject({ _tag: "NotSecondOperator", problem: "token" })
    expect((await run(approve(request, byAna))).failure).toMatchObject({ _tag: "NotSecondOperator", problem: "token" })
    expect((await run(decline(ana, byAna))).success).toMatchObject({ state: "DECLINED", decidedBy: { name: "Ana" } })
    const byRobot = await waiting(robot)
    expect(byRobot).not.toBe(byAna)
    expect((await run(approve(bia, byRobot))).failure).toMatchObject({ _tag: "NotSecondOperator", problem: "asked" })
    await world.work()
    expect(refunds()).toBe(before)
    expect((await run(approve(ana, byRobot))).success).toMatchObject({ state: "APPROVED" })
    expect((await approvals()).map(({ state }) => state)).toEqual(["APPROVED", "DECLINED"])
  })

  it("is not carried out once it was declined, or after a day §limit-approval-ms", async () => {
    const { refunds, run, waiting, world } = await paid(500n)
    const before = refunds()
    const declined = await waiting(ana)
    await run(decline(bia, declined))
    expect((await run(approve(bia, declined))).failure).toMatchObject({ _tag: "StateConflict", state: "DECLINED" })
    const late = await waiting(ana)
    world.advance(86_400_000)
    expect((await run(approve(bia, late))).failure).toMatchObject({ _tag: "StateConflict", state: "EXPIRED" })
    expect((await run(decline(bia, late))).failure).toMatchObject({ _tag: "StateConflict", state: "EXPIRED" })
    expect(await waiting(ana)).not.toBe(late)
    await world.work()
    expect(refunds()).toBe(before)
  })

  it("about what is not there is not found, and neither is an approval", async () => {
    const { approvals, run } = await paid(500n)
    const movementId = "deliver/dep_none"
    expect((await run(operatorOrders.releaseMovement.give(ana, { movementId }))).failure).toMatchObject({
      _tag: "NotFound"
    })
    expect(await approvals()).toEqual([])
    expect((await run(approve(bia, "apr_none"))).failure).toMatchObject({ _tag: "NotFound" })
  })
})
