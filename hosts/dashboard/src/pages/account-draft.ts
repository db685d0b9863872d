// The settings of an account while they are edited, as the text of their fields, and what has to be sent of them.
import type { Answer, RequestParts } from "../api/wire.ts"
import { decimalTyped, groupedDecimal } from "../format/money.ts"

type Account = Answer<"readAccount">
type Changes = NonNullable<RequestParts<"updateAccount">["body"]>

export const feeOperations = ["deposit", "payout", "lightningInvoice", "transfer", "swap"] as const
type FeeOperation = (typeof feeOperations)[number]

interface Figures {
  readonly fixedCents: string
  readonly basisPoints: string
}

export interface Draft {
  readonly name: string
  readonly email: string
  readonly blocked: boolean
  readonly virtualAccount: boolean
  readonly perTxLimitBrl: string
  readonly chargeLifetimeMinutes: string
  readonly perSecond: string
  readonly burst: string
  readonly duplicatePolicy: "off" | "refuse"
  /** Whether there is a list of recipients; its entries stand one a line. */
  readonly isListed: boolean
  readonly pixKeys: string
  readonly addresses: string
  readonly walletKeysPerHour: string
  readonly flags: ReadonlyArray<string>
  readonly fees: Readonly<Record<FeeOperation, Figures>>
}

const figuresOf = (fees: Account["fees"], operation: FeeOperation): Figures => ({
  fixedCents: String(fees[operation]?.fixedCents ?? ""),
  basisPoints: String(fees[operation]?.basisPoints ?? "")
})

/** An account as the text of its fields. */
export const draftOf = (account: Account, locale: string): Draft => ({
  name: account.name,
  email: account.email ?? "",
  blocked: account.blocked,
  virtualAccount: account.virtualAccount,
  perTxLimitBrl: groupedDecimal(account.perTxLimitBrl, locale, 2),
  chargeLifetimeMinutes: String(account.chargeLifetimeMinutes),
  perSecond: String(account.requestRate?.perSecond ?? ""),
  burst: String(account.requestRate?.burst ?? ""),
  duplicatePolicy: account.duplicatePolicy,
  isListed: account.allowedRecipients !== null,
  pixKeys: (account.allowedRecipients?.pixKeys ?? []).join("\n"),
  addresses: (account.allowedRecipients?.addresses ?? []).join("\n"),
  walletKeysPerHour: String(account.walletKeysPerHour ?? ""),
  flags: account.flags,
  fees: {
    deposit: figuresOf(account.fees, "deposit"),
    payout: figuresOf(account.fees, "payout"),
    lightningInvoice: figuresOf(account.fees, "lightningInvoice"),
    transfer: figuresOf(account.fees, "transfer"),
    swap: figuresOf(account.fees, "swap")
  }
})

// What is no number goes out as it is typed, so that the service says what is wrong with it.
const number = (text: string): number => /^\d+$/.test(text.trim()) ? Number(text) : text as unknown as number

const feesOf = ({ fees }: Draft): Changes["fees"] =>
  Object.fromEntries(
    feeOperations.flatMap((operation) => {
      const { basisPoints, fixedCents } = fees[operation]
      const figures = {
        ...(fixedCents === "" ? {} : { fixedCents: number(fixedCents) }),
        ...(basisPoints === "" ? {} : { basisPoints: number(basisPoints) })
      }
      return Object.keys(figures).length === 0 ? [] : [[operation, figures]]
    })
  )

const flagsOf = (first: Draft, draft: Draft): Changes["flags"] =>
  Object.fromEntries([
    ...draft.flags.filter((flag) => !first.flags.includes(flag)).map((flag) => [flag, true] as const),
    ...first.flags.filter((flag) => !draft.flags.includes(flag)).map((flag) => [flag, false] as const)
  ])

const rateOf = ({ burst, perSecond }: Draft): Changes["requestRate"] =>
  perSecond === "" && burst === "" ? null : { perSecond: number(perSecond), burst: number(burst) }

const entriesOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").map((line) => line.trim()).filter((line) => line !== "")

const recipientsOf = ({ addresses, isListed, pixKeys }: Draft): NonNullable<Changes["allowedRecipients"]> | null =>
  isListed ? { pixKeys: entriesOf(pixKeys), addresses: entriesOf(addresses) } : null

/** What differs, as the body of a change. */
export const changesOf = (first: Draft, draft: Draft): Changes => {
  const differ = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after)
  const differs = (...names: ReadonlyArray<keyof Draft>): boolean =>
    names.some((name) => differ(first[name], draft[name]))
  const recipients = recipientsOf(draft)
  return {
    ...(differs("name") ? { name: draft.name } : {}),
    ...(differs("email") ? { email: draft.email === "" ? null : draft.email } : {}),
    ...(differs("blocked") ? { blocked: draft.blocked } : {}),
    ...(differs("virtualAccount") ? { virtualAccount: draft.virtualAccount } : {}),
    ...(differs("perTxLimitBrl") ? { perTxLimitBrl: decimalTyped(draft.perTxLimitBrl) } : {}),
    ...(differs("chargeLifetimeMinutes") ? { chargeLifetimeMinutes: number(draft.chargeLifetimeMinutes) } : {}),
    ...(differs("perSecond", "burst") ? { requestRate: rateOf(draft) ?? null } : {}),
    ...(differs("duplicatePolicy") ? { duplicatePolicy: draft.duplicatePolicy } : {}),
    ...(differ(recipientsOf(first), recipients) ? { allowedRecipients: recipients } : {}),
    ...(differs("walletKeysPerHour")
      ? { walletKeysPerHour: draft.walletKeysPerHour === "" ? null : number(draft.walletKeysPerHour) }
      : {}),
    ...(differs("flags") ? { flags: flagsOf(first, draft) ?? {} } : {}),
    ...(differs("fees") ? { fees: feesOf(draft) ?? {} } : {})
  }
}
