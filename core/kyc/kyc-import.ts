// The one import of a user. It is taken hold of before the token is shown to the provider, so that two at once cannot both
// show one; the token itself is never stored. Invariant: one record a subaccount.
import { Schema } from "effect"
import { type OwedTable, owedIn } from "../ports/owed.ts"
import { type Stored, insert, recordKind, replace } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"
import { type KycAttempt, newAttempt } from "./kyc-attempt.ts"

const KycImport = Schema.Struct({
  /** The id of the subaccount. */
  id: Schema.String,
  owner: Schema.String,
  /** ASKING: the provider is being shown a token. TAKEN: it took one. OPEN: it refused, so another may be shown. */
  state: Schema.Literals(["ASKING", "TAKEN", "OPEN"]),
  /** The attempt that the import became, or becomes when it is taken. */
  attemptId: Schema.String,
  /** The Idempotency-Key of the request that is asking; null for one without. */
  askedUnder: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type KycImport = typeof KycImport.Type

/** What an import owes in each state. */
export const kycImportOwed: OwedTable<
  "ASKING" | "TAKEN" | "OPEN",
  { readonly id: string; readonly attemptId: string }
> = {
  ASKING: {
    owes: {
      task: "advance-kyc-import",
      id: ({ attemptId }) => `advance-import/${attemptId}`,
      subject: ({ attemptId }) => attemptId
    }
  },
  TAKEN: { waits: "its attempt, which owes the asking" },
  OPEN: { waits: "the user, who may bring another token" }
}

export const KycImports = recordKind({
  kind: "kycImport",
  schema: KycImport,
  keys: { attempt: (each: KycImport) => each.attemptId },
  owed: owedIn(kycImportOwed, (each: KycImport) => each.state)
})

/** Takes hold of the import of a subaccount; refused by the store when somebody else does at the same time. */
export const hold = (
  before: Stored<KycImport> | undefined,
  parts: Pick<KycImport, "id" | "owner" | "attemptId" | "askedUnder">,
  now: number
): { readonly held: Stored<KycImport>; readonly write: Write } => {
  const value: KycImport = { ...parts, state: "ASKING", createdAt: before?.value.createdAt ?? now, updatedAt: now }
  const version = (before?.version ?? 0) + 1
  const write = before === undefined ? insert(KycImports, value) : replace(KycImports, before, value)
  return { held: { value, version }, write }
}

/** Says what became of the token. */
export const settled = (held: Stored<KycImport>, state: "TAKEN" | "OPEN", updatedAt: number): Write =>
  replace(KycImports, held, { ...held.value, state, updatedAt })

/** The attempt that an import becomes; `clientId` is ours at who shares applicants. */
export const importedAttempt = ({ attemptId, id, owner }: KycImport, clientId: string, now: number): KycAttempt =>
  newAttempt({
    id: attemptId,
    owner,
    subAccountId: id,
    level: "FULL",
    taxId: null,
    submitted: {
      kind: "KYC",
      source: "EXTERNAL_IMPORT",
      importLabel: `external-token-${clientId}`,
      expiresAt: null
    }
  }, now)
