// A wallet's address on Spark: kept when the wallet is made, that of the seed that its PIN opens, and given out by the adapter.
import { mnemonicToSeedSync } from "@scure/bip39"
import { Effect, Layer, Option, Redacted } from "effect"
import { expect, it } from "vitest"
import { layer as vaultLayer } from "../../../adapters/node/wallet-vault.ts"
import { parseSparkAddress, sparkAddressOf } from "../../../core/standards/address/spark.ts"
import { insert } from "../../../core/engine/store/records.ts"
import { Secrets } from "../../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { WalletVault } from "../../../core/ports/wallet-vault.ts"
import { mnemonicOf, sparkIdentityKeyOf } from "../../../core/customers/wallet/derivation.ts"
import { type Wallet, Wallets } from "../../../core/customers/wallet/wallet.ts"
import { World } from "../../support/world.ts"
import { openSparkBench } from "./bench.ts"

it("is that of the seed, and no secret", async () => {
  const world = await World.open()
  const { entropy, spark } = await world.run(Effect.gen(function*() {
    const secrets = yield* Secrets
    const vault = vaultLayer({ initialPin: Option.none() }).pipe(Layer.provide(Layer.succeed(Secrets, secrets)))
    const proof = { owner: "acc_1", pin: Redacted.make("123456"), email: "ana@example.com" }
    return yield* Effect.provide(
      Effect.gen(function*() {
        const keys = yield* WalletVault.use((it) => it.create("wallet", proof))
        const entropy = yield* WalletVault.use((it) => it.open({ ...proof, ...keys, walletId: "wallet" }))
        return { entropy, spark: keys.spark ?? "" }
      }),
      vault
    )
  }))
  expect(parseSparkAddress(spark)).toMatchObject({ _tag: "Success" })
  const seed = mnemonicToSeedSync(mnemonicOf(Redacted.value(entropy)))
  expect(sparkAddressOf(sparkIdentityKeyOf(seed))).toBe(spark)
})

it("is given out for a wallet that has one, and for no other", async () => {
  const { plane, user, wallet } = await openSparkBench()
  const record: Wallet = {
    id: "with",
    owner: "acc_1",
    subAccountId: "sub_1",
    role: "made",
    networks: ["polygon"],
    addresses: { evm: "", tron: "", solana: "" },
    email: "ana@example.com",
    protectedSymmetricKey: "",
    sealedSeed: "",
    spark: user.address,
    createdAt: 0,
    updatedAt: 0
  }
  const { spark: _, ...older } = record
  const writes = [insert(Wallets, record), insert(Wallets, { ...older, id: "without" })]
  await Effect.runPromise(Effect.provide(Store.use((store) => store.commit(changeSet({ writes }))), plane))
  const of = (id: string) => Effect.runPromise(wallet.identity(id))
  expect(await of("with")).toEqual({ sparkAddress: user.address, lightningAddress: null })
  expect(await of("without")).toBe(undefined)
  expect(await of("never made")).toBe(undefined)
})
