// Somebody else who spends the treasury's coins with its key, as after a key was copied.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Redacted } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { assetBytes } from "../../../adapters/liquid/amounts.ts"
import { type Payment, build } from "../../../adapters/liquid/build.ts"
import { library } from "../../../adapters/liquid/library.ts"
import type { Coin } from "../../../adapters/liquid/movement.ts"
import { sign } from "../../../adapters/liquid/sign.ts"
import { type Transaction, readTransaction } from "./elements-rules.ts"
import { type LiquidWorld, assets, payeeOf } from "./world.ts"

/** A transaction that spends these coins to nowhere of ours. */
export const signing = async ({ key }: LiquidWorld, coins: ReadonlyArray<Coin>): Promise<Transaction> => {
  const { blindingKey, script } = payeeOf("somebody else")
  const inputs = coins.map((coin) => ({
    ...coin,
    asset: assetBytes(coin.asset),
    assetBlinder: hexToBytes(coin.assetBlinder),
    valueBlinder: hexToBytes(coin.valueBlinder)
  }))
  const fee = 5_000n
  const payments = [...new Set(coins.map(({ asset }) => asset))].map((asset): Payment => {
    const units = coins.reduce((sum, coin) => coin.asset === asset ? sum + coin.units : sum, 0n)
    return {
      script: hexToBytes(script),
      blindingKey: secp256k1.getPublicKey(blindingKey, true),
      asset: assetBytes(asset),
      units: asset === assets.LBTC ? units - fee : units
    }
  })
  const tools = await Effect.runPromise(library)
  const plan = { coins: inputs, payments, fee: { asset: assetBytes(assets.LBTC), units: fee } }
  const { transaction } = build(tools, plan, Buffer.alloc(32, 7))
  const purpose = { operationId: "somebody else's", network: "liquid", what: "LBTC", units: 0n, to: "" } as const
  await Effect.runPromise(sign(tools, transaction, inputs, localSecpSigner(Redacted.make(key)), purpose))
  return readTransaction(transaction.toHex())
}
