// What a transaction has to keep on a model of Liquid, which we wrote: whose inputs it spends, signatures of P2WPKH, range and surjection
// proofs, that both sides hold the same of every asset, and the fee. Nothing of the adapter is used here. Not modelled: other scripts,
// issuance, peg-ins, blocks' signatures, and what else Elements checks.
import { createRequire } from "node:module"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { ripemd160 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import type zkp from "@vulpemventures/secp256k1-zkp"
import type liquidjs from "liquidjs-lib"
import * as lwk from "lwk_wasm"

const require = createRequire(import.meta.url)
export const liquid = require("liquidjs-lib") as typeof liquidjs
const { default: load } = require("@vulpemventures/secp256k1-zkp") as typeof zkp

export type Transaction = InstanceType<typeof liquid.Transaction>
export type Output = Transaction["outs"][number]

const secp = await load()
const { Point } = secp256k1
const p = Point.Fp.ORDER

/** What it is that keeps a transaction out, by the node's codes. */
export class NotTaken extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const refuse = (message: string): never => {
  throw new NotTaken(-26, message)
}

const isOpenAsset = ({ asset }: Output): boolean => asset[0] === 1
const isOpenValue = ({ value }: Output): boolean => value[0] === 1
const shown = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString("hex")

const generatorOf = (output: Output): Uint8Array =>
  isOpenAsset(output) ? secp.generator.generate(output.asset.subarray(1)) : output.asset

// Of a commitment or a generator: the first byte says whether y is a square.
const pointOf = (bytes: Uint8Array, notSquare: number): InstanceType<typeof Point> => {
  const x = BigInt(`0x${Buffer.from(bytes.subarray(1)).toString("hex")}`)
  const square = Point.Fp.sqrt((x ** 3n + 7n) % p)
  return Point.fromAffine({ x, y: bytes[0] === notSquare ? p - square : square })
}

const unitsOf = ({ value }: Output): bigint => value.readBigUInt64BE(1)

const commitmentOf = (output: Output): InstanceType<typeof Point> => {
  if (!isOpenValue(output)) return pointOf(output.value, 9)
  const units = unitsOf(output)
  return units === 0n ? Point.ZERO : pointOf(generatorOf(output), 11).multiply(units)
}

const sum = (outputs: ReadonlyArray<Output>) =>
  outputs.reduce((total, output) => total.add(commitmentOf(output)), Point.ZERO)

const checkSignature = (transaction: Transaction, at: number, spent: Output): void => {
  const { script, value } = spent
  if (script.length !== 22 || script[0] !== 0) refuse("the model knows P2WPKH alone")
  const [signature, key, ...rest] = transaction.ins[at]?.witness ?? []
  if (signature === undefined || key === undefined || rest.length > 0) return refuse("Witness program hash mismatch")
  const hash = Buffer.from(ripemd160(sha256(key)))
  if (!hash.equals(script.subarray(2))) return refuse("Witness program hash mismatch")
  if (signature.at(-1) !== 1) return refuse("Signature hash type missing or not understood")
  const code = Buffer.concat([Buffer.from([0x76, 0xa9, 20]), hash, Buffer.from([0x88, 0xac])])
  const digest = transaction.hashForWitnessV0(at, code, value, 1)
  const isGood = secp256k1.verify(signature.subarray(0, -1), digest, key, { prehash: false, lowS: true, format: "der" })
  if (!isGood) refuse("Signature must be zero for failed CHECK(MULTI)SIG operation")
}

const checkOutput = (output: Output, generators: ReadonlyArray<Uint8Array>): void => {
  if (isOpenValue(output) !== isOpenAsset(output)) refuse("the model knows no half-open outputs")
  if (isOpenValue(output)) return void (unitsOf(output) > 2_100_000_000_000_000n && refuse("bad-txns-vout-toolarge"))
  const { asset, rangeProof, script, surjectionProof, value } = output
  if (rangeProof === undefined || surjectionProof === undefined) return refuse("bad-txns-in-ne-out")
  if (!secp.rangeproof.verify(rangeProof, value, asset, script)) refuse("bad-txns-in-ne-out: range proof")
  if (!secp.surjectionproof.verify(surjectionProof, [...generators], asset)) {
    refuse("bad-txns-in-ne-out: surjection proof")
  }
}

/** What nodes take at least for 1,000 virtual bytes, and for a replacement above what it replaces. */
const leastRate = 100n
/** In the open, of the asset that fees are paid in. */
const dust = 20n

export const leastFee = (transaction: Transaction): bigint =>
  (BigInt(transaction.virtualSize(false)) * leastRate + 999n) / 1_000n

/** Checks a transaction that spends these outputs, and gives the fee that it pays. */
export const checked = (transaction: Transaction, spent: ReadonlyArray<Output>, feeAsset: string): bigint => {
  spent.forEach((output, at) => checkSignature(transaction, at, output))
  const generators = spent.map(generatorOf)
  for (const output of transaction.outs) checkOutput(output, generators)
  if (!sum(spent).equals(sum(transaction.outs))) refuse("bad-txns-in-ne-out")
  const fees = transaction.outs.filter(({ script }) => script.length === 0)
  if (fees.length !== 1 || fees.some((fee) => !isOpenValue(fee) || shown(fee.asset.subarray(1)) !== feeAsset)) {
    refuse("bad-txns-fee")
  }
  const fee = fees.reduce((total, each) => total + unitsOf(each), 0n)
  if (fee < leastFee(transaction)) refuse("min relay fee not met")
  const isDust = transaction.outs.some((output) =>
    output.script.length > 0 && isOpenValue(output) && shown(output.asset.subarray(1)) === feeAsset &&
    unitsOf(output) < dust
  )
  if (isDust) refuse("dust")
  // Another implementation reads the same.
  const other = new lwk.Transaction(transaction.toHex())
  if (other.txid().toString() !== transaction.getId() || other.fee(new lwk.AssetId(feeAsset)) !== fee) {
    throw new Error("lwk reads another transaction than liquidjs")
  }
  return fee
}

/** Reads a transaction as nodes do. */
export const readTransaction = (raw: string): Transaction => {
  try {
    return liquid.Transaction.fromHex(raw)
  } catch {
    throw new NotTaken(-22, "TX decode failed")
  }
}

/** A transaction out of nothing, as a block's first: how money comes into the model. */
export const minted = (
  about: Buffer,
  to: { readonly script: Buffer; readonly blindingKey?: Buffer },
  asset: string,
  units: bigint
): Transaction => {
  const transaction = new liquid.Transaction()
  transaction.version = 2
  transaction.addInput(Buffer.alloc(32), 0xff_ff_ff_ff, 0xff_ff_ff_ff, about)
  const tag = Buffer.from(asset, "hex").reverse()
  if (to.blindingKey === undefined) {
    const value = Buffer.alloc(9, 1)
    value.writeBigUInt64BE(units, 1)
    transaction.addOutput(to.script, value, Buffer.concat([Buffer.from([1]), tag]), Buffer.from([0]))
    return transaction
  }
  const random = (): Buffer => Buffer.from(secp256k1.utils.randomSecretKey())
  const [assetBlinder, valueBlinder, key] = [random(), random(), random()]
  const generator = secp.generator.generateBlinded(tag, assetBlinder)
  const value = secp.pedersen.commitment(String(units), generator, valueBlinder)
  const range = secp.rangeproof.sign(
    String(units),
    value,
    generator,
    valueBlinder,
    sharedSecret(to.blindingKey, key),
    "1",
    "0",
    "52",
    Buffer.concat([tag, assetBlinder]),
    to.script
  )
  const nonce = Buffer.from(secp256k1.getPublicKey(key, true))
  transaction.flag = 1
  transaction.addOutput(
    to.script,
    Buffer.from(value),
    Buffer.from(generator),
    nonce,
    Buffer.from(range),
    Buffer.alloc(0)
  )
  return transaction
}

const sharedSecret = (publicKey: Uint8Array, key: Uint8Array): Uint8Array => sha256(secp.ecdh(publicKey, key))

/** What an output holds for whoever has its blinding key; undefined where that does not open it. */
export const opened = (output: Output, blindingKey: Buffer): { asset: string; units: bigint } | undefined => {
  const { asset, nonce, rangeProof, script, value } = output
  if (isOpenValue(output)) return { asset: shown(asset.subarray(1)), units: unitsOf(output) }
  if (rangeProof === undefined) return undefined
  try {
    const found = secp.rangeproof.rewind(rangeProof, value, asset, sharedSecret(nonce, blindingKey), script)
    const [tag, blinder] = [found.message.slice(0, 32), found.message.slice(32, 64)]
    const isOfAsset = Buffer.from(secp.generator.generateBlinded(tag, blinder)).equals(asset)
    return isOfAsset ? { asset: shown(tag), units: BigInt(found.value) } : undefined
  } catch {
    // It is blinded for another key.
    return undefined
  }
}
