// What everybody else has to know of a kind of records: each kind says it once, in the `resource.ts` of its folder, and
// `core/resources.ts` lists them all. Every part has to be there; a kind that has nothing to say of one says `none`.
import type { Identified, OwedTask, RecordKind } from "../store/records.ts"
import type { Booked } from "./booked.ts"
import type { Browsable } from "./browsable.ts"
import type { Explanation } from "./explanation.ts"
import type { SealedTexts } from "./sealed-texts.ts"
import type { StatementSource } from "./statement-source.ts"
import type { None } from "./none.ts"

/** The parts of a kind; `M` is what moves value for its records. */
export interface ResourceParts<M> {
  /** What may still happen to a record; `none` where nobody looks for one by its id. */
  readonly explanation: Explanation<M> | None
  /** Its rows in the lists that people look through. */
  readonly browsable: Browsable<M, string> | None
  /** Its rows in the statements of accounts. */
  readonly statement: StatementSource | None
  /** What the books say of an operation that an entry is of. */
  readonly booked: Booked | None
  /** The texts that its records hold sealed. */
  readonly sealed: SealedTexts | None
  /** Whether open pages are told when a record changes. */
  readonly isAnnounced: boolean
  /** Whether its records are the operator's own: an account reads none of them, also where it is theirs. */
  readonly isInner: boolean
}

/** A kind of records with its parts. */
export interface Resource<M> extends ResourceParts<M> {
  readonly kind: string
  /** The jobs that a stored record needs; undefined for kinds that never need one. */
  readonly owed: ((body: string) => ReadonlyArray<OwedTask>) | undefined
}

/** Declares what everybody else has to know of a kind. */
export const resource = <A extends Identified, const P extends ResourceParts<never>>(
  { decode, kind, owed }: RecordKind<A, string, string>,
  parts: P
) => ({
  ...parts,
  kind,
  owed: owed === undefined ? undefined : (body: string) => owed(decode(body))
})
