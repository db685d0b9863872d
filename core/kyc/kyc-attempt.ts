// A KYC attempt and the gate it opens: a subaccount may transact only while its most recent attempt is APPROVED (spec
// "Authentication" 8).
import { Effect, Option, Schema } from "effect"
import { KycNotApproved } from "../errors/errors.ts"
import { latest, recordKind } from "../ports/records.ts"

export const KycAttempt = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  status: Schema.Literals(["PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
  level: Schema.Literals(["LIGHT", "FULL"]),
  /** The tax id that was examined: CPF or CNPJ, no punctuation. */
  taxId: Schema.NullOr(Schema.String),
  approvedAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type KycAttempt = typeof KycAttempt.Type

export const KycAttempts = recordKind({
  kind: "kycAttempt",
  schema: KycAttempt,
  lists: { bySubAccount: (attempt: KycAttempt) => attempt.subAccountId }
})

/** What the subaccount detail shows of KYC; NONE when nothing was ever submitted. */
export const kycStateOf = (attempt: KycAttempt | undefined) => ({
  status: attempt?.status ?? ("NONE" as const),
  level: attempt?.level ?? null,
  approvedAt: attempt?.approvedAt ?? null
})

/** The most recent attempt of a subaccount. */
export const latestAttempt = (subAccountId: string) =>
  latest(KycAttempts, "bySubAccount", subAccountId).pipe(Effect.map((row) => Option.getOrUndefined(row)?.value))

/** The approved attempt that lets a subaccount transact, or the refusal. */
export const requireApproved = (
  attempt: KycAttempt | undefined,
  subAccountId: string
): Effect.Effect<KycAttempt, KycNotApproved> =>
  attempt?.status === "APPROVED" ? Effect.succeed(attempt) : Effect.fail(new KycNotApproved({ subAccountId }))
