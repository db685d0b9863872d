// The one import of a user. It is taken hold of before the token is shown to the provider, so that two at once cannot both
// show one; the token itself is never stored. Invariant: one record a subaccount.
import { Schema } from "effect"
import { step } from "../../engine/machine/machine.ts"
import { type Stored, insert, owedIn, recordKind, replace } from "../../engine/store/records.ts"
import type { ChangeSet } from "../../engine/store/store.ts"
import { type KycAttempt, newAttempt } from "./kyc-attempt.ts"
import { type KycImportState, kycImportOwed, kycImportStates } from "./kyc-import.states.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const KycImport = Schema.Struct({
  /** The id of the subaccount. */
  id: Schema.String,
  owner: Schema.String,
  state: Schema.Literals(Object.keys(kycImportStates.states) as ReadonlyArray<KycImportState>),
  /** The attempt that the import became, or becomes when it is taken. */
  attemptId: Schema.String,
  /** The Idempotency-Key of the request that is asking; null for one without. */
  askedUnder: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type KycImport = typeof KycImport.Type

export const KycImports = recordKind({
  kind: "kycImport",
  schema: KycImport,
  personal: noPersonalData("ids"),
  keys: { attempt: (each: KycImport) => each.attemptId },
  owed: owedIn(kycImportOwed, (each: KycImport) => each.state)
})

/** Takes hold of the import of a subaccount; refused by the store when somebody else does at the same time. */
export const hold = (
  before: Stored<KycImport> | undefined,
  parts: Pick<KycImport, "id" | "owner" | "attemptId" | "askedUnder">,
  now: number
): { readonly held: Stored<KycImport>; readonly changes: Pick<ChangeSet, "moves" | "writes"> } => {
  const value: KycImport = { ...parts, state: "ASKING", createdAt: before?.value.createdAt ?? now, updatedAt: now }
  if (before === undefined) {
    return { held: { value, version: 1 }, changes: { writes: [insert(KycImports, value)], moves: [] } }
  }
  // Whoever is held off by the attempt was told so before.
  const taken = step(kycImportStates, before.value.state, "asked", { hasFailed: true })
  if (taken._tag !== "Taken") throw new Error(`the import of ${before.value.id} is ${before.value.state}`)
  const held = { value: { ...value, state: taken.to }, version: before.version + 1 }
  return { held, changes: { writes: [replace(KycImports, before, held.value)], moves: [taken] } }
}

/** Says what became of the token. */
export const settled = (
  held: Stored<KycImport>,
  on: "taken" | "refused",
  updatedAt: number
): Pick<ChangeSet, "moves" | "writes"> => {
  const taken = step(kycImportStates, held.value.state, on, { hasFailed: false })
  if (taken._tag !== "Taken") return { writes: [], moves: [] }
  return { writes: [replace(KycImports, held, { ...held.value, state: taken.to, updatedAt })], moves: [taken] }
}

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
