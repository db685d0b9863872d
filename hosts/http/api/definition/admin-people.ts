// The operator's endpoints for what is kept about a person: exporting it, and ordering that it is erased. Both take a body, so
// that a tax number is in no address and no log.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { PersonRequest } from "../../../../core/operations/person/find-person.ts"
import { OperatorRequired, answer, instant } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { LeastRole } from "./needs.ts"

const subAccountIds = Schema.Array(Schema.String).annotate({ description: "The subaccounts that are the person's" })

const ExportedRecord = Schema.Struct({
  kind: Schema.String,
  id: Schema.String,
  record: Schema.NullOr(Schema.Unknown).annotate({
    description:
      "The whole record where it is of a subaccount of the person, without secrets and what is another's; else null"
  }),
  personal: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "What in it is personal and the person's, by its path"
  })
}).annotate({ identifier: "ExportedRecord" })

const PersonExport = Schema.Struct({
  exportId: Schema.String,
  accountId: Schema.String,
  subAccountIds,
  exportedAt: instant,
  records: Schema.Array(ExportedRecord)
}).annotate({ identifier: "PersonExport" })

const Erasure = Schema.Struct({
  erasureId: Schema.String,
  accountId: Schema.String,
  subAccountIds,
  orderedAt: instant,
  clearedAt: Schema.NullOr(instant).annotate({ description: "When what no law keeps was erased" }),
  dueAt: instant.annotate({ description: "From when the rest is erased" }),
  erasedAt: Schema.NullOr(instant).annotate({ description: "When it was" })
}).annotate({ identifier: "Erasure" })

export const exportPerson = HttpApiEndpoint.post("exportPerson", "/admin/people/export", {
  payload: PersonRequest,
  success: answer(PersonExport),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Export what is kept about a person",
  description:
    "The holder of a subaccount, or whoever has a tax number, as one account knows him. In a fixed order, without secrets and "
    + "without what is somebody else's. That it was made is in the audit log."
}))

export const erasePerson = HttpApiEndpoint.post("erasePerson", "/admin/people/erasure", {
  payload: PersonRequest,
  success: answer(Erasure).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound", "conflict")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Order the erasure of a person",
  description:
    "Closes the person's subaccounts, erases at once what no law keeps and the rest on `dueAt`. 409 with what is open while a "
    + "payment, a dispute, an examination or a wallet is. Ordered again, it is the same erasure."
}))

export const adminPeople = HttpApiGroup.make("adminPeople").add(exportPerson, erasePerson)
  .annotateMerge(OpenApi.annotations({ title: "People" }))
