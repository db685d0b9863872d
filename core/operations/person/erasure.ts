// An erasure that an operator ordered: whose, and how far it is. What no law keeps goes with the order; the rest on a date. The
// record names no one: it is found by a keyed digest, and holds what tells the person apart sealed, until the end.
import { Schema } from "effect"
import { derivedId } from "../../base/ids/ids.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { owed, recordKind } from "../../engine/store/records.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import type { PersonRequest } from "./find-person.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

export const Erasure = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountIds: Schema.Array(Schema.String),
  /** Tax numbers and PIX keys of the person, sealed; null once all is erased. */
  sealed: Schema.NullOr(Schema.String),
  /** When what no law keeps was erased. */
  clearedAt: Schema.NullOr(Schema.Int),
  /** From when the rest may be erased. */
  dueAt: Schema.Int,
  /** When the rest was erased. */
  erasedAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Erasure = typeof Erasure.Type

export const Erasures = recordKind({
  kind: "erasure",
  schema: Erasure,
  personal: noPersonalData(
    "what was ordered, of whom by a keyed digest; the tax number is sealed, and forgotten at the end"
  ),
  lists: { sealedBy: ({ sealed }: Erasure) => sealedBy(sealed) },
  owed: owed<Erasure>({
    task: "advance-erasure",
    id: ({ id }) => `erase/${id}`,
    dueAt: ({ createdAt }) => createdAt,
    when: ({ erasedAt }) => erasedAt === null
  })
})

/** Where that is sealed. */
export const personPlace = (erasureId: string): string => `erasure/${erasureId}/person`

const Sealed = Schema.fromJsonString(
  Schema.Struct({ taxIds: Schema.Array(Schema.String), pixKeys: Schema.Array(Schema.String) })
)
export const sealedText = Schema.encodeSync(Sealed)
export const sealedPerson = Schema.decodeSync(Sealed)

/** What the digest of a person is made of. */
export const personText = ({ accountId, subAccountId, taxId }: PersonRequest): string =>
  `${accountId}/${subAccountId === undefined ? `tax id/${taxId}` : `subaccount/${subAccountId}`}`

/** The id of the erasure of a person, from the digest of his text: the same however often it is ordered. */
export const erasureId = (owner: string, digest: string) => derivedId("ers", `erasure/${digest}`, owner)

/** That an export was made: what the action of the operator is about. */
const PersonExport = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountIds: Schema.Array(Schema.String),
  createdAt: Schema.Int
})
export const PersonExports = recordKind({
  kind: "personExport",
  schema: PersonExport,
  personal: noPersonalData("that an export was made, and by which request")
})

/** What an operator sees of it. */
export const erasureView = (erasure: Erasure) => ({
  erasureId: erasure.id,
  accountId: erasure.owner,
  subAccountIds: erasure.subAccountIds,
  orderedAt: isoInstant(erasure.createdAt),
  clearedAt: isoInstantOrNull(erasure.clearedAt),
  dueAt: isoInstant(erasure.dueAt),
  erasedAt: isoInstantOrNull(erasure.erasedAt)
})
