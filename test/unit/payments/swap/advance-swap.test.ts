// The legs of a swap against simulated Spark, pool and Lightning: every leg done, refused, lost, cut off, and with the worker
// dying before and after it; nothing is requested twice, and value is where the books say (spec "DePix swap"; C30; 0102, 0104).
import { Context, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { Movements, plan } from "../../../../core/payments/movement/movement.ts"
import { advanceMovement, planAndClaim, sendClaimed } from "../../../../core/payments/movement/perform-movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { StoreTaken, type TakenStore } from "../../../../core/engine/store/generation.ts"
import { swapPoolAdapter } from "../../../../core/ports/moving/adapter.ts"
import { finish } from "../../../../core/engine/store/job-queue.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { expireSwap } from "../../../../core/payments/swap/expire-swap.ts"
import { SwapAuthorizations, Swaps } from "../../../../core/payments/swap/swap.ts"
import { done, unknown } from "../../../../core/ports/outcome.ts"
import { balancesOf, trialBalance } from "../../../support/books.ts"
import type { Fate } from "../../../support/ports.ts"
import { startOfTests } from "../../../support/world.ts"
import { ownLightning, ownSpark } from "../../../support/swap.ts"
import { type InvoiceParts, repeat } from "../../../vectors/address/encode.ts"
import { actorOf, lightningDestination, minute, openSwap, reviewsOf, runOut, sparkDestination } from "./swap.scene.ts"

const authorizationOf = async ({ swapId, world }: Awaited<ReturnType<typeof openSwap>>) =>
  Option.getOrThrow(await world.run(get(SwapAuthorizations, swapId))).value

const lightning = { network: "lightning", address: lightningDestination }

describe("a swap from before a restore", () => {
  const startedAt = startOfTests + 60 * minute
  const restored = { since: startOfTests, firstAt: startedAt, startedAt }
  const taken: TakenStore = { at: restored.startedAt, restored }
  const openRestored = () => openSwap({}, (services) => Context.add(services, StoreTaken, { current: taken }))

  it("is left to a person after its authorization where nothing can be said of its first leg", async () => {
    const { record, world } = await openRestored()
    world.spark.received = undefined
    world.advance(6 * minute)
    await world.work()
    expect(world.spark.tokens.asked).toEqual([])
    expect(await record()).toMatchObject({ status: "STRANDED", error: "OUTCOME_UNKNOWN" })
    expect(await reviewsOf(world)).toHaveLength(1)
  })

  it("fails after its authorization where the settlement wallet has nothing of it", async () => {
    const { record, world } = await openRestored()
    world.advance(120 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", error: "AUTHORIZATION_EXPIRED" })
  })

  it("does not expire, for it may have moved", async () => {
    const scene = await openRestored()
    const { record, world } = scene
    const [lost] = await world.claim(20)
    if (lost === undefined) throw new Error("no job")
    await world.run(Store.use((store) => store.commit(changeSet({ finished: finish(lost) }))))
    world.advance(6 * minute)
    const [due] = await world.claim(20)
    if (due === undefined) throw new Error("no job")
    expect(await world.run(expireSwap(due))).toEqual({ _tag: "Finished" })
    expect(await record()).toMatchObject({ status: "PENDING" })
    expect(await world.claim(20)).toEqual([])
  })
})

describe("a swap to Spark", () => {
  it("§swap-legs §swap-completed-spark goes through its three legs and completes", async () => {
    const scene = await openSwap({ address: sparkDestination })
    const { record, swapId, world } = scene
    expect(await record()).toMatchObject({ status: "PENDING", error: null })
    await world.work()
    expect(await record()).toEqual({
      success: true,
      swapId,
      clientRequestId: "request-1",
      status: "COMPLETED",
      fromAsset: "DEPIX",
      toAsset: "BTC",
      amountIn: "5000000000",
      network: "spark",
      destination: sparkDestination,
      minAmountOutSats: 400,
      maxSlippageBps: 100,
      maxLightningFeeSats: 0,
      reference: null,
      error: null,
      legs: [
        {
          leg: 0,
          status: "CONFIRMED",
          originChain: "spark",
          destinationChain: "spark",
          originTxHash: `token-leg-0/${swapId}`,
          destinationTxHash: null,
          actualAmountOut: null,
          error: null
        },
        {
          leg: 1,
          status: "CONFIRMED",
          originChain: "spark",
          destinationChain: "spark",
          originTxHash: null,
          destinationTxHash: `pool-transfer-leg-1/${swapId}`,
          actualAmountOut: "10000",
          error: null,
          swapRequestId: `pool-leg-1/${swapId}`
        },
        {
          leg: 2,
          status: "CONFIRMED",
          originChain: "spark",
          destinationChain: "spark",
          originTxHash: null,
          destinationTxHash: `sats-leg-2/${swapId}`,
          actualAmountOut: "10000",
          error: null
        }
      ]
    })
    expect(world.spark.tokens.asked[0]?.request).toMatchObject({ from: ownSpark, units: 5_000_000_000n })
    // One percent may slip; that is more than the least that has to arrive.
    expect(world.pool.swaps.asked[0]?.request).toMatchObject({ units: 5_000_000_000n, minimumSats: 9_900n })
    expect(world.spark.transfers.asked[0]?.request).toMatchObject({ to: sparkDestination, sats: 10_000n })
    expect(await trialBalance(world)).toEqual({})
    expect(await balancesOf(world, "")).toEqual([])
    expect(await reviewsOf(world)).toEqual([])
  })

  it("§swap-no-deposit-event emits nothing", async () => {
    const { world } = await openSwap()
    await world.work()
    expect(world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "event")).toEqual([])
  })

  it("§swap-seed-wiped keeps the seed sealed until leg 0 is requested, and nowhere after", async () => {
    const scene = await openSwap()
    const { swapId, world } = scene
    const before = await authorizationOf(scene)
    expect(before.sealed).toEqual(expect.any(String))
    await world.work()
    expect(await authorizationOf(scene)).toMatchObject({ sealed: null })
    const [[operation, seed] = []] = world.spark.seeds
    expect(operation).toBe(`leg-0/${swapId}`)
    expect(seed).toMatch(/^[0-9a-f]{32}$/)
    const stored = world.commits.flatMap(({ writes }) => writes).map(({ body }) => body).join("\n")
    expect(stored).not.toContain(seed)
    // Sealed before it was requested, and gone in the very commit that put leg 0 on record.
    const submitted = world.commits.find(({ writes }) => writes.some(({ id }) => id === `leg-0/${swapId}`))
    expect(submitted?.writes.map(({ kind }) => kind).toSorted()).toEqual(["movement", "swap", "swapAuthorization"])
  })

  it("§swap-leg-statuses shows each leg PENDING, SUBMITTED, CONFIRMED, FAILED or UNKNOWN", async () => {
    const seen = new Set<string>()
    for (const fate of ["refused", "diesBefore", "cut"] as const) {
      const { record, world } = await openSwap()
      world.pool.swaps.script.push(fate)
      const [job] = (await world.claim(20)).filter(({ task }) => task === "advance-swap")
      if (job === undefined) throw new Error("no job")
      await world.runJobInProcess(job)
      for (const { status } of (await record()).legs) seen.add(status)
    }
    expect([...seen].toSorted()).toEqual(["CONFIRMED", "FAILED", "PENDING", "SUBMITTED", "UNKNOWN"])
  })

  it("§swap-claimed is RUNNING from when the worker takes it up", async () => {
    const { record, world } = await openSwap()
    world.pool.isUp = false
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: [{ status: "PENDING" }, {}, {}] })
  })
})

describe("a swap over Lightning", () => {
  it("§swap-lightning-delivery §swap-completed-lightning pays an invoice for the output less the allowance", async () => {
    const { record, swapId, world } = await openSwap({ ...lightning, maxLightningFeeSats: 25 })
    await world.work()
    const after = await record()
    expect(after).toMatchObject({ status: "COMPLETED", destination: lightningDestination, maxLightningFeeSats: 25 })
    expect(after.legs).toHaveLength(4)
    expect(after.legs[3]).toEqual({
      leg: 3,
      status: "CONFIRMED",
      originChain: "spark",
      destinationChain: "lightning",
      originTxHash: null,
      destinationTxHash: `request-leg-3/${swapId}`,
      actualAmountOut: "9975",
      error: null,
      feeSats: 2
    })
    // The whole output goes to the user's own wallet first.
    expect(world.spark.transfers.asked[0]?.request).toMatchObject({ to: ownSpark, sats: 10_000n })
    expect(world.lightning.resolved).toMatchObject([{ address: lightningDestination, amount: 9_975n }])
    expect(world.spark.payments.asked[0]?.request).toMatchObject({ from: ownSpark, maximumFee: 25n })
    expect(new Set(world.spark.seeds.map(([, seed]) => seed)).size).toBe(1)
    expect(await balancesOf(world, "")).toEqual([])
  })

  it("§swap-default-address goes to the wallet's own address where none is given", async () => {
    const { record } = await openSwap({ network: "lightning" })
    expect(await record()).toMatchObject({ destination: ownLightning, maxLightningFeeSats: 10 })
    expect(await (await openSwap()).record()).toMatchObject({ destination: ownSpark })
  })

  it("§swap-default-network goes over Lightning where no network is told", async () => {
    expect((await openSwap({ network: undefined })).answer).toMatchObject({ network: "lightning" })
  })

  it.each(["away", "gone"] as const)(
    "§swap-lightning-stranded is STRANDED when the address is %s after the satoshis were delivered",
    async (addresses) => {
      const { record, world } = await openSwap(lightning)
      world.lightning.addresses = addresses
      await runOut(world)
      expect(await record()).toMatchObject({
        status: "STRANDED",
        error: "LIGHTNING_FAILED",
        legs: [{ status: "CONFIRMED" }, { status: "CONFIRMED" }, { status: "CONFIRMED" }, { status: "PENDING" }]
      })
      expect(world.spark.payments.asked).toEqual([])
    }
  )

  // M3
  it.each<[string, InvoiceParts]>([
    ["of more than the output less the allowance", { hrp: "lnbc2500u" }],
    ["without an amount", { hrp: "lnbc" }],
    ["that has expired", { timestamp: 1_496_314_658 }],
    ["that no one signed", { signature: repeat(0, 104) }]
  ])(
    "§swap-lightning-stranded is STRANDED when the address gives an invoice %s, and pays nothing",
    async (_, parts) => {
      const { record, world } = await openSwap(lightning)
      world.lightning.dishonest = parts
      await runOut(world)
      expect(await record()).toMatchObject({
        status: "STRANDED",
        error: "LIGHTNING_FAILED",
        legs: [{ status: "CONFIRMED" }, { status: "CONFIRMED" }, { status: "CONFIRMED" }, { status: "PENDING" }]
      })
      expect(world.spark.payments.asked).toEqual([])
    }
  )

  it("§swap-lightning-bounded is STRANDED when its payment cannot be confirmed within the checks", async () => {
    const { record, world } = await openSwap(lightning)
    world.spark.payments.script.push("lost")
    world.spark.payments.isDark = true
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: [{}, {}, {}, { status: "UNKNOWN" }] })
    await runOut(world)
    expect(await record()).toMatchObject({
      status: "STRANDED",
      error: "OUTCOME_UNKNOWN",
      legs: [{}, {}, {}, { status: "UNKNOWN" }]
    })
    expect(world.spark.payments.asked).toHaveLength(1)
    expect(await reviewsOf(world)).toEqual(["stranded/OUTCOME_UNKNOWN"])
    // Found later, it changes nothing: a STRANDED swap never begins again.
    world.spark.payments.isDark = false
    await runOut(world)
    expect(await record()).toMatchObject({ status: "STRANDED" })
  })
})

describe("before anything moves", () => {
  const failed = async (
    error: string,
    prepare: (world: Awaited<ReturnType<typeof openSwap>>["world"]) => void,
    parts = {}
  ) => {
    const scene = await openSwap({ network: "lightning", ...parts })
    prepare(scene.world)
    await scene.world.work()
    expect(await scene.record()).toMatchObject({ status: "FAILED", error })
    expect(await authorizationOf(scene)).toMatchObject({ sealed: null })
    expect(scene.world.spark.seeds).toEqual([])
    expect(await balancesOf(scene.world, "")).toEqual([])
    expect(await reviewsOf(scene.world)).toEqual([])
  }

  it("§swap-insufficient-output fails when the pool gives less than the least and the allowance", async () => {
    await failed("INSUFFICIENT_OUTPUT", (world) => void (world.pool.gives = 1_009n), { minAmountOutSats: 1_000 })
    const { record, world } = await openSwap({ network: "lightning", minAmountOutSats: 1_000 })
    world.pool.gives = 1_010n
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.pool.swaps.asked[0]?.request).toMatchObject({ minimumSats: 1_010n })
    expect(world.lightning.resolved).toMatchObject([{ amount: 1_000n }])
  })

  it("§swap-slippage fails when the price would move further than allowed", async () => {
    await failed("SLIPPAGE_EXCEEDED", (world) => void (world.pool.slippageBps = 101))
    const { record, world } = await openSwap()
    world.pool.slippageBps = 100
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("§swap-balance fails when the wallet holds less", async () => {
    await failed("INSUFFICIENT_BALANCE", (world) => void (world.spark.depix = 4_999_999_999n))
    const { record, world } = await openSwap()
    world.spark.depix = 5_000_000_000n
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("begins where the balance cannot be read, and fails by leg 0 when it is too low", async () => {
    const { record, world } = await openSwap()
    world.spark.readsBalances = false
    world.spark.depix = 0n
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    const poor = await openSwap()
    poor.world.spark.readsBalances = false
    poor.world.spark.tokens.script.push("refused")
    await poor.world.work()
    expect(await poor.record()).toMatchObject({ status: "FAILED", error: "TRANSFER_REFUSED" })
  })

  it.each(["spark", "pool"] as const)(
    "§swap-authorization-expiry waits for a %s that is away, for five minutes",
    async (which) => {
      const { record, world } = await openSwap()
      world[which].isUp = false
      await runOut(world, 1)
      expect(await record()).toMatchObject({ status: "FAILED", error: "AUTHORIZATION_EXPIRED" })
      expect(world.spark.seeds).toEqual([])
    }
  )

  it("§limit-swap-authorization-ms §swap-authorization-expiry is used at 4:59.999 and void at 5:00.000", async () => {
    const early = await openSwap()
    early.world.advance(5 * minute - 1)
    await early.world.work()
    expect(await early.record()).toMatchObject({ status: "COMPLETED" })
    const late = await openSwap()
    late.world.advance(5 * minute)
    await late.world.work()
    expect(await late.record()).toMatchObject({ status: "FAILED", error: "AUTHORIZATION_EXPIRED" })
    expect(await authorizationOf(late)).toMatchObject({ sealed: null })
    expect(late.world.spark.seeds).toEqual([])
  })

  it("§swap-authorization-expiry voids a seed that no worker took up, at five minutes and not before", async () => {
    const scene = await openSwap()
    const { record, swapId, world } = scene
    // No worker takes the swap up.
    const [lost] = await world.claim(20)
    if (lost === undefined) throw new Error("no job")
    await world.run(Store.use((store) => store.commit(changeSet({ finished: finish(lost) }))))
    const early = { ...lost, id: `expire-swap/${swapId}`, task: "expire-swap" }
    world.advance(5 * minute - 1)
    expect(await world.run(expireSwap(early))).toEqual({
      _tag: "Again",
      inMs: 1,
      problem: { code: "authorizationHolds" }
    })
    expect(await authorizationOf(scene)).toMatchObject({ sealed: expect.any(String) as string })
    world.advance(1)
    const [due] = await world.claim(20)
    if (due === undefined) throw new Error("no job")
    expect(await world.run(expireSwap(due))).toEqual({ _tag: "Finished" })
    expect(await record()).toMatchObject({ status: "FAILED", error: "AUTHORIZATION_EXPIRED" })
    expect(await authorizationOf(scene)).toMatchObject({ sealed: null })
  })

  it("§swap-authorization-expiry ends nothing that has begun", async () => {
    const { record, world } = await openSwap()
    world.pool.swaps.script.push("cut")
    world.pool.swaps.isDark = true
    await world.work()
    world.advance(5 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", error: null })
    world.pool.swaps.isDark = false
    await runOut(world)
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })
})

const fates: ReadonlyArray<Fate> = ["done", "refused", "lost", "lostRefusal", "cut", "held", "diesBefore", "diesAfter"]

/** What a swap over Lightning ends as when one leg has a fate: status, and how often the leg took effect. */
const endings: Readonly<Record<number, Readonly<Record<Fate, readonly [status: string, effects: number]>>>> = {
  0: {
    done: ["COMPLETED", 1],
    refused: ["FAILED", 0],
    lost: ["COMPLETED", 1],
    lostRefusal: ["FAILED", 0],
    cut: ["FAILED", 0],
    held: ["FAILED", 0],
    diesBefore: ["FAILED", 0],
    // The seed is gone with the worker, so the satoshis end in the user's own wallet.
    diesAfter: ["STRANDED", 1]
  },
  1: {
    done: ["COMPLETED", 1],
    refused: ["STRANDED", 0],
    lost: ["COMPLETED", 1],
    lostRefusal: ["STRANDED", 0],
    cut: ["STRANDED", 1],
    held: ["COMPLETED", 1],
    diesBefore: ["STRANDED", 1],
    diesAfter: ["STRANDED", 1]
  },
  2: {
    done: ["COMPLETED", 1],
    refused: ["STRANDED", 0],
    lost: ["COMPLETED", 1],
    lostRefusal: ["STRANDED", 0],
    cut: ["STRANDED", 1],
    held: ["COMPLETED", 1],
    diesBefore: ["STRANDED", 1],
    diesAfter: ["STRANDED", 1]
  },
  3: {
    done: ["COMPLETED", 1],
    refused: ["STRANDED", 0],
    lost: ["COMPLETED", 1],
    lostRefusal: ["STRANDED", 0],
    cut: ["STRANDED", 0],
    held: ["STRANDED", 0],
    diesBefore: ["STRANDED", 0],
    diesAfter: ["COMPLETED", 1]
  }
}

const onSpark = (leg: number, fate: Fate, [status, effects]: readonly [string, number]): readonly [string, number] => {
  // Without a fourth leg nothing needs the seed after leg 0.
  if (status === "STRANDED" && effects === 1) return ["COMPLETED", 1]
  return leg === 0 && fate === "diesAfter" ? ["COMPLETED", 1] : [status, effects]
}

describe("§swap-leg-fates every leg", () => {
  const cases = [
    ...[0, 1, 2].flatMap((leg) =>
      fates.map((fate) => ["spark", leg, fate, ...onSpark(leg, fate, endings[leg]?.[fate] ?? ["", 0])] as const)
    ),
    ...[0, 1, 2, 3].flatMap((leg) =>
      fates.map((fate) => ["lightning", leg, fate, ...(endings[leg]?.[fate] ?? (["", 0] as const))] as const)
    )
  ]

  it.each(cases)("to %s: leg %s that is %s ends %s with %s effects", async (network, leg, fate, status, effects) => {
    const { record, world } = await openSwap({ network })
    const actor = actorOf(world, leg)
    actor.script.push(fate)
    const [job] = (await world.claim(20)).filter(({ task }) => task === "advance-swap")
    if (job === undefined) throw new Error("no job")
    await world.runJobInProcess(job)
    await runOut(world)
    const after = await record()
    expect(after.status).toBe(status)
    expect(actor.effects.size).toBe(effects)
    expect(actor.repeats).toEqual([])
    // Asked for again only what the other side had never heard of, and never with the seed.
    expect(actor.asked.length).toBeLessThanOrEqual(leg === 1 || leg === 2 ? 2 : 1)
    expect(await trialBalance(world)).toEqual({})
    if (status === "FAILED") {
      expect(world.pool.swaps.asked).toEqual([])
      expect(await balancesOf(world, "")).toEqual([])
    }
    // The books say what really happened, leg by leg.
    const happened = [0, 1, 2].map((each) => actorOf(world, each).effects.size > 0)
    expect(after.legs.slice(0, 3).map(({ status: each }) => each === "CONFIRMED")).toEqual(happened)
    const owed = happened[2] ? [] : happened[1] ? ["BTC -10000"] : happened[0] ? ["DEPIX -5000000000"] : []
    const books = (await balancesOf(world, "swap-owed")).map((line) => line.split(" ").slice(1).toReversed().join(" "))
    expect(books).toEqual(owed)
    expect((await reviewsOf(world)).length).toBe(status === "STRANDED" ? 1 : 0)
    expect([...world.jobs.keys()].filter((id) => id.includes("swap"))).toEqual([])
  })

  it("§swap-unknown-legs that no one can say anything about strands the swap, and is requested once", async () => {
    for (const leg of [0, 1, 2]) {
      const { record, world } = await openSwap()
      const actor = actorOf(world, leg)
      actor.script.push("lost")
      actor.isDark = true
      await runOut(world)
      expect(await record()).toMatchObject({ status: "STRANDED", error: "OUTCOME_UNKNOWN" })
      expect(actor.asked).toHaveLength(1)
      expect(await trialBalance(world)).toEqual({})
      // The seed was sealed with the request and wiped with leg 0; the end has nothing to wipe.
      const authorizations = world.commits.flatMap(({ writes }) => writes)
        .filter(({ kind }) => kind === SwapAuthorizations.kind)
      expect(authorizations).toHaveLength(2)
    }
  })

  it("§swap-confirmed-legs keeps what was confirmed when a later one fails", async () => {
    const { record, world } = await openSwap()
    world.spark.transfers.script.push("refused")
    await runOut(world)
    expect(await record()).toMatchObject({
      status: "STRANDED",
      error: "TRANSFER_REFUSED",
      legs: [{ status: "CONFIRMED" }, { status: "CONFIRMED" }, { status: "FAILED", error: "TRANSFER_REFUSED" }]
    })
    expect(await reviewsOf(world)).toEqual(["stranded/TRANSFER_REFUSED"])
  })

  it("§swap-leg-once is asked for at most once wherever the worker dies among its calls", async () => {
    for (let calls = 0; calls < 40; calls++) {
      const { record, world } = await openSwap({ network: "lightning" })
      const [job] = (await world.claim(20)).filter(({ task }) => task === "advance-swap")
      if (job === undefined) throw new Error("no job")
      await world.runJobInProcess(job, calls)
      await runOut(world)
      for (const leg of [0, 1, 2, 3]) {
        const actor = actorOf(world, leg)
        expect(actor.asked.length - actor.repeats.length).toBeLessThanOrEqual(1)
        expect(actor.effects.size).toBeLessThanOrEqual(1)
      }
      expect(world.spark.tokens.asked.length).toBeLessThanOrEqual(1)
      expect(["COMPLETED", "FAILED", "STRANDED"]).toContain((await record()).status)
      expect((await record()).status === "FAILED").toBe(world.spark.tokens.effects.size === 0)
      expect(await trialBalance(world)).toEqual({})
    }
  })

  it("§swap-hand-over leaves leg 3 to a run that lost its lease and has the seed, for two minutes", async () => {
    const slow = await openSwap({ network: "lightning" })
    // Somebody else takes over while the run with the seed is between leg 2 and leg 3.
    const { world } = slow
    world.spark.transfers.script.push("diesAfter")
    const [job] = (await world.claim(20)).filter(({ task }) => task === "advance-swap")
    if (job === undefined) throw new Error("no job")
    await world.runJobInProcess(job)
    world.advance(minute)
    await world.work()
    expect(await slow.record()).toMatchObject({ status: "RUNNING", legs: [{}, {}, { status: "CONFIRMED" }, {}] })
    world.advance(2 * minute - 1)
    await world.work()
    expect(await slow.record()).toMatchObject({ status: "RUNNING" })
    world.advance(1)
    await world.work()
    expect(await slow.record()).toMatchObject({ status: "STRANDED", error: "LIGHTNING_FAILED" })
  })

  it("§swap-leg-deadline is given up as never received when no one can send it any more, by whatever clock", async () => {
    const { record, swapId, world } = await openSwap()
    world.spark.tokens.script.push("cut")
    const startedAt = world.clock.now
    await world.work()
    expect(world.spark.deadlines.get(`leg-0/${swapId}`)).toBe(startedAt + 15_000)
    // Somebody whose clock is ahead sees the deadline pass before whoever may still send: ten minutes are left for that.
    world.advance(614_999)
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: [{ status: "UNKNOWN" }, {}, {}] })
    world.advance(1)
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", legs: [{ status: "FAILED" }, {}, {}] })
  })
})

describe("a leg that an operator resolves §movement-resolve", () => {
  const operator = { environment: "production", requestId: "request-1" } as const
  const resolve = (movementId: string, outcome: "DONE" | "REFUSED") =>
    resolveMovement(subjects)(operator, { movementId, outcome, evidence: "told by Spark" })

  it("is booked, and its swap stays STRANDED", async () => {
    const scene = await openSwap()
    const { record, swapId, world } = scene
    world.spark.transfers.script.push("lost")
    world.spark.transfers.isDark = true
    await runOut(world)
    expect(await record()).toMatchObject({ status: "STRANDED", error: "OUTCOME_UNKNOWN" })
    await world.run(resolve(`leg-2/${swapId}`, "DONE"))
    expect(await record()).toMatchObject({
      status: "STRANDED",
      legs: [{}, {}, { status: "CONFIRMED", destinationTxHash: "told by Spark", actualAmountOut: "10000" }]
    })
    expect(await balancesOf(world, "")).toEqual([])
    expect(await trialBalance(world)).toEqual({})
  })

  it("cannot be said to have happened where no one knows how much the pool gave", async () => {
    const scene = await openSwap()
    const { record, swapId, world } = scene
    world.pool.swaps.script.push("cut")
    world.pool.swaps.isDark = true
    await runOut(world)
    expect(await world.refusal(resolve(`leg-1/${swapId}`, "DONE"))).toMatchObject({ _tag: "StateConflict" })
    await world.run(resolve(`leg-1/${swapId}`, "REFUSED"))
    expect(await record()).toMatchObject({ status: "STRANDED", legs: [{}, { status: "FAILED" }, {}] })
  })

  it.each([[9_899n, "1 satoshi less than was agreed"], [10_101n, "1 satoshi more than was to be expected"], [
    1n,
    "next to nothing"
  ]])(
    "is left to an operator where a pool says that it gave %s: %s §swap-output",
    async (sats) => {
      const said = <A extends { readonly _tag: string }>(answer: A): A =>
        answer._tag === "Done" ? { ...answer, value: { requestId: "r", transferId: "t", sats } } : answer
      const { record, swapId, world } = await openSwap({}, (services) => {
        const pool = swapPoolAdapter.of(services)
        return Context.merge(
          services,
          swapPoolAdapter.services({
            ...pool,
            swap: (request) => Effect.map(pool.swap(request), said),
            lookUpSwap: (request) => Effect.map(pool.lookUpSwap(request), said)
          })
        )
      })
      await runOut(world)
      expect(await record()).toMatchObject({ status: "STRANDED", legs: [{}, { status: "UNKNOWN" }, {}] })
      expect(await reviewsOf(world)).toContain(`answerDiffers/leg-1/${swapId}`)
      expect(world.spark.transfers.asked).toEqual([])
    }
  )

  it.each([["100500"], ["10101"], ["9899"], ["100"]])(
    "is refused where an operator types %s sats §swap-output",
    async (typed) => {
      const { swapId, world } = await openSwap()
      world.pool.swaps.script.push("cut")
      world.pool.swaps.isDark = true
      await runOut(world)
      const evidence = `transfer ${typed} sats`
      const done = resolveMovement(subjects)(operator, { movementId: `leg-1/${swapId}`, outcome: "DONE", evidence })
      expect(await world.refusal(done)).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "evidence", message: "must name from 9900 to 10100 sats" }]
      })
      expect(Option.getOrThrow(await world.run(get(Movements, `leg-1/${swapId}`))).value).toMatchObject({
        receipt: null
      })
    }
  )

  it("names what a pool gave, and nothing that is no amount", async () => {
    const { swapId, world } = await openSwap()
    world.pool.swaps.script.push("cut")
    world.pool.swaps.isDark = true
    await runOut(world)
    const leg = `leg-1/${swapId}`
    const done = (evidence: string) =>
      resolveMovement(subjects)(operator, { movementId: leg, outcome: "DONE", evidence })
    for (const wrong of ["transfer", "transfer 0 sats", "transfer -1 sats", "a transfer 1 sats", "transfer 1.5 sats"]) {
      expect(await world.refusal(done(wrong))).toMatchObject({ _tag: "StateConflict" })
    }
    await world.run(done("transfer 9950 sats"))
    const { receipt } = Option.getOrThrow(await world.run(get(Movements, leg))).value
    expect(receipt).toMatchObject({ requestId: "transfer", transferId: "transfer", sats: 9_950n })
  })
})

describe("leg 0 in a store that lost commits", () => {
  const restoredAt = (startedAt: number): TakenStore => ({
    at: startedAt,
    restored: { since: startedAt - 60 * minute, firstAt: startedAt, startedAt }
  })
  const open = (startedAt = startOfTests - minute) =>
    openSwap({}, (services) => Context.add(services, StoreTaken, { current: restoredAt(startedAt) }))
  const legs = (first: object) => [first, {}, {}]

  it("is requested where the settlement wallet has nothing of it", async () => {
    const { record, world } = await open()
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.spark.tokens.asked).toHaveLength(1)
  })

  it("is booked where the settlement wallet has it, and not requested again", async () => {
    const { record, world } = await open()
    world.spark.received = done({ transferId: "received before" })
    await world.work()
    expect(world.spark.tokens.asked).toEqual([])
    expect(await record()).toMatchObject({
      status: "COMPLETED",
      legs: legs({ status: "CONFIRMED", originTxHash: "received before" })
    })
    expect(await trialBalance(world)).toEqual({})
  })

  it("is looked up as long as it takes where it is under way, also after the authorization", async () => {
    const { record, world } = await open()
    world.spark.received = unknown("underWay")
    await world.work()
    world.advance(6 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: legs({ status: "SUBMITTED" }) })
    world.spark.received = done({ transferId: "received late" })
    await runOut(world, 3)
    expect(await record()).toMatchObject({ status: "COMPLETED", legs: legs({ originTxHash: "received late" }) })
    expect(world.spark.tokens.asked).toEqual([])
  })

  it("waits while nothing can be said of it, and is left to a person with the authorization", async () => {
    const { record, world } = await open()
    world.spark.received = undefined
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: legs({ status: "PENDING" }) })
    await runOut(world, 3)
    expect(await record()).toMatchObject({ status: "STRANDED", error: "OUTCOME_UNKNOWN" })
    expect(world.spark.tokens.asked).toEqual([])
  })

  it("waits until nothing that was requested before is on its way", async () => {
    const { record, world } = await open(startOfTests)
    await world.work()
    expect(world.spark.tokens.asked).toEqual([])
    world.advance(2 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("that was requested stays in doubt where nothing shows it", async () => {
    const { record, world } = await open()
    world.spark.tokens.script.push("cut")
    await world.work()
    world.advance(20 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "RUNNING", legs: legs({ status: "UNKNOWN" }) })
    expect(world.spark.tokens.asked).toHaveLength(1)
  })
})

it("a movement that needs the seed is never sent without it, planned or not", async () => {
  const { swapId, world } = await openSwap()
  const wanted = {
    purpose: "leg-0" as const,
    owner: (await world.run(get(Swaps, swapId)).then(Option.getOrThrow)).value.owner,
    subjectKind: "swap" as const,
    subject: swapId,
    order: { kind: "tokenTransfer" as const, from: ownSpark, units: unitsUnsafe("DEPIX", 5n) },
    at: world.clock.now
  }
  const { writes } = plan(wanted)
  await world.run(Store.use((store) => store.commit(changeSet({ writes }))))
  const id = `leg-0/${swapId}`
  expect(await world.run(advanceMovement(subjects, id))).toMatchObject({ _tag: "Waits" })
  const { claim } = await world.run(planAndClaim(wanted))
  expect(await world.run(sendClaimed(subjects, claim))).toMatchObject({ _tag: "Waits" })
  expect(world.spark.tokens.asked).toEqual([])
  expect(Movements.owed?.(claim.movement)).toEqual([])
})
