// The hash chain over the journal: the SHA-256 of a run of entries, in the order of the journal, over the hash of the run
// before it. The bytes are those of decision record 0122, so that anybody can compute them again in any language.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** An entry as it stands in the journal: smallest units, debit positive. */
export interface JournalEntry {
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  /** Unix milliseconds. */
  readonly at: number
  readonly postings: ReadonlyArray<{ readonly account: string; readonly asset: string; readonly amount: bigint }>
}

/** Where a run stands in the chain. */
export interface ChainLink {
  /** From 1. */
  readonly number: number
  /** The hash of the run before; `chainStart` for the first. */
  readonly previous: string
}

/** What the first run follows. */
export const chainStart = "0".repeat(64)

/** Names the form of the bytes, and keeps them apart from all others that are hashed here. */
const form = "pontepay-journal-1"

const utf8Length = (text: string): number => {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Half of a pair counts 2: both together are 4 bytes.
    if (code >= 0x80) length += code < 0x800 || code >= 0xd800 && code <= 0xdfff ? 1 : 2
  }
  return length
}

const netstring = (text: string): string => `${utf8Length(text)}:${text},`

const bytesOf = ({ at, id, owner, postings, source, template }: JournalEntry): string => {
  let bytes = netstring(id) + netstring(template) + netstring(source) + netstring(owner) + netstring(String(at))
  bytes += netstring(String(postings.length))
  for (const { account, amount, asset } of postings) {
    bytes += netstring(account) + netstring(asset) + netstring(String(amount))
  }
  return bytes
}

/** The hash of a run of entries, 64 lower-case hex characters. */
export const linkHash = ({ number, previous }: ChainLink, entries: ReadonlyArray<JournalEntry>): string => {
  let bytes = netstring(form) + netstring(String(number)) + netstring(previous) + netstring(String(entries.length))
  for (const entry of entries) bytes += bytesOf(entry)
  return bytesToHex(sha256(utf8ToBytes(bytes)))
}
