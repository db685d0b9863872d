// How wallets are opened and closed, what is read of them, and what the pool gives.
import { Effect, Layer, Redacted, Result, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { spark } from "../../../adapters/spark/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { swapPoolAdapter } from "../../../core/ports/moving/adapter.ts"
import { openSparkBench, poor, settlement, token, user, walletAdapterOf } from "./bench.ts"
import { movesOn } from "./moves.ts"

const run = Effect.runPromise

const poolOf = (adapters: Pick<ReturnType<typeof spark>, "swapPool">) =>
  run(
    Layer.build(adapters.swapPool).pipe(
      Effect.provideService(Scope.Scope, Scope.makeUnsafe()),
      Effect.map(swapPoolAdapter.of)
    )
  )

it("opens a user's wallet with his words for each use, closes it, and keeps the settlement wallet", async () => {
  const bench = await openSparkBench()
  const [tokens, sats, payment] = movesOn(bench)
  for (const move of [tokens, sats, payment]) {
    expect((await run(move?.ask(bench.wallet, move.word) ?? Effect.never))._tag).toBe("Done")
    expect(bench.spark.open).toBe(1)
  }
  expect(bench.spark.seeds).toEqual([settlement.mnemonic, user.mnemonic, user.mnemonic])
  // A folder of its own each: those of the SDK are named by 32 bits of a hash.
  expect(bench.spark.folders).toEqual([
    join("wallets", "settlement"),
    join("wallets", user.identity),
    join("wallets", user.identity)
  ])
})

it("closes a user's wallet whatever became of the movement", async () => {
  const bench = await openSparkBench()
  const [tokens, , payment] = movesOn(bench)
  for (const name of ["getInfo", "getUserSettings", "prepareSendPayment", "sendPayment"] as const) {
    for (const move of [tokens, payment]) {
      bench.spark.faults.set(name, [() => Promise.reject(new Error("Network error: lost"))])
      await run(move?.ask(bench.wallet, `${name}-${move.word}`) ?? Effect.never)
      expect(bench.spark.open).toBeLessThanOrEqual(1)
      bench.spark.faults.delete(name)
    }
  }
})

it("prepares nothing with the seed of another wallet", async () => {
  const bench = await openSparkBench()
  const [tokens, , payment] = movesOn({ ...bench, user: { ...user, seed: bench.other.seed } })
  for (const move of [tokens, payment]) {
    const answer = await run(move?.ask(bench.wallet, move.word) ?? Effect.never)
    expect(answer).toMatchObject({ _tag: "Held", reason: { code: "custody" } })
  }
  expect(bench.spark.calls).not.toContain("prepareSendPayment")
})

it("opens the settlement wallet anew when its words change", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-spark-"))
  try {
    const bench = await openSparkBench()
    const file = join(folder, "words")
    writeFileSync(file, settlement.mnemonic, { mode: 0o600 })
    const adapters = spark({
      apiKey: Redacted.make("key"),
      mnemonic: { file },
      depixToken: token,
      directory: "wallets",
      sdk: () => Promise.resolve(bench.spark.module())
    })
    const wallet = await walletAdapterOf(adapters, bench.plane)
    expect((await run(wallet.balances(settlement.address)))?.sats).toBe(10_000_000n)
    writeFileSync(file, `${user.mnemonic} `, { mode: 0o600 })
    expect((await run(wallet.balances(user.address)))?.sats).toBe(10_000_000n)
    expect(bench.spark.open).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("reads the balances of the settlement wallet, and of no other without its seed", async () => {
  const { ledger, spark: simulated, wallet } = await openSparkBench()
  ledger.give(settlement.identity, token, 7n)
  expect(await run(wallet.balances(settlement.address))).toEqual({ depix: 7n, sats: 10_000_000n })
  expect(await run(wallet.balances(user.address))).toBe(undefined)
  ledger.give(settlement.identity, token, -8n)
  expect(await run(Effect.flip(wallet.balances(settlement.address)))).toMatchObject({ _tag: "SparkUnavailable" })
  simulated.set("cut")
  expect(Result.isFailure(await run(Effect.result(wallet.balances(settlement.address))))).toBe(true)
})

it("says how the SDK is, in words of ours", async () => {
  const bench = await openSparkBench()
  const adapters = bench.open()
  const wallet = await walletAdapterOf(adapters, bench.plane)
  const state = () => run(adapters.providers[0]?.state ?? Effect.never)
  expect((await state()).state).toBe("unused")
  await run(wallet.balances(settlement.address))
  expect((await state()).state).toBe("ready")
  bench.spark.set("gateway")
  await run(Effect.ignore(wallet.balances(settlement.address)))
  expect(await state()).toMatchObject({ state: "failing", problem: "the SDK could not reach its services" })
})

it("quotes what the pool gives and how far that moves its price", async () => {
  const bench = await openSparkBench()
  const pool = await poolOf(bench.open())
  const of = (whole: bigint) => run(pool.simulate(unitsUnsafe("DEPIX", whole * 100_000_000n)))
  const small = await of(100n)
  const large = await of(600_000n)
  expect(small.sats).toBe(bench.ledger.worth(100n * 100_000_000n))
  expect(small.slippageBps).toBeLessThanOrEqual(1)
  // A tenth of what the pool holds moves the product of the two by a tenth, and the price by the eleventh part of it.
  expect(large.slippageBps).toBeGreaterThan(850)
  expect(large.slippageBps).toBeLessThan(950)
  bench.spark.set("cut")
  expect(Result.isFailure(await run(Effect.result(pool.simulate(unitsUnsafe("DEPIX", 1n)))))).toBe(true)
})

it("holds conversions for a person, and quotes nothing where there is none", async () => {
  const bench = await openSparkBench()
  const request = {
    operationId: "swap",
    units: unitsUnsafe("DEPIX", 100n),
    minimumSats: unitsUnsafe("BTC", 1n),
    mostSats: unitsUnsafe("BTC", 2n)
  }
  const pool = await poolOf(bench.open())
  expect(await run(pool.swap(request))).toMatchObject({ _tag: "Held", reason: { code: "manual" } })
  expect((await run(pool.lookUpSwap(request)))._tag).toBe("Absent")
  expect(bench.spark.calls).toEqual([])
  const none = await poolOf(spark({
    apiKey: Redacted.make("key"),
    mnemonic: Redacted.make(poor.mnemonic),
    depixToken: token,
    directory: "wallets",
    sdk: () => Promise.resolve(bench.spark.module())
  }))
  expect(Result.isFailure(await run(Effect.result(none.simulate(request.units))))).toBe(true)
  expect(bench.spark.calls).toEqual([])
})
