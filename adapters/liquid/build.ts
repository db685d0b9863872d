// Makes a transaction of coins and payments: blinds every output that has a key for it, and writes the fee openly, as the network asks.
// Blinding factors and the keys of a single output are drawn from a secret and from everything that is in the transaction, so that no two
// transactions share one, and the same transaction can be made again.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { mulDivCeil } from "../../core/base/money/units.ts"
import { type Amount, type Secrets, committed, openly, sharedSecret, zeros } from "./amounts.ts"
import type { Library, Secp, Transaction } from "./library.ts"
import type { Receiver } from "./receiver.ts"

/** An output that is spent. */
export interface Spent extends Secrets {
  /** As it is shown. */
  readonly txid: string
  readonly vout: number
}

/** An output that is made. */
export interface Payment extends Receiver, Amount {}

export interface Plan {
  readonly coins: ReadonlyArray<Spent>
  /** One at least has a blinding key, or the amounts could not be made equal. */
  readonly payments: ReadonlyArray<Payment>
  readonly fee: Amount
}

export interface Built {
  readonly transaction: Transaction
  /** What is in each payment, in their order. */
  readonly secrets: ReadonlyArray<Secrets>
}

/** May be replaced by one that pays more (BIP-125). */
const sequence = 0xff_ff_ff_fd
/** A value is between 1 and 2^52, in every output of every wallet: the proof shows no more. */
const leastValue = "1"
const valueBits = "52"
const rangeProofBytes = 4_174
/** Of a surjection proof over so many inputs; three are used at most. */
const surjectionProofBytes: Readonly<Record<number, number>> = { 1: 67, 2: 99 }
const mostSurjectionBytes = 131
/** DER with its type, and the key. */
const witnessBytes = [73, 33] as const

/** The secret of one use, drawn for one transaction. */
type Draw = (use: string) => Uint8Array

// A number below the order of the curve: one in 2^128 is not, and the next is taken.
const scalar = (draw: Draw, use: string): Uint8Array => {
  for (let n = 0;; n++) {
    const key = draw(`${use}/${n}`)
    if (secp256k1.utils.isValidSecretKey(key)) return key
  }
}

const drawing = (secret: Uint8Array, { coins, fee, payments }: Plan): Draw => {
  const parts = [
    ...coins.map(({ txid, vout }) => utf8ToBytes(`${txid}:${vout}`)),
    ...payments.flatMap(({ asset, blindingKey, script, units }) => [
      script,
      blindingKey ?? zeros,
      asset,
      utf8ToBytes(String(units))
    ]),
    utf8ToBytes(String(fee.units))
  ]
  // Each part by its hash, so that no two lists of parts look alike.
  const key = hmac(sha256, secret, concatBytes(...parts.map((part) => sha256(part))))
  return (use) => hmac(sha256, key, utf8ToBytes(use))
}

const withInputs = ({ Transaction }: Library, coins: ReadonlyArray<Pick<Spent, "txid" | "vout">>): Transaction => {
  const transaction = new Transaction()
  transaction.version = 2
  for (const { txid, vout } of coins) transaction.addInput(Buffer.from(hexToBytes(txid).reverse()), vout, sequence)
  return transaction
}

const addFee = (transaction: Transaction, fee: Amount): void => {
  const { asset, value } = openly(fee)
  transaction.addOutput(Buffer.alloc(0), Buffer.from(value), Buffer.from(asset), Buffer.from([0]))
}

// All blinding factors but the last are drawn; that one makes both sides of the transaction equal.
const secretsOf = (secp: Secp, { coins, payments }: Plan, draw: Draw): ReadonlyArray<Secrets> => {
  const last = payments.findLastIndex(({ blindingKey }) => blindingKey !== undefined)
  const drawn = payments.map(({ asset, blindingKey, units }, at): Secrets => ({
    asset,
    units,
    assetBlinder: blindingKey === undefined ? zeros : scalar(draw, `asset/${at}`),
    valueBlinder: blindingKey === undefined ? zeros : scalar(draw, `value/${at}`)
  }))
  const hidden = drawn.filter((_, at) => payments[at]?.blindingKey !== undefined)
  const valueBlinder = secp.pedersen.blindGeneratorBlindSum(
    [...coins, ...hidden].map(({ units }) => String(units)),
    [...coins, ...hidden].map(({ assetBlinder }) => assetBlinder),
    [...coins, ...hidden.slice(0, -1)].map((each) => each.valueBlinder),
    coins.length
  )
  return drawn.map((each, at) => at === last ? { ...each, valueBlinder } : each)
}

const surjectionProof = (secp: Secp, coins: ReadonlyArray<Spent>, output: Secrets, seed: Uint8Array): Uint8Array => {
  const tries = 100
  const { inputIndex, proof } = secp.surjectionproof.initialize(
    coins.map(({ asset }) => asset),
    output.asset,
    tries,
    seed
  )
  const generatorOf = ({ asset, assetBlinder }: Secrets) => secp.generator.generateBlinded(asset, assetBlinder)
  return secp.surjectionproof.generate(
    proof,
    coins.map(generatorOf),
    generatorOf(output),
    inputIndex,
    coins[inputIndex]?.assetBlinder ?? zeros,
    output.assetBlinder
  )
}

/** The transaction without signatures. `secret` is known to whoever sees our amounts anyway. */
export const build = (library: Library, plan: Plan, secret: Uint8Array): Built => {
  const { secp } = library
  const draw = drawing(secret, plan)
  const transaction = withInputs(library, plan.coins)
  const secrets = secretsOf(secp, plan, draw)
  for (const [at, { blindingKey, script }] of plan.payments.entries()) {
    const hidden = secrets[at]
    if (hidden === undefined) throw new Error("a payment without its amount")
    if (blindingKey === undefined) {
      const { asset, value } = openly(hidden)
      transaction.addOutput(Buffer.from(script), Buffer.from(value), Buffer.from(asset), Buffer.from([0]))
      continue
    }
    const { asset, value } = committed(secp, hidden)
    const key = scalar(draw, `nonce/${at}`)
    const range = secp.rangeproof.sign(
      String(hidden.units),
      value,
      asset,
      hidden.valueBlinder,
      sharedSecret(blindingKey, key),
      leastValue,
      "0",
      valueBits,
      concatBytes(hidden.asset, hidden.assetBlinder),
      script
    )
    transaction.addOutput(
      Buffer.from(script),
      Buffer.from(value),
      Buffer.from(asset),
      Buffer.from(secp256k1.getPublicKey(key, true)),
      Buffer.from(range),
      Buffer.from(surjectionProof(secp, plan.coins, hidden, draw(`surjection/${at}`)))
    )
  }
  addFee(transaction, plan.fee)
  return { transaction, secrets }
}

/** The size that the network charges for, in virtual bytes, of a transaction with so many inputs and these receivers. */
export const sizeOf = (library: Library, coins: Plan["coins"], receivers: ReadonlyArray<Receiver>): bigint => {
  const transaction = withInputs(library, coins)
  for (const [at] of coins.entries()) transaction.setWitness(at, witnessBytes.map((length) => Buffer.alloc(length)))
  const [value, asset] = [Buffer.alloc(33, 8), Buffer.alloc(33, 10)]
  for (const { blindingKey, script } of receivers) {
    if (blindingKey === undefined) {
      const open = openly({ asset: zeros, units: 1n })
      transaction.addOutput(Buffer.from(script), Buffer.from(open.value), Buffer.from(open.asset), Buffer.from([0]))
      continue
    }
    const surjection = Buffer.alloc(surjectionProofBytes[coins.length] ?? mostSurjectionBytes)
    transaction.addOutput(
      Buffer.from(script),
      value,
      asset,
      Buffer.alloc(33, 2),
      Buffer.alloc(rangeProofBytes),
      surjection
    )
  }
  addFee(transaction, { asset: zeros, units: 1n })
  return BigInt(transaction.virtualSize(false))
}

/** The fee of a size at a rate in smallest units for 1,000 virtual bytes. */
export const feeOf = (size: bigint, rate: bigint): bigint => mulDivCeil(size, rate, 1_000n)
