// The conformance bench of Spark: the adapter on a simulated SDK over a simulated ledger.
import { createHash } from "node:crypto"
import { mnemonicToSeedSync } from "@scure/bip39"
import { type Context, Effect, Layer, Redacted, Scope } from "effect"
import type { LineState, SparkUser, SparkWalletBench } from "../../../adapters/conformance/index.ts"
import { spark } from "../../../adapters/spark/index.ts"
import { idempotencyKeyOf } from "../../../adapters/spark/ids.ts"
import { stored } from "../../../adapters/spark/movement.ts"
import { layer as memory } from "../../../adapters/memory/store.ts"
import { sparkAddressOf } from "../../../core/standards/address/spark.ts"
import { type SparkWalletAdapter, sparkWalletAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import { mnemonicOf, sparkIdentityKeyOf } from "../../../core/customers/wallet/derivation.ts"
import { invoiceOf } from "../lnd/invoices.ts"
import { SimulatedLedger } from "../simulated/spark-ledger.ts"
import { SimulatedSpark } from "../simulated/spark-sdk.ts"

export const token = "btkn1simulateddepix"

/** A wallet by a number. */
export interface TestWallet extends SparkUser {
  readonly identity: string
  readonly mnemonic: string
}

export const walletOf = (number: number): TestWallet => {
  const entropy = createHash("sha256").update(`wallet ${number}`).digest().subarray(0, 16)
  const mnemonic = mnemonicOf(entropy)
  const key = sparkIdentityKeyOf(mnemonicToSeedSync(mnemonic))
  return {
    mnemonic,
    identity: Buffer.from(key).toString("hex"),
    address: sparkAddressOf(key),
    seed: () => Redacted.make(Uint8Array.from(entropy))
  }
}

export const settlement = walletOf(0)
export const user = walletOf(1)
export const poor = walletOf(2)
const receiver = walletOf(3)
const other = walletOf(4)

/** How long the adapter waits for one call. Milliseconds. */
const callMs = 1_000

export interface SparkBench extends SparkWalletBench {
  readonly spark: SimulatedSpark
  readonly ledger: SimulatedLedger
  readonly plane: Context.Context<Store>
  readonly open: (plane?: Context.Context<Store>) => ReturnType<typeof spark>
}

export const openPlane = (): Promise<Context.Context<Store>> =>
  Effect.runPromise(
    Layer.build(Layer.fresh(memory)).pipe(Effect.provideService(Scope.Scope, Scope.makeUnsafe())) as Effect.Effect<
      Context.Context<Store>
    >
  )

export const walletAdapterOf = (
  adapters: Pick<ReturnType<typeof spark>, "sparkWallet">,
  plane: Context.Context<Store>
): Promise<SparkWalletAdapter> =>
  Effect.runPromise(
    Layer.build(adapters.sparkWallet).pipe(
      Effect.provide(plane),
      Effect.provideService(Scope.Scope, Scope.makeUnsafe()),
      Effect.map(sparkWalletAdapter.of)
    )
  )

const invoicesOn = (ledger: SimulatedLedger) => (id: string, sats: bigint): string => {
  const preimage = createHash("sha256").update(`preimage of ${id}`).digest()
  ledger.preimages.set(createHash("sha256").update(preimage).digest("hex"), preimage.toString("hex"))
  return invoiceOf({ preimage, msat: sats * 1_000n, createdAt: 1_790_000_000, seconds: 1_000_000_000, prefix: "lnbc" })
}

export const openSparkBench = async (): Promise<SparkBench> => {
  const ledger = new SimulatedLedger(token)
  const simulated = new SimulatedSpark(ledger)
  ledger.give(settlement.identity, "BTC", 10_000_000n)
  for (const { identity } of [user, other]) {
    ledger.give(identity, "BTC", 10_000_000n)
    ledger.give(identity, token, 100_000n * 100_000_000n)
  }
  const plane = await openPlane()
  const open = () =>
    spark({
      apiKey: Redacted.make("key of Breez"),
      mnemonic: Redacted.make(settlement.mnemonic),
      depixToken: token,
      directory: "wallets",
      hasManualConversions: true,
      patience: { callMs, answerMs: 10 * callMs },
      sdk: () => Promise.resolve(simulated.module())
    })
  const line = (states: ReadonlyArray<LineState>) => ({
    states,
    set: (state: LineState) => Promise.resolve(simulated.set(state))
  })
  const transferOf = (operationId: string) => {
    const found = ledger.transfers.get(idempotencyKeyOf(operationId))
    if (found === undefined) throw new Error("there is no such transfer")
    return found
  }
  const tokensOf = async (operationId: string) => {
    const movement = await Effect.runPromise(Effect.provide(stored(operationId), plane))
    return ledger.tokens.filter(({ invoice, status }) => invoice === movement?.value.invoice && status !== "failed")
  }
  const begin = () => {
    ledger.fate = "open"
  }
  return {
    spark: simulated,
    ledger,
    plane,
    open,
    wallet: await walletAdapterOf(open(), plane),
    user,
    other,
    poor,
    receiver: receiver.address,
    unpayable: settlement.address,
    invoice: invoicesOn(ledger),
    movedTokens: async (id) =>
      (await tokensOf(id)).filter(({ status }) => status !== "failed").map(({ units }) => units),
    movedSats: (id) => {
      const found = ledger.transfers.get(idempotencyKeyOf(id))
      return Promise.resolve(found === undefined || found.status === "failed" ? [] : [found.sats])
    },
    paid: (id) => {
      const found = ledger.payments.get(idempotencyKeyOf(id))
      return Promise.resolve(found === undefined || found.status === "failed" ? [] : [found.sats])
    },
    setFee: (sats) => {
      ledger.fee = sats
    },
    openTokens: {
      begin,
      settle: async (id) => (await tokensOf(id)).forEach((each) => ledger.finalise(each)),
      refuse: async (id) => (await tokensOf(id)).forEach((each) => ledger.cancel(each))
    },
    openSats: {
      begin,
      settle: async (id) => ledger.arrive(transferOf(id)),
      refuse: async (id) => ledger.giveBack(transferOf(id))
    },
    line: line(["whole", "cut", "deaf", "silent", "unauthorised", "gateway"]),
    paymentLine: line(["whole", "cut", "unauthorised", "gateway"]),
    reopen: () => walletAdapterOf(open(), plane),
    patienceMs: 5 * callMs
  }
}
