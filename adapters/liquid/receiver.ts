// What an address of Liquid means: the script that an output pays to, and the key that its amount is blinded for, if any. Read for the
// adapter's own network, with the rules of `core/standards/address`.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { bech32, bech32m } from "@scure/base"
import { Option, Result } from "effect"
import { decodeBase58Check, encodeBase58Check } from "../../core/standards/address/base58.ts"
import { decodeBech32 } from "../../core/standards/address/bech32.ts"
import { blech32Constants, blech32Remainder, decodeBlech32 } from "../../core/standards/address/blech32.ts"
import { checkProgram, readWitness } from "../../core/standards/address/witness.ts"
import type { AddressForms } from "./network.ts"

/** Where an output goes. */
export interface Receiver {
  readonly script: Uint8Array
  /** Compressed, 33 bytes; undefined where everybody may see what comes. */
  readonly blindingKey: Uint8Array | undefined
}

const keyBytes = 33
/** Longer than any address of Liquid. */
const mostCharacters = 140

const isPoint = (key: Uint8Array): boolean => {
  try {
    secp256k1.Point.fromBytes(key)
    return true
  } catch {
    return false
  }
}

const witnessScript = (version: number, program: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array([version === 0 ? 0 : 0x50 + version, program.length]), program)

const hashScript = (version: number, hash: Uint8Array, forms: AddressForms): Uint8Array | undefined => {
  if (hash.length !== 20) return undefined
  if (version === forms.pubkeyHash) {
    return concatBytes(new Uint8Array([0x76, 0xa9, 20]), hash, new Uint8Array([0x88, 0xac]))
  }
  return version === forms.scriptHash
    ? concatBytes(new Uint8Array([0xa9, 20]), hash, new Uint8Array([0x87]))
    : undefined
}

const found = <A>(read: Result.Result<A, unknown>): A | undefined => Option.getOrUndefined(Result.getSuccess(read))

const segwit = (text: string, hrp: string, isBlinded: boolean): Receiver | undefined => {
  const data = found(isBlinded ? decodeBlech32(text, hrp.length) : decodeBech32(text, hrp.length))
  const witness = data && found(readWitness(data))
  if (witness === undefined) return undefined
  const { payload, version } = witness
  const blindingKey = isBlinded ? payload.subarray(0, keyBytes) : undefined
  const program = isBlinded ? payload.subarray(keyBytes) : payload
  const isWhole = Result.isSuccess(checkProgram(version, program.length)) &&
    (blindingKey === undefined || isPoint(blindingKey))
  return isWhole ? { script: witnessScript(version, program), blindingKey } : undefined
}

const base58 = (text: string, forms: AddressForms): Receiver | undefined => {
  const [version = -1, ...rest] = found(decodeBase58Check(text, mostCharacters)) ?? []
  const bytes = Uint8Array.from(rest)
  if (version !== forms.blinded) {
    const script = hashScript(version, bytes, forms)
    return script && { script, blindingKey: undefined }
  }
  const [inner = -1] = bytes
  const blindingKey = bytes.subarray(1, 1 + keyBytes)
  const script = hashScript(inner, bytes.subarray(1 + keyBytes), forms)
  return script !== undefined && isPoint(blindingKey) ? { script, blindingKey } : undefined
}

/** Reads an address of a network; undefined where it is none. */
export const receiverOf = (text: string, forms: AddressForms): Receiver | undefined => {
  if (text.length > mostCharacters) return undefined
  const hrp = text.slice(0, Math.max(0, text.lastIndexOf("1"))).toLowerCase()
  if (hrp === forms.blech32) return segwit(text, hrp, true)
  return hrp === forms.bech32 ? segwit(text, hrp, false) : base58(text, forms)
}

/** The address without a blinding key that a script is paid at; undefined where it has none. */
export const openAddress = (script: Uint8Array, forms: AddressForms): string | undefined => {
  const [opcode = -1, length = -1] = script
  const version = opcode === 0 ? 0 : opcode - 0x50
  const isWitness = opcode === 0 || opcode >= 0x51 && opcode <= 0x60
  if (isWitness && length === script.length - 2 && Result.isSuccess(checkProgram(version, length))) {
    const coder = version === 0 ? bech32 : bech32m
    return coder.encode(forms.bech32, [version, ...coder.toWords(script.subarray(2))])
  }
  for (const [prefix, at] of [[forms.pubkeyHash, 3], [forms.scriptHash, 2]] as const) {
    const hash = script.subarray(at, at + 20)
    const form = hashScript(prefix, hash, forms)
    if (form !== undefined && Buffer.compare(form, script) === 0) {
      return encodeBase58Check(concatBytes(new Uint8Array([prefix]), hash))
    }
  }
  return undefined
}

/** The confidential address of a witness program of version 0. */
export const confidentialAddress = (script: Uint8Array, blindingKey: Uint8Array, { blech32 }: AddressForms): string =>
  encodeBlech32(blech32, [0, ...bech32.toWords(concatBytes(blindingKey, script.subarray(2)))])

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const checksumLength = 12

const encodeBlech32 = (hrp: string, words: ReadonlyArray<number>): string => {
  const blank = Array.from({ length: checksumLength }, () => 0)
  const remainder = blech32Remainder(hrp, [...words, ...blank]) ^ blech32Constants[0]
  const checksum = blank.map((_, at) => Number((remainder >> BigInt(5 * (checksumLength - 1 - at))) & 31n))
  return `${hrp}1${[...words, ...checksum].map((word) => alphabet[word]).join("")}`
}
