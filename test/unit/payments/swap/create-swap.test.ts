// POST /api/wallet/swap as a use case: every field with the code of its own, the gates in their order, replays and conflicts
// (spec "DePix swap", "Error codes"; C13; 0102, 0103), and GET /api/wallet/swap/{swapId}.
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { get } from "../../../../core/engine/store/records.ts"
import { CommitUnknown, Store, StoreUnavailable } from "../../../../core/engine/store/store.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { readSwap } from "../../../../core/payments/swap/read-swap.ts"
import { SwapAuthorizations, swapIdOf } from "../../../../core/payments/swap/swap.ts"
import type { SwapRequest } from "../../../../core/payments/swap/swap-request.ts"
import { RequiredFields } from "../../../../core/standards/identity/declaration.ts"
import { approvedHolder } from "../../../support/wallets.ts"
import { startOfTests } from "../../../support/world.ts"
import {
  giveWallet,
  lightningDestination,
  minute,
  openSwap,
  openSwapper,
  sparkDestination,
  swapper
} from "./swap.scene.ts"

type Scene = Awaited<ReturnType<typeof openSwapper>>

const swapsOf = ({ world }: Scene) =>
  world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "swap")

describe("the fields of a swap", () => {
  it.each([
    ["fromAsset", [undefined, "BTC", "depix", 1]],
    ["toAsset", [undefined, "DEPIX", null]],
    ["network", ["liquid", "", null]],
    [
      "amount",
      [
        undefined,
        50,
        "",
        "0",
        "0.0",
        "-1",
        "+1",
        "1e3",
        "1E3",
        "1.",
        ".5",
        "01",
        "1,5",
        " 1",
        "1.123456789",
        "10000.00000001"
      ]
    ],
    ["clientRequestId", [undefined, "", "a b", "ä", "a".repeat(101), 7, "a/b"]],
    ["walletPin", ["", 123456, null]],
    ["protectedSymmetricKey", ["", {}, "x".repeat(1_025)]],
    ["subAccountId", ["", 5, "x".repeat(65)]],
    ["minAmountOutSats", [399, 400.5, "400", -1, null, 2_100_000_000_000_001]],
    ["maxSlippageBps", [-1, 1_001, 0.5, "100"]],
    ["maxLightningFeeSats", [-1, 10_001, 0.5, "10"]],
    ["reference", ["", "x".repeat(256), 5]]
  ])("§error-invalid-swap-input §swap-invalid-input refuses a wrong %s with INVALID_INPUT", async (name, values) => {
    for (const value of values) {
      const scene = await openSwapper()
      const parts = { network: "lightning", address: lightningDestination, [name]: value }
      expect([value, await scene.refusal(parts)]).toMatchObject([value, { _tag: "InvalidSwapInput", field: name }])
      expect(swapsOf(scene)).toEqual([])
      expect(scene.world.vault.opened).toEqual([])
    }
  })

  it.each([
    ["amount", ["0.00000001", "10000", "10000.00000000", "9999.99999999"]],
    ["clientRequestId", ["a", "A-z_0-9", "a".repeat(100)]],
    ["minAmountOutSats", [400, 401]],
    ["maxSlippageBps", [0, 1_000]],
    ["maxLightningFeeSats", [0, 10_000]],
    ["reference", ["x", "x".repeat(255)]]
  ])(
    "§limit-swap-amount §limit-swap-request-id §limit-swap-minimum-output-sats §limit-swap-slippage-bps §limit-swap-lightning-fee-sats §swap-limits takes %s up to its limits",
    async (name, values) => {
      for (const value of values) {
        const scene = await openSwapper()
        expect(await scene.ask({ network: "lightning", [name]: value })).toMatchObject({
          answer: { status: "PENDING" }
        })
      }
    }
  )

  it.each([
    ["swap.purpose", {}, ["purpose"]],
    ["swap.walletOwner", {}, []],
    ["swap.walletOwner", { address: sparkDestination }, ["walletOwner"]]
  ])("§declared-required requires %s of %j as far as it leaves the account", async (required, parts, fields) => {
    const scene = await openSwapper()
    const asked = createSwap({ caller: scene.caller, request: scene.request(parts) }).pipe(
      Effect.provideService(RequiredFields, [required])
    )
    if (fields.length === 0) expect(await scene.world.run(asked)).toMatchObject({ answer: { status: "PENDING" } })
    else expect(await scene.world.refusal(asked)).toMatchObject({ _tag: "DeclarationMissing", fields })
  })

  it("§swap-missing-secrets needs the PIN and the key", async () => {
    const scene = await openSwapper()
    for (const name of ["walletPin", "protectedSymmetricKey"] as const) {
      const { [name]: _gone, ...request } = scene.request()
      expect(await scene.world.refusal(createSwap({ caller: scene.caller, request }))).toMatchObject({
        _tag: "InvalidSwapInput",
        field: name
      })
    }
  })

  it.each([
    "",
    lightningDestination,
    sparkDestination.slice(0, -1),
    "sparkrt1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc8pt5y4",
    7
  ])("§error-invalid-spark-address §swap-invalid-spark-address refuses %s as a Spark destination", async (address) => {
    expect(await (await openSwapper()).refusal({ address })).toMatchObject({ _tag: "InvalidSparkAddress" })
  })

  it.each(["", "nobody", "ana@localhost", sparkDestination, 7])(
    "§error-invalid-lightning-destination §swap-invalid-lightning refuses %s as a Lightning destination",
    async (address) => {
      expect(await (await openSwapper()).refusal({ network: "lightning", address })).toMatchObject({
        _tag: "InvalidLightningDestination"
      })
    }
  )

  it.each(["lnbc20500n1pabc", "LNBC1PABC", "lightning:lnbc1p0", "lntb1p0"])(
    "§error-bolt11-not-supported §swap-bolt11 refuses the invoice %s",
    async (address) => {
      expect(await (await openSwapper()).refusal({ network: "lightning", address })).toMatchObject({
        _tag: "Bolt11NotSupported"
      })
    }
  )

  it("§swap-lightning-fee-ignored gives no account to a Lightning fee on Spark", async () => {
    const scene = await openSwapper()
    expect(await scene.ask({ maxLightningFeeSats: 99_999 })).toMatchObject({ answer: { maxLightningFeeSats: 0 } })
  })

  it("§swap-defaults fills what is left out", async () => {
    const scene = await openSwapper()
    expect(await scene.ask({ network: undefined })).toEqual({
      _tag: "Answered",
      replayed: false,
      answer: {
        success: true,
        swapId: swapIdOf(scene.caller.account.id, "request-1"),
        clientRequestId: "request-1",
        status: "PENDING",
        fromAsset: "DEPIX",
        toAsset: "BTC",
        amountIn: "5000000000",
        network: "lightning",
        destination: "ana@own.example.com",
        minAmountOutSats: 400,
        maxSlippageBps: 100,
        maxLightningFeeSats: 10
      }
    })
  })
})

describe("the gates of a swap", () => {
  it("§swap-scope finds neither a foreign nor a missing subaccount, nor a wallet that is not there", async () => {
    const scene = await openSwapper()
    const other = await scene.world.caller(swapper("other"))
    const foreign = await scene.refusal({ subAccountId: other.account.mainSubAccountId })
    const missing = await scene.refusal({ subAccountId: "sub_nobody" })
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
    expect(foreign).toEqual(missing)
    // No fallback to the owner's wallet.
    const subAccountId = await approvedHolder(scene.world, scene.caller)
    expect(await scene.refusal({ subAccountId })).toMatchObject({ _tag: "NotFound", resource: "Wallet" })
    const protectedSymmetricKey = await giveWallet(scene.world, scene.caller, subAccountId)
    expect(await scene.ask({ subAccountId, protectedSymmetricKey })).toMatchObject({ answer: { status: "PENDING" } })
  })

  it("§error-swap-not-enabled §swap-not-enabled needs the flag SWAP", async () => {
    const scene = await openSwapper()
    const caller = await scene.world.caller(swapper("plain", []))
    const protectedSymmetricKey = await giveWallet(scene.world, caller)
    const request = scene.request({ protectedSymmetricKey })
    expect(await scene.world.refusal(createSwap({ caller, request }))).toMatchObject({ _tag: "SwapNotEnabled" })
    expect(scene.world.vault.opened).toEqual([])
  })

  // F2
  it("§swap-not-enabled tells of the missing flag before the wallet that is not there", async () => {
    const scene = await openSwapper()
    const request = scene.request()
    const plain = await scene.world.caller(swapper("plain", []))
    expect(await scene.world.refusal(createSwap({ caller: plain, request }))).toMatchObject({ _tag: "SwapNotEnabled" })
    const fresh = await scene.world.caller(swapper("fresh"))
    expect(await scene.world.refusal(createSwap({ caller: fresh, request }))).toMatchObject({ resource: "Wallet" })
  })

  it("§error-no-spark-wallet §swap-no-spark-wallet needs a Spark identity", async () => {
    const scene = await openSwapper()
    scene.world.spark.identity = undefined
    expect(await scene.refusal()).toMatchObject({ _tag: "NoSparkWallet" })
    expect(scene.world.vault.opened).toEqual([])
    scene.world.spark.isUp = false
    expect(await scene.refusal()).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "Spark" })
  })

  it("§swap-invalid-lightning needs an address where the wallet has none of its own", async () => {
    const scene = await openSwapper()
    scene.world.spark.identity = { sparkAddress: sparkDestination, lightningAddress: null }
    expect(await scene.refusal({ network: "lightning" })).toMatchObject({ _tag: "InvalidLightningDestination" })
  })

  it("§error-invalid-swap-pin §swap-invalid-pin §swap-pin-lock answers a wrong PIN as the swap does, and locks after three", async () => {
    const scene = await openSwapper()
    for (let tries = 0; tries < 3; tries++) {
      expect(await scene.refusal({ walletPin: "000000" })).toMatchObject({ _tag: "InvalidSwapPin" })
    }
    expect(await scene.refusal()).toMatchObject({ _tag: "PinLocked", retryAfterSeconds: 86_400 })
    scene.world.advance(24 * 60 * minute - 1)
    expect(await scene.refusal()).toMatchObject({ _tag: "PinLocked" })
    scene.world.advance(1)
    expect(await scene.ask()).toMatchObject({ answer: { status: "PENDING" } })
    expect(swapsOf(scene)).toHaveLength(1)
  })

  it("§swap-invalid-pin answers a wrong envelope like a wrong PIN", async () => {
    const scene = await openSwapper()
    expect(await scene.refusal({ protectedSymmetricKey: "another" })).toMatchObject({ _tag: "InvalidSwapPin" })
  })

  it("§swap-rate-limited answers as one too many while the service has as many unlocks as it can", async () => {
    const scene = await openSwapper()
    scene.world.vault.isFull = true
    expect(await scene.refusal()).toMatchObject({ _tag: "UnlockInProgress" })
  })

  it("§error-queue-unavailable §swap-queue-unavailable names the swap when no one knows whether it stands, and the same request finds out", async () => {
    for (
      const [error, stands] of [["CommitUnknown", true], ["CommitUnknown", false], ["StoreUnavailable", false]] as const
    ) {
      const scene = await openSwapper()
      const id = swapIdOf(scene.caller.account.id, "request-1")
      const broken = createSwap({ caller: scene.caller, request: scene.request() }).pipe(
        Effect.updateService(Store, (store) => ({
          ...store,
          commit: (changes) => {
            if (!changes.writes.some(({ kind }) => kind === "swap")) return store.commit(changes)
            const failure = error === "CommitUnknown"
              ? new CommitUnknown({ cause: 0 })
              : new StoreUnavailable({ cause: 0 })
            return stands ? Effect.andThen(store.commit(changes), Effect.fail(failure)) : Effect.fail(failure)
          }
        }))
      )
      expect(await scene.world.refusal(broken)).toMatchObject({ _tag: "QueueUnavailable", swapId: id })
      expect(await scene.ask()).toMatchObject({ replayed: stands, answer: { swapId: id } })
    }
  })
})

describe("a request that is sent again", () => {
  it("§swap-replay answers with the same swap and its status, without looking at PIN or key", async () => {
    const scene = await openSwap({ address: sparkDestination, reference: "order 7" })
    const opened = scene.world.vault.opened.length
    const again = { address: sparkDestination, reference: "order 7", walletPin: "000000", protectedSymmetricKey: "x" }
    expect(await scene.ask(again)).toMatchObject({
      replayed: true,
      answer: { swapId: scene.swapId, status: "PENDING" }
    })
    await scene.world.work()
    expect(await scene.ask(again)).toMatchObject({
      replayed: true,
      answer: { swapId: scene.swapId, status: "COMPLETED" }
    })
    expect(scene.world.vault.opened).toHaveLength(opened)
    expect(scene.world.spark.tokens.asked).toHaveLength(1)
    // The same amount, written otherwise, and what is the default, said.
    expect(await scene.ask({ ...again, amount: "50.00", minAmountOutSats: 400 })).toMatchObject({ replayed: true })
  })

  it("§swap-replay-failed reports a failure and does not begin again", async () => {
    const scene = await openSwap()
    scene.world.advance(5 * minute)
    await scene.world.work()
    expect(await scene.ask()).toMatchObject({ replayed: true, answer: { status: "FAILED" } })
    await scene.world.work()
    expect(scene.world.spark.seeds).toEqual([])
  })

  it.each([
    ["amount", "50.00000001"],
    ["network", "lightning"],
    ["address", sparkDestination],
    ["minAmountOutSats", 401],
    ["maxSlippageBps", 99],
    ["reference", "another"]
  ])("§swap-conflict refuses another %s", async (name, value) => {
    const scene = await openSwap()
    expect(await scene.refusal({ [name]: value })).toMatchObject({
      _tag: "IdempotencyConflict",
      field: "clientRequestId"
    })
  })

  it("§swap-conflict refuses another wallet and another Lightning allowance", async () => {
    const scene = await openSwap({ network: "lightning" })
    expect(await scene.refusal({ network: "lightning", maxLightningFeeSats: 11 })).toMatchObject({
      _tag: "IdempotencyConflict"
    })
    expect(await scene.refusal({ network: "lightning", subAccountId: "sub_other" })).toMatchObject({
      _tag: "IdempotencyConflict"
    })
  })

  it("§swap-request-id is unique to one owner", async () => {
    const scene = await openSwap()
    const caller = await scene.world.caller(swapper("other"))
    const protectedSymmetricKey = await giveWallet(scene.world, caller)
    const request: SwapRequest = scene.request({ protectedSymmetricKey })
    const once = await scene.world.run(createSwap({ caller, request }))
    expect(once).toMatchObject({ replayed: false })
    expect(once).not.toMatchObject({ answer: { swapId: scene.swapId } })
  })

  it("§swap-request-id is one swap however many come at once", async () => {
    const scene = await openSwapper()
    const answers = await Promise.all(
      Array.from(
        { length: 3 },
        () => scene.world.run(Effect.exit(createSwap({ caller: scene.caller, request: scene.request() })))
      )
    )
    const ids = answers.flatMap((exit) =>
      exit._tag === "Success" && exit.value._tag === "Answered" ? [exit.value.answer.swapId] : []
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
    await scene.world.work()
    expect(scene.world.spark.tokens.asked).toHaveLength(1)
  })
})

describe("what is kept of a swap", () => {
  it("§swap-seed-sealed is the seed, sealed, for five minutes, and neither PIN nor key", async () => {
    const { envelope, swapId, world } = await openSwap()
    const authorization = Option.getOrThrow(await world.run(get(SwapAuthorizations, swapId))).value
    expect(authorization.expiresAt).toBe(startOfTests + 5 * minute)
    const stored = world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind.startsWith("swap"))
      .map(({ body }) => body).join("\n")
    expect(stored).not.toContain("271828")
    expect(stored).not.toContain(envelope)
  })

  it("§swap-read-scope is there for its owner alone, and under its own subaccount", async () => {
    const { caller, swapId, world } = await openSwap()
    const other = await world.caller(swapper("other"))
    expect(await world.run(readSwap(caller, swapId, caller.account.mainSubAccountId))).toMatchObject({ swapId })
    const foreign = await world.refusal(readSwap(other, swapId))
    expect(foreign).toEqual(await world.refusal(readSwap(other, "swp_nothing")))
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Swap" })
    expect(await world.refusal(readSwap(caller, swapId, "sub_other"))).toEqual(foreign)
  })
})
