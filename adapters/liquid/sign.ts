// Signs a transaction with the key of the treasury, whose outputs are all of one kind (P2WPKH), and looks at each signature before it is
// used: a signer with another key would make a transaction that no node takes.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { ripemd160 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToNumberBE } from "@noble/curves/utils.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { type SecpSigner, type SignerProblem, SignerRefused, type SigningPurpose } from "../custody/signer.ts"
import { type Secrets, committed, openly, zeros } from "./amounts.ts"
import type { Library, Output, Transaction } from "./library.ts"

const hashOf = (publicKey: Uint8Array): Uint8Array => ripemd160(sha256(publicKey))

/** The script of outputs under the hash of a key, of 20 bytes. */
export const witnessScript = (program: Uint8Array): Uint8Array => concatBytes(new Uint8Array([0, 20]), program)

/** The script of a key's outputs. */
export const scriptOf = (publicKey: Uint8Array): Uint8Array => witnessScript(hashOf(publicKey))

const signAll = 1

// What a signature is made over in the place of the script.
const codeOf = (publicKey: Uint8Array): Buffer =>
  Buffer.from(concatBytes(new Uint8Array([0x76, 0xa9, 20]), hashOf(publicKey), new Uint8Array([0x88, 0xac])))

const isOpen = ({ assetBlinder, valueBlinder }: Secrets): boolean =>
  [assetBlinder, valueBlinder].every((blinder) => Buffer.compare(blinder, zeros) === 0)

/** Puts the signatures of all inputs in; `coins` are what they spend, in their order. */
export const sign = Effect.fnUntraced(function*(
  { secp }: Library,
  transaction: Transaction,
  coins: ReadonlyArray<Secrets>,
  { publicKey, sign: signed }: SecpSigner,
  purpose: SigningPurpose
): Effect.fn.Return<void, SignerProblem> {
  const code = codeOf(publicKey)
  for (const [at, coin] of coins.entries()) {
    const { value } = isOpen(coin) ? openly(coin) : committed(secp, coin)
    const digest = transaction.hashForWitnessV0(at, code, Buffer.from(value), signAll)
    const { r, s } = yield* signed(digest, purpose)
    const signature = new secp256k1.Signature(bytesToNumberBE(r), bytesToNumberBE(s))
    if (!secp256k1.verify(signature.toBytes("compact"), digest, publicKey, { prehash: false, lowS: true })) {
      return yield* new SignerRefused({ reason: "a signature is not of the treasury's key" })
    }
    const encoded = concatBytes(signature.toBytes("der"), new Uint8Array([signAll]))
    transaction.setWitness(at, [Buffer.from(encoded), Buffer.from(publicKey)])
  }
})

/** Whether a key signed a transaction to spend one of its coins; `spent` are the outputs that it spends, in their order. */
export const isSignedBy = (
  transaction: Transaction,
  spent: ReadonlyArray<Output | undefined>,
  publicKey: Uint8Array
): boolean => {
  const script = scriptOf(publicKey)
  return transaction.ins.some(({ witness }, at) => {
    const output = spent[at]
    const [signature = Buffer.alloc(0)] = witness
    if (output === undefined || Buffer.compare(output.script, script) !== 0) return false
    try {
      const type = signature.at(-1) ?? signAll
      const digest = transaction.hashForWitnessV0(at, codeOf(publicKey), output.value, type)
      return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: "der" })
    } catch {
      // What is there is no signature.
      return false
    }
  })
}
