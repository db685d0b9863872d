// A KYC attempt and the gate it opens: a subaccount may transact only while its most recent attempt is APPROVED (spec
// "Authentication" 8). Proofs of a company are attempts too, but never the most recent one: they decide about no identity.
import { Effect, Option, Schema } from "effect"
import { type Account, hasFlag } from "../account/account.ts"
import { AlreadyApproved, KycNotApproved, ThirdPartyNotEnabled } from "../../base/errors/errors.ts"
import { KycLevel } from "../../standards/identity/kyc-report.ts"
import { history } from "../../engine/machine/machine.ts"
import { latest, list, owedIn, recordKind } from "../../engine/store/records.ts"
import { type KycState, kycAttemptOwed, kycStates } from "./kyc-attempt.states.ts"
import { RejectionLabel, reasonOf } from "./rejection-labels.ts"
import type { Subaccount } from "../subaccount/subaccount.ts"
import { historyFields, personalField } from "../../engine/store/personal.ts"

const Submitted = Schema.Struct({
  kind: Schema.Literals(["KYC", "KYB", "PROOF_OF_ADDRESS", "PROOF_OF_FINANCIAL_CAPACITY"]),
  source: Schema.Literals(["FORM", "HOSTED", "EXTERNAL_IMPORT", "DOCUMENT"]),
  /** What an imported attempt shows as its level; null for every other. */
  importLabel: Schema.NullOr(Schema.String),
  /** Unix milliseconds at which hosted pages that no one filled in are over; null where there are none. */
  expiresAt: Schema.NullOr(Schema.Int)
})
export type Submitted = typeof Submitted.Type

const Rejection = Schema.Struct({
  /** What the provider says to the person; null where its labels say it. */
  reason: Schema.NullOr(Schema.String),
  labels: Schema.Array(RejectionLabel)
})

export const KycAttempt = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  status: Schema.Literals(Object.keys(kycStates.states) as ReadonlyArray<KycState>),
  level: KycLevel,
  /** The tax id that was examined: CPF or CNPJ, no punctuation. */
  taxId: Schema.NullOr(Schema.String),
  approvedAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history,
  /** The API key that its hosted pages were made with; absent where it has none. */
  keyId: Schema.optionalKey(Schema.String),
  /** How it was requested; absent for an approval that the operator declared. */
  submitted: Schema.optionalKey(Submitted),
  /** Why it was rejected; absent unless it was. */
  rejection: Schema.optionalKey(Rejection)
})
export type KycAttempt = typeof KycAttempt.Type

/** The sentence that a person may see of a rejection; null for an attempt that was not rejected. */
export const rejectionSentence = ({ rejection }: KycAttempt): string | null =>
  rejection === undefined ? null : rejection.reason ?? reasonOf(rejection.labels)

/** Whether an attempt proves something of a company that KYB approved. */
export const isProof = ({ submitted }: KycAttempt): boolean =>
  submitted?.kind === "PROOF_OF_ADDRESS" || submitted?.kind === "PROOF_OF_FINANCIAL_CAPACITY"

export const KycAttempts = recordKind({
  kind: "kycAttempt",
  schema: KycAttempt,
  personal: {
    purpose: "knowing the customer (article 7 II; Circular BCB 3.978)",
    seenBy: "the account, operators",
    fields: { taxId: personalField.holder, "rejection.reason": personalField.text, ...historyFields }
  },
  lists: {
    bySubAccount: (attempt: KycAttempt) => isProof(attempt) ? undefined : attempt.subAccountId,
    proofs: (attempt: KycAttempt) => isProof(attempt) ? attempt.subAccountId : undefined
  },
  owed: owedIn(kycAttemptOwed, (attempt: KycAttempt) => attempt.status)
})

/** A new attempt, PENDING. */
export const newAttempt = (
  parts: Pick<KycAttempt, "id" | "owner" | "subAccountId" | "level" | "taxId" | "keyId"> & {
    readonly submitted: Submitted
  },
  now: number
): KycAttempt => ({
  id: parts.id,
  owner: parts.owner,
  subAccountId: parts.subAccountId,
  status: "PENDING",
  level: parts.level,
  taxId: parts.taxId,
  approvedAt: null,
  createdAt: now,
  updatedAt: now,
  ...(parts.keyId === undefined ? {} : { keyId: parts.keyId }),
  submitted: parts.submitted
})

/**
 * What the approved proofs of a company open: operations in US dollars come with financial capacity, higher limits with both proofs (spec
 * "KYB flow").
 */
export const unlockedBy = (proofs: ReadonlyArray<KycAttempt>): NonNullable<Subaccount["unlocked"]> => {
  const has = (kind: Submitted["kind"]) =>
    proofs.some(({ status, submitted }) => status === "APPROVED" && submitted?.kind === kind)
  const hasCapacity = has("PROOF_OF_FINANCIAL_CAPACITY")
  return [
    ...(hasCapacity ? ["USD_OPERATIONS" as const] : []),
    ...(hasCapacity && has("PROOF_OF_ADDRESS") ? ["RAISED_LIMITS" as const] : [])
  ]
}

/** Whether nothing was decided yet. */
export const isOpen = ({ status }: KycAttempt): boolean => status === "PENDING" || status === "REVIEW"

/** What the subaccount detail shows of KYC; NONE when nothing was ever submitted. */
export const kycStateOf = (attempt: KycAttempt | undefined) => ({
  status: attempt?.status ?? ("NONE" as const),
  level: attempt?.level ?? null,
  approvedAt: attempt?.approvedAt ?? null
})

/** The most recent attempt of a subaccount. */
export const latestAttempt = (subAccountId: string) =>
  latest(KycAttempts, "bySubAccount", subAccountId).pipe(Effect.map((row) => Option.getOrUndefined(row)?.value))

// A company is asked for each proof until it is approved: more than these no one hands in.
const mostProofs = 100

/** What a company has handed in of proofs. */
export const proofsOf = (subAccountId: string) =>
  Effect.map(
    list(KycAttempts, "proofs", subAccountId, { limit: mostProofs }),
    (rows) => rows.map(({ value }) => value)
  )

/** The approved attempt that lets a subaccount transact, or the refusal. */
export const requireApproved = (
  attempt: KycAttempt | undefined,
  subAccountId: string
): Effect.Effect<KycAttempt, KycNotApproved> =>
  attempt?.status === "APPROVED" ? Effect.succeed(attempt) : Effect.fail(new KycNotApproved({ subAccountId }))

/** Lets a subaccount be examined, or refuses one whose most recent attempt is APPROVED. */
export const requireUnapproved = (
  attempt: KycAttempt | undefined,
  subAccountId: string
): Effect.Effect<void, AlreadyApproved> =>
  attempt?.status === "APPROVED" ? Effect.fail(new AlreadyApproved({ subAccountId })) : Effect.void

// The third-party gate (spec "Authentication" 7): it compares the declared beneficiary with the tax id that KYC approved,
// and looks at nothing else. No declaration, or one's own tax id, is a self operation and always allowed.

/** Lets a declared beneficiary pass, or refuses a third-party operation on an account that may not make one. */
export const thirdPartyAllowed = (
  account: Account,
  approved: KycAttempt,
  declaredTaxId: string | undefined
): Effect.Effect<void, ThirdPartyNotEnabled> =>
  declaredTaxId === undefined || declaredTaxId === approved.taxId || hasFlag(account, "THIRD_PARTY")
    ? Effect.void
    : Effect.fail(new ThirdPartyNotEnabled({ subAccountId: approved.subAccountId }))
