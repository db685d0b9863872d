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
import type { Library, Transaction } from "./library.ts"

const hashOf = (publicKey: Uint8Array): Uint8Array => ripemd160(sha256(publicKey))

/** The script of outputs under the hash of a key, of 20 bytes. */
export const witnessScript = (program: Uint8Array): Uint8Array => concatBytes(new Uint8Array([0, 20]), program)

/** The script of a key's outputs. */
export const scriptOf = (publicKey: Uint8Array): Uint8Array => witnessScript(hashOf(publicKey))

const signAll = 1

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
  const code = Buffer.from(concatBytes(
    new Uint8Array([0x76, 0xa9, 20]),
    hashOf(publicKey),
    new Uint8Array([0x88, 0xac])
  ))
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
