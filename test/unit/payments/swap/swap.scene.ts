// A key owner with a Spark wallet who may swap, a swap of his, and what can be seen of it. 50 DePix for 10,000 satoshis.
import { Effect, Redacted, type Schema } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { insert, list } from "../../../../core/engine/store/records.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { readSwap } from "../../../../core/payments/swap/read-swap.ts"
import type { SwapRequest } from "../../../../core/payments/swap/swap-request.ts"
import { type Wallet, Wallets, envelopePlace } from "../../../../core/customers/wallet/wallet.ts"
import type { FakePool, FakeSpark } from "../../../support/swap.ts"
import { World, account, startOfTests } from "../../../support/world.ts"

export const minute = 60_000
export const pin = "271828"
export const sparkDestination = "spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2"
export const lightningDestination = "bob@wallet.example.com"

export const swapper = (name = "swapper", flags: ReadonlyArray<"SWAP"> = ["SWAP"]) =>
  account(name, { environment: "production", apiKey: `pontepay_live_${name.padEnd(32, "-")}`, flags })

/** Gives a holder a wallet under the PIN of these tests, and its envelope. */
export const giveWallet = async (world: World, caller: Caller, subAccountId = caller.account.mainSubAccountId) => {
  const id = Buffer.from(subAccountId).toString("hex").slice(-22) + subAccountId.slice(-2)
  const envelope = world.vault.envelope({ owner: caller.account.id, email: "ana@example.com", pin: Redacted.make(pin) })
  await world.run(Effect.gen(function*() {
    const protectedSymmetricKey = yield* Secrets.use((secrets) => secrets.seal(envelope, envelopePlace(id)))
    const wallet: Wallet = {
      id,
      owner: caller.account.id,
      subAccountId,
      role: "default",
      networks: ["polygon", "base", "tron", "solana"],
      addresses: { evm: "0x52908400098527886E0F7030069857D2E4169EE7", tron: "T", solana: "S" },
      email: "ana@example.com",
      protectedSymmetricKey,
      sealedSeed: "sealed",
      createdAt: startOfTests,
      updatedAt: startOfTests
    }
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Wallets, wallet)] })))
  }))
  return Redacted.value(envelope)
}

export const openSwapper = async (
  decorate?: Parameters<typeof World.open>[1],
  parts: Partial<ReturnType<typeof account>> = {}
) => {
  const world = await World.open(undefined, decorate)
  const caller = await world.caller({ ...swapper(), ...parts })
  const envelope = await giveWallet(world, caller)
  const request = (parts: Readonly<Record<string, unknown>> = {}): SwapRequest => {
    const { protectedSymmetricKey = envelope, walletPin = pin, ...others } = parts
    return {
      fromAsset: "DEPIX",
      toAsset: "BTC",
      network: "spark",
      amount: "50",
      clientRequestId: "request-1",
      ...others,
      walletPin: Redacted.make(walletPin as Schema.Json),
      protectedSymmetricKey: Redacted.make(protectedSymmetricKey as Schema.Json)
    }
  }
  const ask = (parts: Readonly<Record<string, unknown>> = {}) =>
    world.run(createSwap({ caller, request: request(parts) }))
  const refusal = (parts: Readonly<Record<string, unknown>> = {}) =>
    world.refusal(createSwap({ caller, request: request(parts) }))
  return { world, caller, envelope, request, ask, refusal }
}

/** A swap that was accepted. */
export const openSwap = async (
  parts: Readonly<Record<string, unknown>> = {},
  decorate?: Parameters<typeof World.open>[1]
) => {
  const scene = await openSwapper(decorate)
  const once = await scene.ask(parts)
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  const { swapId } = once.answer
  return {
    ...scene,
    swapId,
    answer: once.answer,
    record: () => scene.world.run(readSwap(scene.caller, swapId))
  }
}

/** Who makes a leg. */
export const actorOf = ({ pool, spark }: { readonly pool: FakePool; readonly spark: FakeSpark }, leg: number) =>
  [spark.tokens, pool.swaps, spark.transfers, spark.payments][leg] as FakeSpark["tokens"]

export const reviewsOf = async (world: World) =>
  (await world.run(list(Reviews, "all", "all", { limit: 50 }))).map(({ value }) =>
    value.id.slice(value.subject.length + 1)
  )

/** Works and lets time pass until nothing is left to do. */
export const runOut = async (world: World, hours = 3) => {
  for (let passed = 0; passed < hours * 12; passed++) {
    await world.work()
    world.advance(5 * minute)
  }
  await world.work()
}
