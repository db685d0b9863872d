// What the model reads of a transaction's bytes: a small reader of protobuf of our own, so that a mistake of the library that writes them
// does not hide itself.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"

type Field = bigint | Uint8Array
type Fields = ReadonlyMap<number, ReadonlyArray<Field>>

/** Reads a message; throws on what is none. */
const fieldsOf = (bytes: Uint8Array): Fields => {
  const found = new Map<number, Array<Field>>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n;; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63n) throw new Error("a number does not end")
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Uint8Array => bytes.subarray(at, at += length)
  while (at < bytes.length) {
    const tag = Number(varint())
    const kind = tag & 7
    if (kind !== 0 && kind !== 2) throw new Error("a field of a kind that is not read")
    const value = kind === 0 ? varint() : take(Number(varint()))
    if (at > bytes.length) throw new Error("a field does not end")
    const list = found.get(tag >> 3) ?? []
    found.set(tag >> 3, list)
    list.push(value)
  }
  return found
}

const number = (fields: Fields, at: number): bigint => {
  const value = fields.get(at)?.[0] ?? 0n
  if (typeof value !== "bigint") throw new Error("bytes in the place of a number")
  return value
}

const bytesAt = (fields: Fields, at: number): Uint8Array => {
  const value = fields.get(at)?.[0] ?? new Uint8Array()
  if (typeof value === "bigint") throw new Error("a number in the place of bytes")
  return value
}

const hex = (fields: Fields, at: number): string => bytesToHex(bytesAt(fields, at))

/** What a transaction does, with accounts as 21 bytes in hex. */
export type Action =
  | { readonly type: "create"; readonly owner: string; readonly to: string }
  | { readonly type: "transfer"; readonly owner: string; readonly to: string; readonly sun: bigint }
  | { readonly type: "call"; readonly owner: string; readonly contract: string; readonly data: string }
  | { readonly type: "lend" | "takeBack"; readonly owner: string; readonly to: string; readonly sun: bigint }

export interface Transaction {
  readonly id: string
  readonly refBytes: string
  readonly refHash: string
  readonly expiration: number
  readonly feeLimit: bigint
  readonly action: Action | undefined
  /** The account whose key signed; undefined where there is not one signature. */
  readonly signer: string | undefined
  /** What bandwidth is counted by: its bytes, and room for its result. */
  readonly size: bigint
}

const actionOf = (type: bigint, value: Fields): Action | undefined => {
  const owner = hex(value, 1)
  switch (type) {
    case 0n:
      return { type: "create", owner, to: hex(value, 2) }
    case 1n:
      return { type: "transfer", owner, to: hex(value, 2), sun: number(value, 3) }
    case 31n:
      return { type: "call", owner, contract: hex(value, 2), data: hex(value, 4) }
    case 57n:
    case 58n:
      // Energy alone is lent here.
      return number(value, 2) === 1n
        ? { type: type === 57n ? "lend" : "takeBack", owner, to: hex(value, 4), sun: number(value, 3) }
        : undefined
    default:
      return undefined
  }
}

const signerOf = (digest: Uint8Array, signatures: ReadonlyArray<Field>): string | undefined => {
  const [signature] = signatures
  if (signatures.length !== 1 || !(signature instanceof Uint8Array) || signature.length !== 65) return undefined
  const recovery = (signature[64] ?? 0) % 27
  try {
    const recovered = Uint8Array.of(recovery, ...signature.subarray(0, 64))
    const key = secp256k1.Signature.fromBytes(recovered, "recovered").recoverPublicKey(digest).toBytes(false)
    return `41${bytesToHex(keccak_256(key.subarray(1)).subarray(-20))}`
  } catch {
    return undefined
  }
}

/** Reads a signed transaction; throws on bytes that are none. */
export const readTransaction = (bytes: Uint8Array): Transaction => {
  const whole = fieldsOf(bytes)
  const rawBytes = bytesAt(whole, 1)
  const raw = fieldsOf(rawBytes)
  const contracts = raw.get(11) ?? []
  const [contract] = contracts
  if (!(contract instanceof Uint8Array)) throw new Error("it does nothing")
  const fields = fieldsOf(contract)
  const digest = sha256(rawBytes)
  return {
    id: bytesToHex(digest),
    refBytes: hex(raw, 1),
    refHash: hex(raw, 4),
    expiration: Number(number(raw, 8)),
    feeLimit: number(raw, 18),
    action: contracts.length === 1
      ? actionOf(number(fields, 1), fieldsOf(bytesAt(fieldsOf(bytesAt(fields, 2)), 2)))
      : undefined,
    signer: signerOf(digest, whole.get(2) ?? []),
    size: BigInt(bytes.length) + 64n
  }
}
