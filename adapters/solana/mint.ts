// Mints of the SPL token programs as they are stored, with the Token-2022 extensions that change what a transfer does. Only extensions
// on the list are allowed, so one that is invented later is refused until it was read.
import { base58 } from "@scure/base"
import { decimalsOf } from "../../core/base/money/assets.ts"
import type { Account } from "./answers.ts"
import { extensionsOf } from "./extensions.ts"
import { programs } from "./programs.ts"
import type { IssuerPower, SolanaToken } from "./settings.ts"

interface Allowed {
  readonly name: string
  /** `always`: it changes nothing of a transfer. A power: only where the settings accept it. `never`: it changes who gets what. */
  readonly allowed: "always" | "never" | IssuerPower
}

const unknownExtension: Allowed = { name: "unknown", allowed: "never" }

/** Extensions of mints by their type number. */
export const mintExtensions: Readonly<Record<number, Allowed>> = {
  1: { name: "transferFee", allowed: "never" },
  3: { name: "mintCloseAuthority", allowed: "always" },
  4: { name: "confidentialTransfer", allowed: "always" },
  6: { name: "defaultAccountState", allowed: "always" },
  9: { name: "nonTransferable", allowed: "never" },
  10: { name: "interestBearing", allowed: "never" },
  12: { name: "permanentDelegate", allowed: "permanentDelegate" },
  14: { name: "transferHook", allowed: "never" },
  16: { name: "confidentialTransferFee", allowed: "never" },
  18: { name: "metadataPointer", allowed: "always" },
  19: { name: "tokenMetadata", allowed: "always" },
  20: { name: "groupPointer", allowed: "always" },
  21: { name: "tokenGroup", allowed: "always" },
  22: { name: "groupMemberPointer", allowed: "always" },
  23: { name: "tokenGroupMember", allowed: "always" },
  24: { name: "confidentialMintBurn", allowed: "never" },
  25: { name: "scaledUiAmount", allowed: "never" },
  26: { name: "pausable", allowed: "pausable" }
}

const mintBytes = 82
const multisigBytes = 355
const defaultAccountState = 6
const pausable = 26
/** State of a token account that is frozen, as token accounts store it. */
const frozen = 2

/** What is wrong with a mint for a token of the settings: for good, or until its issuer ends it. */
export type MintProblem = { readonly isPaused: boolean; readonly problem: string }

const wrong = (problem: string): MintProblem => ({ isPaused: false, problem })

/** Undefined where transfers of the token are what they say. */
export const mintProblem = (token: SolanaToken, account: Account | undefined): MintProblem | undefined => {
  if (account === undefined) return wrong(`there is no mint ${token.mint}`)
  const { data, owner } = account
  if (owner !== programs[token.program]) return wrong(`${token.mint} belongs to ${owner}, not to ${token.program}`)
  if (data.length < mintBytes || data[45] !== 1) return wrong(`${token.mint} is no mint`)
  const decimals = decimalsOf(token.asset)
  if (data[44] !== decimals) return wrong(`${token.mint} has ${data[44]} decimals, not ${decimals}`)
  const extensions = extensionsOf(data, "mint")
  if (extensions === undefined) return wrong(`the extensions of ${token.mint} cannot be read`)
  for (const { bytes, type } of extensions) {
    const { allowed, name } = mintExtensions[type] ?? unknownExtension
    if (allowed === "never") return wrong(`${token.mint} has the extension ${name} (${type})`)
    if (allowed !== "always" && token.accepts?.includes(allowed) !== true) {
      return wrong(`${token.mint} has the extension ${name} (${type}), which the settings do not accept`)
    }
    if (type === defaultAccountState && bytes[0] === frozen) {
      return { isPaused: true, problem: `new accounts of ${token.mint} are frozen` }
    }
    // An authority of 32 bytes, then whether it is paused.
    if (type === pausable && bytes[32] === 1) return { isPaused: true, problem: `${token.mint} is paused` }
  }
  return undefined
}

/** Whether an account is an initialized mint of any token. */
export const isMint = (account: Account | undefined): boolean => {
  if (account === undefined || !Object.values(programs).some((each) => each === account.owner)) return false
  const { data } = account
  // A multisig is an account of these programs too, and may own tokens.
  return data.length !== multisigBytes && data[45] === 1 && extensionsOf(data, "mint") !== undefined
}

/** The address of a stored public key. */
export const addressAt = (data: Uint8Array, offset: number): string => base58.encode(data.subarray(offset, offset + 32))
