// The digest by which two requests are the same: SHA-256 over canonical JSON (keys sorted, absent fields left out).
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

type Json = string | number | boolean | null | undefined | ReadonlyArray<Json> | { readonly [key: string]: Json }

const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null)
  return `{${
    Object.entries(value).filter(([, each]) => each !== undefined).sort(([a], [b]) => a < b ? -1 : 1)
      .map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")
  }}`
}

/** Hex digest of a request; equal requests have equal digests whatever the order of their fields. */
export const fingerprint = (request: Json): string => bytesToHex(sha256(utf8ToBytes(canonical(request))))
