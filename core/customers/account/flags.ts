// Feature flags of an account, as data (spec "Authentication" 6). Stored are those that are on. The specification's
// THIRD_PARTY_DISABLED is an inverted flag that is on by default: inside it is THIRD_PARTY, off by default.
import { Schema } from "effect"

export const flags = {
  WALLET_PAYOUT_API: "keys endpoint, transfer and payout",
  TRON_PAYOUT: "payout on tron",
  BRS_RAIL: "BRS on solana",
  SWAP: "DePix swap",
  AUTO_REFUND: "automatic on-chain refund on failure or reversal",
  BTC_RAIL: "deposits delivered in BTC on bitcoin",
  LIQUID_RAIL: "deposits delivered in DEPIX or LBTC on liquid",
  THIRD_PARTY: "operations for a beneficiary other than the subaccount's own taxId"
} as const

export type Flag = keyof typeof flags

export const Flag = Schema.Literals(Object.keys(flags) as ReadonlyArray<Flag>)

/** The flags as the interface names them: the third-party one is its own opposite there. */
export type WireFlag = Exclude<Flag, "THIRD_PARTY"> | "THIRD_PARTY_DISABLED"

const optional = Schema.optionalKey(Schema.Boolean)

/** Which flags to turn on and off, by their names in the interface; those not named stay as they are. */
export const FlagChanges = Schema.Struct(
  {
    WALLET_PAYOUT_API: optional,
    TRON_PAYOUT: optional,
    BRS_RAIL: optional,
    SWAP: optional,
    AUTO_REFUND: optional,
    BTC_RAIL: optional,
    LIQUID_RAIL: optional,
    THIRD_PARTY_DISABLED: optional
  } satisfies Record<WireFlag, typeof optional>
)
export type FlagChanges = typeof FlagChanges.Type

/** The flags that are on, by their names in the interface. */
export const shownFlags = (on: ReadonlyArray<Flag>): ReadonlyArray<WireFlag> => [
  ...on.flatMap((flag) => flag === "THIRD_PARTY" ? [] : [flag]),
  ...(on.includes("THIRD_PARTY") ? [] : ["THIRD_PARTY_DISABLED" as const])
]

/** The flags after a change. */
export const changedFlags = (
  on: ReadonlyArray<Flag>,
  { THIRD_PARTY_DISABLED: isDisabled, ...changes }: FlagChanges
): ReadonlyArray<Flag> => {
  const wanted: Partial<Record<Flag, boolean>> = isDisabled === undefined
    ? changes
    : { ...changes, THIRD_PARTY: !isDisabled }
  return (Object.keys(flags) as ReadonlyArray<Flag>).filter((flag) => wanted[flag] ?? on.includes(flag))
}
