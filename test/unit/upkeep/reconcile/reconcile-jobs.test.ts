// Every record that has an end to come to gets its job back when the job is gone, and ends once: what may have been requested
// is looked up, and nothing is requested twice (0112).
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { emit } from "../../../../core/engine/event/event.ts"
import { FactTraces, keepFact, traceOf } from "../../../../core/engine/event/fact-trace.ts"
import type { FactOf } from "../../../../core/ports/provider-fact.ts"
import { KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { KycImports, hold } from "../../../../core/customers/kyc/kyc-import.ts"
import { JobQueue } from "../../../../core/engine/store/job-queue.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { Tallies } from "../../../../core/upkeep/reconcile/tally.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { loseJob, owedJobs, reconcile } from "../../../support/lost-jobs.ts"
import type { Fate } from "../../../support/ports.ts"
import { openWithWallet } from "../../../support/wallets.ts"
import { World, account } from "../../../support/world.ts"
import { Scene } from "../../customers/kyc/scene.ts"
import { openInvoice, refundAddress } from "../../payments/lightning-invoice/lightning-invoice.scene.ts"
import { order, payer, recordOf } from "../../payments/payout/payouts.ts"
import { openSwap } from "../../payments/swap/swap.scene.ts"

const minute = 60_000
const day = 24 * 60 * minute
/** Asked for and answered; requested, and the answer lost; lost on the way. */
const fates: ReadonlyArray<Fate> = ["lost", "cut"]

const reviewsOf = (world: World) =>
  world.run(list(Reviews, "all", "all", { limit: 50 })).then((rows) => rows.map(({ value }) => value))

/** Loses the job, lets it come back, and works off what is due then. */
const recover = async (world: World, id: string) => {
  await loseJob(world, id)
  expect((await owedJobs(world)).filter(({ status }) => status === "missing").map(({ job }) => job)).toEqual([id])
  await reconcile(world)
  expect((await reviewsOf(world)).map(({ reason }) => reason)).toContainEqual(
    expect.objectContaining({ code: "jobMissing", job: id })
  )
  expect(world.jobs.get(id)).toMatchObject({ attempt: 1 })
  await world.work()
}

const paid = async () => {
  const world = await World.open()
  const caller = await world.caller()
  const { externalId, trackId, walletCharge } = await world.deposit(caller)
  await world.settle(trackId, endToEndIdAt(1))
  return { world, caller, externalId, trackId, id: walletCharge }
}

describe("a record that lost its job", () => {
  it("expires, as a charge no one pays §reconcile-deposit", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const { externalId, walletCharge } = await world.deposit(caller)
    world.advance(day)
    await recover(world, `expire/${walletCharge}`)
    expect(await world.record(caller, externalId)).toMatchObject({ status: "EXPIRED" })
    await world.close()
  })

  it("expires not before its time, when the job was lost long before §reconcile-deposit", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const { externalId, walletCharge } = await world.deposit(caller)
    world.advance(day)
    await loseJob(world, `expire/${walletCharge}`)
    world.advance(-day + minute)
    await reconcile(world)
    await world.work()
    expect(await world.record(caller, externalId)).toMatchObject({ status: "PENDING" })
    world.advance(day)
    await world.work()
    expect(await world.record(caller, externalId)).toMatchObject({ status: "EXPIRED" })
    await world.close()
  })

  it("is delivered once, whether it was requested or not §reconcile-deposit §reconcile-once", async () => {
    const { caller, externalId, id, world } = await paid()
    await recover(world, `move/deliver/${id}`)
    expect(await world.record(caller, externalId)).toMatchObject({ status: "COMPLETED" })
    expect(world.chain.effects.size).toBe(1)
    await world.close()
  })

  it.each(fates)("is delivered once after an answer was %s §reconcile-once", async (fate) => {
    const { caller, externalId, id, world } = await paid()
    world.chain.script.push(fate)
    await world.work()
    world.advance(minute)
    await recover(world, `move/deliver/${id}`)
    expect(await world.record(caller, externalId)).toMatchObject({ status: "COMPLETED" })
    expect({ effects: world.chain.effects.size, repeats: world.chain.repeats }).toEqual({ effects: 1, repeats: [] })
    await world.close()
  })

  it("is found returned in full, and what was under way is still looked up §reconcile-deposit", async () => {
    const { caller, externalId, id, world } = await paid()
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.work()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    expect(await world.record(caller, externalId)).toMatchObject({ status: "REFUNDED" })
    world.chain.isDark = false
    world.advance(minute)
    await recover(world, `move/deliver/${id}`)
    expect((await reviewsOf(world)).map(({ reason }) => reason.code)).toContain("deliveredAfterReturn")
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })

  it("owes nothing once a returned deposit turned out never to be sent §reconcile-deposit", async () => {
    const { id, world } = await paid()
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    // Cancelled with the return: nothing had been sent.
    expect(await owedJobs(world)).toEqual([])
    await world.work()
    expect(world.chain.effects.size).toBe(0)
    expect(await world.run(get(Movements, `deliver/${id}`)).then(Option.getOrThrow)).toMatchObject({
      value: { state: "CANCELLED", sendings: 0 }
    })
    await world.close()
  })

  it.each(fates)("gives a surplus back once, after an answer was %s §reconcile-surplus", async (fate) => {
    const { trackId, world } = await paid()
    await world.work()
    world.rail.script.push(fate)
    await world.settle(trackId, endToEndIdAt(2))
    await world.work()
    world.advance(minute)
    await recover(world, `move/surplus/${endToEndIdAt(2)}`)
    expect({ effects: world.rail.effects.size, repeats: world.rail.repeats }).toEqual({ effects: 1, repeats: [] })
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })

  it.each(fates)(
    "debits and pays a payout once, after answers were %s §reconcile-payout §reconcile-once",
    async (fate) => {
      const by = await payer()
      const { world } = by
      const id = await order(by)
      world.chain.script.push(fate)
      world.rail.payments.script.push(fate)
      await world.work()
      world.advance(minute)
      await recover(world, `move/debit/${id}`)
      world.advance(minute)
      await recover(world, `move/pix/${id}`)
      expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
      expect({ debits: world.chain.effects.size, again: world.chain.repeats }).toEqual({ debits: 1, again: [] })
      expect({ paid: world.rail.payments.effects.size, again: world.rail.payments.repeats }).toEqual({
        paid: 1,
        again: []
      })
      await world.close()
    }
  )

  it.each(fates)("gives a refused payout back once, after an answer was %s §reconcile-payout", async (fate) => {
    const by = await payer()
    const { world } = by
    const id = await order(by)
    world.rail.payments.script.push("refused")
    world.chain.script.push("done", fate)
    await world.work()
    world.advance(minute)
    await recover(world, `move/restore/${id}`)
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
    expect({ moved: world.chain.effects.size, again: world.chain.repeats }).toEqual({ moved: 2, again: [] })
    await world.close()
  })

  it("expires, as a Lightning invoice no one pays §reconcile-invoice", async () => {
    const { id, record, world } = await openInvoice()
    world.advance(day)
    await recover(world, `expire-lightning-invoice/${id}`)
    expect(await record()).toMatchObject({ status: "EXPIRED" })
    await world.close()
  })

  it.each(fates)("pays the PIX of an invoice once, after an answer was %s §reconcile-invoice", async (fate) => {
    const { id, paid, record, world } = await openInvoice()
    world.rail.payments.script.push(fate)
    await paid()
    await world.work()
    world.advance(minute)
    await recover(world, `move/pix/${id}`)
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect({ paid: world.rail.payments.effects.size, again: world.rail.payments.repeats }).toEqual({
      paid: 1,
      again: []
    })
    await world.close()
  })

  it.each(fates)("sends the sats back once, after an answer was %s §reconcile-invoice", async (fate) => {
    const { id, paid, world } = await openInvoice({ refundAddress })
    world.rail.payments.script.push("refused")
    world.lightning.payments.script.push(fate)
    await paid()
    await world.work()
    world.advance(minute)
    await recover(world, `move/restore/${id}`)
    expect({ sent: world.lightning.payments.effects.size, again: world.lightning.payments.repeats })
      .toEqual({ sent: 1, again: [] })
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })

  it.each(fates)("finishes a transfer once, after an answer was %s §reconcile-transfer", async (fate) => {
    const { caller, proof, world } = await openWithWallet()
    world.chain.script.push(fate)
    const request = { recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7", amount: "1.5", ...proof }
    await world.run(createTransfer({ caller, request }))
    world.advance(minute)
    const job = (await owedJobs(world)).find(({ kind }) => kind === "movement")?.job ?? ""
    await recover(world, job)
    expect({ sent: world.chain.effects.size, again: world.chain.repeats }).toEqual({ sent: 1, again: [] })
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })

  it.each(fates)(
    "takes a swap on without asking for a leg twice, after an answer was %s §reconcile-swap",
    async (fate) => {
      const { record, swapId, world } = await openSwap()
      world.spark.transfers.script.push(fate)
      world.spark.transfers.isDark = true
      await world.work()
      world.spark.transfers.isDark = false
      world.advance(minute)
      await recover(world, `advance-swap/${swapId}`)
      for (let tries = 0; tries < 40 && (await owedJobs(world)).length > 0; tries++) {
        world.advance(5 * minute)
        await world.work()
      }
      expect(await owedJobs(world)).toEqual([])
      expect(await record()).toMatchObject({ status: fate === "lost" ? "COMPLETED" : expect.any(String) as string })
      expect({ sent: world.spark.transfers.effects.size <= 1, again: world.spark.transfers.repeats })
        .toEqual({ sent: true, again: [] })
      await world.close()
    }
  )

  it.each(fates)("hands a form in once, after an answer was %s §reconcile-kyc", async (fate) => {
    const scene = await Scene.open()
    const { world } = scene
    world.kyc.submissions.script.push(fate)
    const attemptId = await scene.submit(await scene.subaccount())
    await world.work()
    world.advance(minute)
    await recover(world, `advance-kyc/${attemptId}`)
    expect({ handedIn: world.kyc.submissions.effects.size, again: world.kyc.submissions.repeats })
      .toEqual({ handedIn: 1, again: [] })
    await world.close()
  })

  it("sends a delivery §reconcile-delivery", async () => {
    const world = await World.open()
    const webhooks = [{ url: "https://hooks.example/a", secret: "5e".repeat(32) }]
    const caller = await world.caller(account("first", { webhooks }))
    const parts = {
      owner: caller.account.id,
      name: "KYC_APPROVED",
      subject: "kyc_1",
      createdAt: world.clock.now
    } as const
    const { job, write } = emit({ id: "evt_1", ...parts }, {})
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    const [fanOut] = await world.claim(1)
    if (fanOut === undefined) throw new Error("nothing was due")
    await world.runJob(fanOut)
    const [delivery] = await owedJobs(world)
    expect(delivery).toMatchObject({ kind: "delivery", status: "waiting" })
    await recover(world, delivery?.job ?? "")
    expect(world.notifier.posts).toHaveLength(1)
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })

  it("settles an import that no one heard the answer of §reconcile-kyc", async () => {
    const scene = await Scene.open()
    const { world } = scene
    const subAccountId = await scene.subaccount()
    const owner = scene.caller.account.id
    const { changes } = hold(
      undefined,
      { id: subAccountId, owner, attemptId: "kyc_1", askedUnder: null },
      world.clock.now
    )
    await world.run(Store.use((store) => store.commit(changeSet(changes))))
    await reconcile(world)
    await world.work()
    const { value } = Option.getOrThrow(await world.run(get(KycImports, subAccountId)))
    expect(value).toMatchObject({ state: "OPEN" })
    await world.close()
  })

  it("ends hosted pages that no one filled in, without the job that watches the time §reconcile-kyc", async () => {
    const scene = await Scene.open()
    const { world } = scene
    const attemptId = await scene.start(await scene.subaccount())
    world.advance(day)
    await loseJob(world, `expire-hosted/${attemptId}`)
    await world.work()
    const { value } = Option.getOrThrow(await world.run(get(KycAttempts, attemptId)))
    expect(value).toMatchObject({ status: "EXPIRED" })
    await world.close()
  })

  it("applies a provider's fact that waits §reconcile-message", async () => {
    const { world } = await openInvoice()
    const about = { eventId: null, paymentId: "inv_unknown", endToEndId: null }
    const fact: FactOf<"PaymentSettled"> = { _tag: "PaymentSettled", ...about }
    const { now } = world.clock
    const trace = traceOf(fact, { id: "bank/1/0", owner: "provider", sender: "bank", now })
    const { job, write } = keepFact(fact, trace, now)
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    await recover(world, "kept-fact/bank/1/0")
    const kept = Option.getOrThrow(await world.run(get(FactTraces, "bank/1/0"))).value
    expect(kept).toMatchObject({ outcome: "review", fact: null })
    expect((await owedJobs(world)).map(({ kind }) => kind)).toEqual(["lightningInvoice"])
    await world.close()
  })
})

describe("the reconciler", () => {
  it("changes nothing while every job is there §reconcile-quiet", async () => {
    const { world } = await paid()
    const before = world.commits.length
    await reconcile(world)
    expect(world.commits.length).toBe(before)
    await world.close()
  })

  it("puts a record before the operator once, and waits longer each time §reconcile-repeated", async () => {
    const { id, world } = await paid()
    const job = `move/deliver/${id}`
    await loseJob(world, job)
    await reconcile(world)
    world.advance(2 * minute - 1)
    await loseJob(world, job)
    await reconcile(world)
    expect(world.jobs.get(job)?.runAt).toBe(world.clock.now + 2 * minute)
    world.advance(day)
    await loseJob(world, job)
    await reconcile(world)
    expect(world.jobs.get(job)?.runAt).toBe(world.clock.now + 5 * minute)
    expect((await reviewsOf(world)).filter(({ reason }) => reason.code === "jobMissing")).toHaveLength(1)
    const { value } = Option.getOrThrow(await world.run(get(Tallies, "reconcile")))
    expect(value).toMatchObject({ restored: 3 })
    world.advance(day)
    await world.work()
    await world.close()
  })

  it("leaves a job that was put aside with the operator, and counts it §reconcile-dead", async () => {
    const { id, world } = await paid()
    for (const job of await world.claim(10)) {
      await world.run(
        JobQueue.use((queue) =>
          job.id === `move/deliver/${id}`
            ? queue.bury(job, { code: "stepFailed", detail: "broke" })
            : queue.retry(job, 0, null)
        )
      )
    }
    await reconcile(world)
    const { value } = Option.getOrThrow(await world.run(get(Tallies, "reconcile")))
    expect(value).toMatchObject({ restored: 0, dead: 1 })
    expect((await owedJobs(world)).find(({ kind }) => kind === "movement")).toMatchObject({
      status: "dead",
      problem: { code: "stepFailed", detail: "broke" }
    })
    await world.close()
  })

  it("adds nothing for a record that came to its end meanwhile §reconcile-race", async () => {
    const { id, world } = await paid()
    await loseJob(world, `move/deliver/${id}`)
    await reconcile(world)
    await world.work()
    expect(world.chain.effects.size).toBe(1)
    // Once more, as if the walk had been older than the end.
    const job = { id: `move/deliver/${id}`, task: "perform-movement", subject: id, runAt: 0, attempt: 1 }
    await world.run(Store.use((store) => store.commit(changeSet({ jobs: [job] }))))
    await world.work()
    expect(world.chain.effects.size).toBe(1)
    expect(await owedJobs(world)).toEqual([])
    await world.close()
  })
})
