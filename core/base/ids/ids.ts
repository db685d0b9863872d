// Our own identifiers: `<prefix>_<UUIDv7 without dashes>`. They sort by creation and reveal it, so none is a secret. The last
// two hex digits of an account's id are drawn at random, and every id made for that account ends in them: an id alone says on
// which shard its record is (0170).
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** Every prefix in use, with the record it names. */
export const prefixes = {
  acc: "account",
  key: "API key",
  sub: "subaccount",
  kyc: "KYC attempt",
  dep: "deposit (its charge: `walletCharge`)",
  tkt: "sandbox ticket of a charge (`trackId`)",
  ext: "externalId made for a caller who gave none",
  apr: "approval of an operator's order by a second one",
  ret: "return of a PIX that we send back",
  pay: "payout (`transactionId`; its PIX goes out under it)",
  inv: "Lightning invoice (its PIX goes out under it; in the interface the payment hash names it)",
  trf: "wallet transfer",
  quo: "quote (`quoteToken`)",
  swp: "DePix swap",
  tsw: "sweep of a treasury",
  rfd: "manual refund",
  doc: "KYC document",
  lvs: "liveness session",
  psn: "session that sets or resets a PIN",
  usr: "user behind a subaccount",
  ent: "journal entry",
  evt: "event",
  fct: "trace of a provider's fact that has no event id",
  ers: "erasure of a person",
  exp: "export of a person",
  whk: "webhook endpoint",
  dlv: "delivery of an event to an endpoint",
  opr: "operator",
  svt: "service token"
} as const

export type IdPrefix = keyof typeof prefixes

/** Prefixes of what belongs to no one but itself: the account. */
export type RootPrefix = "acc"

/** Prefixes of what belongs to one account, or to the operator. */
export type OwnedPrefix = Exclude<IdPrefix, RootPrefix>

/** An identifier of ours with its prefix in the type. */
export type Id<P extends IdPrefix> = `${P}_${string}`

/** The owner of what belongs to no account. */
export const operatorOwner = "operator"

const ownId = new RegExp(`^(?:(?:${Object.keys(prefixes).join("|")})_[0-9a-z]*|[0-9a-f]{22})([0-9a-f]{2})$`)

/**
 * The shard digits of the first id of ours among the parts of a name: of `reversal/pay_…3f/D999…` they are "3f". Undefined for a
 * name that holds none, as those that others gave.
 */
export const digitsIn = (name: string): string | undefined => {
  if (name === operatorOwner) return "00"
  for (const part of name.split("/")) {
    const digits = ownId.exec(part)?.[1]
    if (digits !== undefined) return digits
  }
  return undefined
}

/**
 * The two hex digits in which every id of one account ends, read from any of them; "00" for the operator. Throws on any other
 * text: that is a mistake in the code, never bad input.
 */
export const shardDigits = (near: string): string => {
  if (near === operatorOwner) return "00"
  const digits = near.slice(-2)
  if (!/^[0-9a-f]{2}$/.test(digits)) throw new Error(`"${near}" does not end in the two hex digits of an account`)
  return digits
}

// Ids made of the fact that they stand for (0040): the same fact has the same id in every process and on every try.

/** The id of the fact that `seed` spells: 120 bits of its SHA-256, then the shard digits of the account of `near`. */
export const derivedId = <P extends OwnedPrefix>(prefix: P, seed: string, near: string): Id<P> =>
  `${prefix}_${bytesToHex(sha256(utf8ToBytes(seed))).slice(0, 30)}${shardDigits(near)}`
