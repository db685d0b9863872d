// What a wallet has signed, as it is stored until it is sent: read again without a node and without a record of ours, it says which transaction
// it is, what it moves and until when.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Option, Schema } from "effect"
import { utils } from "tronweb"
import { addressOfHex } from "./address.ts"
import { type TokenTransfer, transferData } from "./call.ts"
import type { Sent } from "./status.ts"

/** A signed transaction with its id. */
const Signed = Schema.fromJsonString(Schema.Struct({ txid: Schema.String, bytes: Schema.String }))
export const encodeSigned = Schema.encodeSync(Signed)
export const decodeSigned = Schema.decodeEffect(Signed)

/** What a signed transaction moves. */
export interface SignedTransfer extends Sent {
  readonly call: TokenTransfer
}

/** The part of a transaction that is signed, which is its first field. */
const rawOf = (bytes: Uint8Array): Uint8Array => {
  let at = 1
  let length = 0
  for (let shift = 0;; shift += 7) {
    const byte = bytes[at++] ?? 0
    length += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return bytes.subarray(at, at + length)
  }
}

/** What the library reads of a call of a contract. */
interface RawJson {
  readonly expiration: number
  readonly contract: readonly [
    {
      readonly parameter: {
        readonly value: { readonly owner_address: string; readonly contract_address: string; readonly data: string }
      }
    }
  ]
}

const transferOf = (raw: RawJson): TokenTransfer => {
  const { contract_address, data, owner_address } = raw.contract[0].parameter.value
  const address = (hex: string) => addressOfHex(hex.toLowerCase())
  const to = address(`41${data.slice(32, 72)}`)
  const units = BigInt(`0x${data.slice(72)}`)
  if (transferData(to, units) !== data.toLowerCase()) throw new TypeError("it is no transfer of a token")
  return { _tag: "TokenTransfer", token: address(contract_address), from: address(owner_address), to, units }
}

/** Reads what was stored; undefined where it is no transfer that was signed. */
export const readSigned = (payload: string): SignedTransfer | undefined => {
  const stored = Option.getOrUndefined(Schema.decodeOption(Signed)(payload))
  if (stored === undefined) return undefined
  try {
    const raw = rawOf(hexToBytes(stored.bytes))
    if (bytesToHex(sha256(raw)) !== stored.txid) return undefined
    const json = utils.deserializeTx.deserializeTransaction("TriggerSmartContract", bytesToHex(raw)) as RawJson
    return { txid: stored.txid, recipe: { expiration: json.expiration }, call: transferOf(json) }
  } catch {
    return undefined
  }
}
