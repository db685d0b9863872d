// Transactions of a treasury under one key (P2WPKH): built from a recipe alone, so that the same recipe has the same id whoever signs it
// and however often; read back from bytes.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import { OutScript, RawTx, SigHash, Transaction, p2wpkh } from "@scure/btc-signer"
import { Effect } from "effect"
import { type SecpSigner, type SignerProblem, SignerRefused, type SigningPurpose } from "../custody/signer.ts"
import type { Coin } from "./selection.ts"

/** All that a transaction is made of, and no signature. */
export interface Recipe {
  readonly coins: ReadonlyArray<Coin>
  /** The receiver's script, and what it gets; undefined where all goes back to us. */
  readonly payment: { readonly script: Uint8Array; readonly units: bigint } | undefined
  /** What comes back to our own script; 0 where nothing does. */
  readonly change: bigint
  readonly ownScript: Uint8Array
}

/** Where the change of a transaction that pays somebody is. */
export const changeOf = (txid: string): string => `${txid}:1`

/** Can be replaced by one that pays more (BIP 125), and has no time lock. */
const replaceable = 0xfffffffd

const placeOf = (outpoint: string): { txid: string; index: number } => {
  const [txid = "", index = ""] = outpoint.split(":")
  return { txid, index: Number(index) }
}

const unsigned = ({ change, coins, ownScript, payment }: Recipe): Transaction => {
  const transaction = new Transaction({ version: 2 })
  for (const { outpoint, units: amount } of coins) {
    transaction.addInput({
      ...placeOf(outpoint),
      sequence: replaceable,
      witnessUtxo: { script: ownScript, amount }
    })
  }
  if (payment !== undefined) transaction.addOutput({ script: payment.script, amount: payment.units })
  if (change > 0n) transaction.addOutput({ script: ownScript, amount: change })
  return transaction
}

const idOf = (bytes: Uint8Array): string => hex.encode(sha256(sha256(bytes)).toReversed())

/** The id that a recipe's transaction has, signed or not. */
export const transactionId = (recipe: Recipe): string => idOf(unsigned(recipe).unsignedTx)

// What a signature of a coin under the hash of a public key is made over (BIP 143).
const digestOf = (transaction: Transaction, index: number, { units }: Coin, ownScript: Uint8Array): Uint8Array => {
  const code = OutScript.encode({ type: "pkh", hash: ownScript.subarray(2) })
  return transaction.preimageWitnessV0(index, code, SigHash.ALL, units)
}

const bytesOf = (r: Uint8Array, s: Uint8Array): Uint8Array => {
  const both = new Uint8Array(64)
  both.set(r, 32 - r.length)
  both.set(s, 64 - s.length)
  return both
}

/** Signs a recipe: the bytes that are sent, in hex. A signature that is not by the key that holds the coins is refused here. */
export const signed = (
  recipe: Recipe,
  signer: SecpSigner,
  purpose: SigningPurpose
): Effect.Effect<string, SignerProblem> =>
  Effect.gen(function*() {
    const transaction = unsigned(recipe)
    for (const [index, coin] of recipe.coins.entries()) {
      const digest = digestOf(transaction, index, coin, recipe.ownScript)
      const { r, s } = yield* signer.sign(digest, purpose)
      const compact = bytesOf(r, s)
      if (!secp256k1.verify(compact, digest, signer.publicKey, { prehash: false, lowS: true })) {
        return yield* new SignerRefused({ reason: "a signature is not by the key of the treasury" })
      }
      const der = secp256k1.Signature.fromBytes(compact, "compact").toBytes("der")
      transaction.updateInput(index, {
        finalScriptWitness: [Uint8Array.of(...der, SigHash.ALL), signer.publicKey]
      })
    }
    return hex.encode(transaction.extract())
  })

// Of another's bytes anything may be wrong.
const signatureOf = (raw: string, index: number): ReadonlyArray<Uint8Array> => {
  const { witnesses } = RawTx.decode(hex.decode(raw))
  return witnesses?.[index] ?? []
}

/** Whether a key signed a transaction to spend one of its coins, of these outpoints and amounts. */
export const isSignedBy = (raw: string, publicKey: Uint8Array, coins: ReadonlyMap<string, bigint>): boolean => {
  const { script } = p2wpkh(publicKey)
  try {
    const transaction = Transaction.fromRaw(hex.decode(raw), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true
    })
    return (readTransaction(raw)?.inputs ?? []).some((outpoint, index) => {
      const units = coins.get(outpoint)
      const [signature = new Uint8Array()] = signatureOf(raw, index)
      if (units === undefined) return false
      const code = OutScript.encode({ type: "pkh", hash: script.subarray(2) })
      const digest = transaction.preimageWitnessV0(index, code, signature.at(-1) ?? SigHash.ALL, units)
      const parts = { prehash: false, format: "der" } as const
      return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, parts)
    })
  } catch {
    return false
  }
}

// The types of the library leave these open.
interface Read {
  readonly inputs: ReadonlyArray<{ readonly txid: Uint8Array; readonly index: number }>
  readonly outputs: ReadonlyArray<{ readonly amount: bigint; readonly script: Uint8Array }>
}

/** A transaction as somebody else's bytes have it. */
export interface ReadTransaction {
  readonly txid: string
  readonly inputs: ReadonlyArray<string>
  readonly outputs: ReadonlyArray<{ readonly script: string; readonly units: bigint }>
}

/** Reads bytes in hex; undefined where they are no transaction. */
export const readTransaction = (raw: string): ReadTransaction | undefined => {
  try {
    const read = RawTx.decode(hex.decode(raw))
    const { inputs, outputs }: Read = read
    return {
      // The id leaves out what proves the right to spend.
      txid: idOf(RawTx.encode({ ...read, segwitFlag: false, witnesses: undefined })),
      inputs: inputs.map(({ index, txid }) => `${hex.encode(txid)}:${index}`),
      outputs: outputs.map(({ amount, script }) => ({ script: hex.encode(script), units: amount }))
    }
  } catch {
    return undefined
  }
}
