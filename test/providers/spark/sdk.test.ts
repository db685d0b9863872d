// The SDK itself, as far as it goes without a network: its types are those that the adapter uses, and its keys are those of our wallets.
import * as breez from "@breeztech/breez-sdk-spark"
import { mnemonicToSeedSync } from "@scure/bip39"
import { expect, expectTypeOf, it } from "vitest"
import { idempotencyKeyOf } from "../../../adapters/spark/ids.ts"
import { type SparkModule, type SparkSdk, loadSdk } from "../../../adapters/spark/sdk.ts"
import { sparkAddressOf, sparkIdentityOf } from "../../../core/standards/address/spark.ts"
import { mnemonicOf, sparkIdentityKeyOf } from "../../../core/customers/wallet/derivation.ts"
import { Result } from "effect"
import { walletOf } from "./bench.ts"

it("has the types that the adapter uses", () => {
  expectTypeOf<breez.BreezSdk>().toExtend<SparkSdk>()
  expectTypeOf<typeof breez>().toExtend<SparkModule>()
  // A key of another type, or a payment with another amount, would be seen here.
  expectTypeOf<Parameters<SparkSdk["sendPayment"]>[0]["idempotencyKey"]>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Awaited<ReturnType<SparkSdk["getPayment"]>>["payment"]["amount"]>().toEqualTypeOf<bigint>()
})

it("does nothing by itself as it is configured", async () => {
  const { defaultServerConfig } = await loadSdk()
  const config = defaultServerConfig("mainnet")
  expect(config).toMatchObject({ network: "mainnet", backgroundTasksEnabled: false, preferSparkOverLightning: false })
  expect(config.leafOptimizationConfig.autoEnabled).toBe(false)
  expect(config.tokenOptimizationConfig.autoEnabled).toBe(false)
  expect(config.stableBalanceConfig).toBe(undefined)
})

it("derives the keys of wallets as the SDK does", async () => {
  for (let number = 0; number < 20; number++) {
    const { identity, mnemonic } = walletOf(number)
    const signers = breez.defaultExternalSigners(mnemonic, "", "mainnet")
    const { bytes } = await signers.sparkSigner.getIdentityPublicKey()
    expect(Buffer.from(bytes).toString("hex")).toBe(identity)
    signers.free()
  }
})

it("derives the key of known words", () => {
  const key = sparkIdentityKeyOf(mnemonicToSeedSync(mnemonicOf(new Uint8Array(16))))
  expect(Buffer.from(key).toString("hex")).toMatchInlineSnapshot(
    `"0281363910b0dc0015a4a25e758da30f0e28388ea5252c0e3713936f2d4ef7d3d5"`
  )
  const address = sparkAddressOf(key)
  expect(address).toMatchInlineSnapshot(`"spark1pgss9qfk8ygtphqqzkj2yhn43k3s7r3g8z822ffvpcm38ym094800574x5numh"`)
  expect(Result.getOrThrow(sparkIdentityOf(address))).toBe(Buffer.from(key).toString("hex"))
})

it("gives an operation one key, a UUID of version 8", () => {
  const keys = ["swap/leg-2/1", "swap/leg-2/2", "", "ç"].map((id) => idempotencyKeyOf(id))
  expect(keys).toMatchInlineSnapshot(`
    [
      "40f03825-4df1-8806-875c-f0776261b9df",
      "17b9cb7b-d196-8d0e-adf1-5b4552928337",
      "128c70dc-b2d5-872c-a0da-803793c2f2a1",
      "51acc0f9-b3ba-8c41-bf58-807530004e18",
    ]
  `)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(Array.from({ length: 10_000 }, (_, number) => idempotencyKeyOf(`op-${number}`))).size).toBe(10_000)
})
