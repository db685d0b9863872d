// Base58 and base58check (double SHA-256, four bytes), as Bitcoin defines them, with the offset of a wrong character.
// Length is bounded before decoding, because decoding costs the square of the length.
import { sha256 } from "@noble/hashes/sha2.js"
import { base58, createBase58check } from "@scure/base"
import { Result } from "effect"
import { type Parsed, readText, refuseCharacter } from "./problem.ts"

const base58check = createBase58check(sha256)

/** Bytes of a base58 text of at most `maxLength` characters. */
export const decodeBase58 = (text: string, maxLength: number): Parsed<Uint8Array> =>
  Result.flatMap(readText(text, maxLength), () => {
    const at = text.search(/[^1-9A-HJ-NP-Za-km-z]/)
    return at === -1 ? Result.succeed(base58.decode(text)) : refuseCharacter(text, at, "base58")
  })

/** Bytes of a base58check text, version included and checksum verified and removed. */
export const decodeBase58Check = (text: string, maxLength: number): Parsed<Uint8Array> =>
  Result.flatMap(decodeBase58(text, maxLength), () =>
    Result.try({
      try: () => base58check.decode(text),
      catch: () => ({ reason: "checksum", message: "The checksum does not match: a character is wrong or missing." })
    }))

/** Writes bytes, their version first, with a checksum. */
export const encodeBase58Check = (bytes: Uint8Array): string => base58check.encode(bytes)
