// A whole swap on Breez SDK Spark over a simulated ledger: DePix to the settlement wallet, a conversion that a person makes, and the
// satoshis to where they go. No live run was made.
import { createHash } from "node:crypto"
import { mnemonicToSeedSync } from "@scure/bip39"
import { Context, Effect, Layer, Redacted, Scope } from "effect"
import { expect, it } from "vitest"
import { spark } from "../../../adapters/spark/index.ts"
import { sparkAddressOf } from "../../../core/standards/address/spark.ts"
import { subjects } from "../../../core/payments/resources.ts"
import { resolveMovement } from "../../../core/payments/movement/resolve-movement.ts"
import { sparkWalletAdapter, swapPoolAdapter } from "../../../core/ports/moving/adapter.ts"
import { StoreTaken, type TakenStore } from "../../../core/engine/store/generation.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { mnemonicOf, sparkIdentityKeyOf } from "../../../core/customers/wallet/derivation.ts"
import { balancesOf, trialBalance } from "../../support/books.ts"
import { minute, openSwap, reviewsOf, runOut } from "../../unit/payments/swap/swap.scene.ts"
import { startOfTests } from "../../support/world.ts"
import { SimulatedLedger } from "../simulated/spark-ledger.ts"
import { SimulatedSpark } from "../simulated/spark-sdk.ts"
import { settlement, token, walletOf } from "./bench.ts"

const operator = { environment: "production", requestId: "request-1" } as const
const receiver = walletOf(9)

/** A user's wallet by its id, as the vault of the tests opens it. */
const identityOf = (walletId: string): Uint8Array =>
  sparkIdentityKeyOf(
    mnemonicToSeedSync(mnemonicOf(createHash("sha256").update(`seed of ${walletId}`).digest().subarray(0, 16)))
  )

const openScene = async (holds: bigint, ledger = new SimulatedLedger(token), taken?: TakenStore) => {
  const simulated = new SimulatedSpark(ledger)
  const adapters = spark({
    apiKey: Redacted.make("key"),
    mnemonic: Redacted.make(settlement.mnemonic),
    depixToken: token,
    directory: "wallets",
    hasManualConversions: true,
    sdk: () => Promise.resolve(simulated.module())
  })
  let user = ""
  const scene = await openSwap({ address: receiver.address, amount: "50" }, (services) => {
    const built = Effect.runSync(
      Layer.build(Layer.merge(adapters.sparkWallet, adapters.swapPool)).pipe(
        Effect.provideService(Store, Context.get(services, Store)),
        Effect.provideService(Scope.Scope, Scope.makeUnsafe())
      )
    )
    const wallet = sparkWalletAdapter.of(built)
    const identity = (walletId: string) => {
      const key = identityOf(walletId)
      user = Buffer.from(key).toString("hex")
      if (ledger.holds(user, token) === 0n) ledger.give(user, token, holds)
      return Effect.succeed({ sparkAddress: sparkAddressOf(key), lightningAddress: null })
    }
    return Context.merge(
      taken === undefined ? services : Context.add(services, StoreTaken, { current: taken }),
      Context.merge(
        sparkWalletAdapter.services({ ...wallet, identity }),
        swapPoolAdapter.services(swapPoolAdapter.of(built))
      )
    )
  })
  ledger.now = () => scene.world.clock.now
  return { ...scene, ledger, user }
}

it("completes once a person has converted", async () => {
  const { ledger, record, swapId, user, world } = await openScene(6_000_000_000n)
  await world.work()
  expect(await record()).toMatchObject({
    status: "RUNNING",
    legs: [{ status: "CONFIRMED", originTxHash: ledger.tokens[0]?.hash }, {}, {}]
  })
  expect(ledger.holds(user, token)).toBe(1_000_000_000n)
  expect(ledger.holds(settlement.identity, token)).toBe(5_000_000_000n)
  // A person takes as long as a person does.
  await runOut(world, 6)
  expect(await record()).toMatchObject({ status: "RUNNING", error: null })
  expect(await reviewsOf(world)).toEqual([])

  // The operator converts with another program, and says what came.
  const sats = ledger.worth(5_000_000_000n)
  ledger.give(settlement.identity, token, -5_000_000_000n)
  ledger.give(settlement.identity, "BTC", sats)
  const evidence = `conversion-1 ${sats} sats`
  await world.run(resolveMovement(subjects)(operator, { movementId: `leg-1/${swapId}`, outcome: "DONE", evidence }))
  await runOut(world, 3)

  expect(await record()).toMatchObject({
    status: "COMPLETED",
    legs: [{}, { destinationTxHash: "conversion-1", actualAmountOut: String(sats) }, { actualAmountOut: String(sats) }]
  })
  expect(ledger.holds(receiver.identity, "BTC")).toBe(sats)
  expect(ledger.holds(settlement.identity, "BTC")).toBe(0n)
  expect(ledger.tokens.length).toBe(1)
  expect(ledger.transfers.size).toBe(1)
  expect(await trialBalance(world)).toEqual({})
  expect(await balancesOf(world, "")).toEqual([])
})

it("fails with nothing moved where the wallet holds too little", async () => {
  const { ledger, record, world } = await openScene(4_999_999_999n)
  await world.work()
  expect(await record()).toMatchObject({ status: "FAILED", error: "TRANSFER_REFUSED" })
  expect(ledger.tokens).toEqual([])
  expect(await balancesOf(world, "")).toEqual([])
})

it("finds the DePix that it took where it is requested again after a restore, and takes none a second time", async () => {
  const first = await openScene(20_000_000_000n)
  await first.world.work()
  const [taken] = first.ledger.tokens
  // A store that knows of nothing, before the same ledger.
  const startedAt = startOfTests - minute
  const again = await openScene(0n, first.ledger, {
    at: startedAt,
    restored: { since: startedAt, firstAt: startedAt, startedAt }
  })
  expect(again.swapId).toBe(first.swapId)
  await again.world.work()
  expect(again.ledger.tokens).toEqual([taken])
  expect(await again.record()).toMatchObject({
    status: "RUNNING",
    legs: [{ status: "CONFIRMED", originTxHash: taken?.hash }, {}, {}]
  })
  expect(again.ledger.holds(again.user, token)).toBe(15_000_000_000n)
})
