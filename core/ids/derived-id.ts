// Ids made of the fact that they stand for (0040): the same fact has the same id in every process and on every try.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { type Id, type OwnedPrefix, shardDigits } from "./ids.ts"

/** The id of the fact that `seed` spells: 120 bits of its SHA-256, then the shard digits of the account of `near`. */
export const derivedId = <P extends OwnedPrefix>(prefix: P, seed: string, near: string): Id<P> =>
  `${prefix}_${bytesToHex(sha256(utf8ToBytes(seed))).slice(0, 30)}${shardDigits(near)}`
