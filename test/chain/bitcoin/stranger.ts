// Somebody else who spends the treasury's coins by hand with its key, as after a key was copied or an old wallet was opened.
import { hex } from "@scure/base"
import { OutScript, Transaction, p2wpkh } from "@scure/btc-signer"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { type Context, Effect, Option } from "effect"
import { type Attempt, BitcoinMovements } from "../../../adapters/bitcoin/movement.ts"
import { get } from "../../../core/engine/store/records.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { Bitcoind } from "./bitcoind.ts"
import type { Treasury } from "./world.ts"

/** What is on record of a delivery. */
export const recordOf = async (plane: Context.Context<Store>, operationId: string) =>
  Option.getOrThrow(await Effect.runPromise(Effect.provide(get(BitcoinMovements, operationId), plane))).value

/** A transaction that spends coins of the treasury to nowhere of ours, in hex. */
export const spending = ({ treasury }: Treasury, coins: Attempt["coins"], fee = 50_000n): string => {
  const key = hex.decode(treasury)
  const { script } = p2wpkh(secp256k1.getPublicKey(key))
  const transaction = new Transaction({ version: 2 })
  for (const { outpoint, units } of coins) {
    const [txid = "", index = ""] = outpoint.split(":")
    transaction.addInput({ txid, index: Number(index), sequence: 0xfffffffd, witnessUtxo: { script, amount: units } })
  }
  const units = coins.reduce((sum, coin) => sum + coin.units, 0n)
  transaction.addOutput({
    script: OutScript.encode({ type: "wpkh", hash: new Uint8Array(20).fill(7) }),
    amount: units - fee
  })
  transaction.sign(key)
  transaction.finalize()
  return hex.encode(transaction.extract())
}

/** Has somebody else's transaction spend a delivery's anchor, in a block. */
export const displace = async (
  node: Bitcoind,
  treasury: Treasury,
  plane: Context.Context<Store>,
  operationId: string
): Promise<void> => {
  const { attempts } = await recordOf(plane, operationId)
  const anchor = attempts[0]?.coins[0]
  if (anchor === undefined) throw new Error("there is no anchor")
  await node.mineThese(spending(treasury, [anchor]))
}
