// Amounts in outputs of Liquid: written openly, or as commitments that a blinding key opens. What is opened is checked against the
// commitments, so that no one can report another amount than the output holds.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js"
import type { Output, Secp } from "./library.ts"

/** What is in an output. */
export interface Amount {
  /** The asset's id as transactions hold it: 32 bytes, the reverse of how it is shown. */
  readonly asset: Uint8Array
  /** Smallest units. */
  readonly units: bigint
}

/** An amount with what hides it; zeros where it is open. */
export interface Secrets extends Amount {
  readonly assetBlinder: Uint8Array
  readonly valueBlinder: Uint8Array
}

/** The two fields of an output that hold its amount. */
export interface Committed {
  readonly asset: Uint8Array
  readonly value: Uint8Array
}

export const zeros = new Uint8Array(32)

/** The most that one output can hold, by the rules of the network. */
export const mostUnits = 2_100_000_000_000_000n

/** An asset's id from how it is shown. */
export const assetBytes = (shown: string): Uint8Array => hexToBytes(shown).reverse()

/** How an asset's id, or a transaction's, is shown. */
export const shownOf = (bytes: Uint8Array): string => bytesToHex(Uint8Array.from(bytes).reverse())

/** An amount in the open. */
export const openly = ({ asset, units }: Amount): Committed => {
  const value = new Uint8Array(9)
  value[0] = 1
  new DataView(value.buffer).setBigUint64(1, units)
  return { asset: concatBytes(new Uint8Array([1]), asset), value }
}

/** An amount as commitments. */
export const committed = (secp: Secp, { asset, assetBlinder, units, valueBlinder }: Secrets): Committed => {
  const generator = secp.generator.generateBlinded(asset, assetBlinder)
  return { asset: generator, value: secp.pedersen.commitment(String(units), generator, valueBlinder) }
}

/** What both sides of an output know: the receiver by its key and the output's nonce, the sender by the other halves. */
export const sharedSecret = (publicKey: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  sha256(sha256(secp256k1.getSharedSecret(privateKey, publicKey, true)))

/** The amount of an output: as it is written, or opened with the blinding key; undefined where the key does not open it. */
export const secretsIn = (secp: Secp, output: Output, key: Uint8Array): Secrets | undefined => {
  const { asset, nonce, rangeProof, script, value } = output
  if (asset[0] === 1 && value[0] === 1) {
    return { asset: asset.subarray(1), units: value.readBigUInt64BE(1), assetBlinder: zeros, valueBlinder: zeros }
  }
  if (rangeProof === undefined || rangeProof.length === 0) return undefined
  try {
    const opened = secp.rangeproof.rewind(rangeProof, value, asset, sharedSecret(nonce, key), script)
    const secrets = {
      asset: opened.message.slice(0, 32),
      units: BigInt(opened.value),
      assetBlinder: opened.message.slice(32, 64),
      valueBlinder: opened.blinder
    }
    return holds(secp, output, secrets) ? secrets : undefined
  } catch {
    // It is blinded for another key.
    return undefined
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** Whether an output holds exactly this amount, openly or as these commitments. */
export const holds = (secp: Secp, output: Committed, secrets: Secrets): boolean => {
  const isOpen = isEqual(secrets.assetBlinder, zeros) && isEqual(secrets.valueBlinder, zeros)
  const expected = isOpen ? openly(secrets) : committed(secp, secrets)
  return isEqual(output.asset, expected.asset) && isEqual(output.value, expected.value)
}
