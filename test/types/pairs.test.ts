// A request whose asset and network do not fit must not compile: these tests fail in `tsc`, not in the runner.
import { describe, expectTypeOf, it } from "vitest"
import type { depositPairs } from "../../core/payments/deposit/deposit.ts"
import type { Client } from "../../hosts/client/index.ts"
import type { payoutPairsIn } from "../../core/payments/payout/payout.ts"
import type { transferPairsIn } from "../../core/payments/transfer/transfer-request.ts"

type Deposit = Parameters<Client["deposits"]["create"]>[0]
type Payout = Parameters<Client["payouts"]["create"]>[0]
type Transfer = Parameters<Client["transfers"]["create"]>[0]

const to = { value: 5_000, address: "0x52908400098527886E0F7030069857D2E4169EE7" }
const proof = { amount: "1.50", walletPin: "123456", protectedSymmetricKey: "AgJ8" }
const accepts = {
  deposit: (body: Deposit) => body,
  payout: (body: Payout) => body,
  transfer: (body: Transfer) => body
}

describe("pairs of a deposit", () => {
  it("compile where the table has them", () => {
    accepts.deposit({ ...to, asset: "USDC", network: "base" })
    accepts.deposit({ ...to, asset: "BTC", network: "bitcoin" })
    accepts.deposit({ ...to, asset: "DEPIX", network: "liquid" })
    accepts.deposit({ ...to, asset: "LBTC", network: "liquid" })
    accepts.deposit({ ...to, asset: "LIGHTNING" })
    accepts.deposit({ ...to, asset: "LIGHTNING", network: "lightning" })
    expectTypeOf<(typeof depositPairs)[number]["asset"]>().toEqualTypeOf<Deposit["asset"]>()
  })

  it("do not compile anywhere else §client-pairs", () => {
    // @ts-expect-error no deposit is delivered on solana
    accepts.deposit({ ...to, asset: "USDC", network: "solana" })
    // @ts-expect-error USDC is not on arbitrum
    accepts.deposit({ ...to, asset: "USDC", network: "arbitrum" })
    // @ts-expect-error USDT is not on base
    accepts.deposit({ ...to, asset: "USDT", network: "base" })
    // @ts-expect-error bitcoin is on one network
    accepts.deposit({ ...to, asset: "BTC", network: "lightning" })
    // @ts-expect-error no deposit delivers BRS
    accepts.deposit({ ...to, asset: "BRS", network: "polygon" })
    // @ts-expect-error only LIGHTNING goes without a network
    accepts.deposit({ ...to, asset: "USDC" })
    // @ts-expect-error no asset is meant when none is named
    accepts.deposit({ ...to, network: "base" })
  })
})

describe("pairs of a payout", () => {
  it("compile where the table has them, and without an asset", () => {
    accepts.payout({ value: 1_000, network: "polygon" })
    accepts.payout({ value: 1_000, network: "base", asset: "BRLA" })
    accepts.payout({ value: 1_000, network: "tron", asset: "USDT" })
    accepts.payout({ value: 1_000, network: "solana", asset: "BRS" })
    expectTypeOf<ReturnType<typeof payoutPairsIn>[number]["network"]>().toEqualTypeOf<Payout["network"]>()
  })

  it("do not compile anywhere else §client-pairs", () => {
    // @ts-expect-error USDT is not paid out on base
    accepts.payout({ value: 1_000, network: "base", asset: "USDT" })
    // @ts-expect-error USDC is not paid out on polygon
    accepts.payout({ value: 1_000, network: "polygon", asset: "USDC" })
    // @ts-expect-error tron has USDT alone
    accepts.payout({ value: 1_000, network: "tron", asset: "USDC" })
    // @ts-expect-error a payout names its network
    accepts.payout({ value: 1_000, asset: "USDT" })
  })
})

describe("pairs of a transfer", () => {
  it("compile where the table has them, and by default", () => {
    accepts.transfer(proof)
    accepts.transfer({ ...proof, asset: "USDC" })
    accepts.transfer({ ...proof, network: "polygon" })
    accepts.transfer({ ...proof, network: "base", asset: "USDC" })
    accepts.transfer({ ...proof, network: "solana" })
    expectTypeOf<ReturnType<typeof transferPairsIn>[number]["asset"]>().toEqualTypeOf<NonNullable<Transfer["asset"]>>()
  })

  it("do not compile anywhere else §client-pairs", () => {
    // @ts-expect-error the default USDT is not on base
    accepts.transfer({ ...proof, network: "base" })
    // @ts-expect-error USDT is not on base
    accepts.transfer({ ...proof, network: "base", asset: "USDT" })
    // @ts-expect-error BRS is not on the default network
    accepts.transfer({ ...proof, asset: "BRS" })
    // @ts-expect-error nothing is transferred on tron
    accepts.transfer({ ...proof, network: "tron", asset: "USDT" })
  })
})
