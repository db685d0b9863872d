// Documents at Avenia: registered under an account, their sides put at addresses that it gives, and used once it has them.
import { Effect, Option, Schema } from "effect"
import { Agent as PlainAgent } from "node:http"
import { Agent } from "node:https"
import { type DocumentSide, type KycDocument, KycDocuments } from "../../core/customers/kyc/document.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { type Refused, type Unknown, refused, unknown } from "../../core/ports/outcome.ts"
import { get } from "../../core/engine/store/records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { type HttpClient, baseUrlProblem } from "../http-client/client.ts"
import { exchange } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { maybe, paths, reading, unanswered, unclear } from "./api.ts"
import { AveniaSessions } from "./people.ts"

const Registered = Schema.Struct({
  id: Schema.NonEmptyString,
  uploadURLFront: maybe(Schema.String),
  uploadURLBack: maybe(Schema.String),
  livenessUrl: maybe(Schema.String)
})
const One = Schema.Struct({ document: Schema.Struct({ id: Schema.NonEmptyString, ready: Schema.Boolean }) })

const agents = { "https:": new Agent({ minVersion: "TLSv1.2" }), "http:": new PlainAgent() }

/** Registers a document of an account. */
export const registerDocument = (
  client: HttpClient,
  account: string,
  json: { readonly documentType: string; readonly isDoubleSided?: boolean }
) =>
  Effect.gen(function*() {
    const answer = yield* Effect.mapError(
      client.call({
        route: "POST /v2/documents",
        method: "POST",
        path: paths.documents,
        query: { subAccountId: account },
        json
      }),
      unanswered
    )
    const registered = answer.status === 200 || answer.status === 201 ? jsonAs(answer, Registered) : undefined
    return registered ?? (yield* Effect.fail(unclear(answer)))
  })

/** Whether Avenia has all of a document. */
export const isReadyThere = (client: HttpClient, account: string, documentId: string) =>
  reading(
    client,
    {
      route: "GET /v2/documents/{id}",
      path: `${paths.documents}/${encodeURIComponent(documentId)}`,
      query: { subAccountId: account }
    },
    One
  ).pipe(Effect.map(({ document }) => document.id === documentId && document.ready))

// The address is the proof: none of our credentials goes there.
const put = (address: string | null | undefined, bytes: Uint8Array, type: string, timeoutMs: number) =>
  Effect.gen(function*() {
    const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || baseUrlProblem(url.origin) !== undefined) {
      return yield* Effect.fail(unknown("incomplete", "upload address"))
    }
    const answer = yield* Effect.mapError(
      exchange({
        method: "PUT",
        url,
        headers: { "content-type": type, "if-none-match": "*" },
        body: bytes,
        agent: url.protocol === "https:" ? agents["https:"] : agents["http:"],
        timeoutMs,
        mostBytes: 65_536
      }),
      unanswered
    )
    if (answer.status < 200 || answer.status > 299) return yield* Effect.fail(unclear(answer))
  })

const gone = refused("documentGone")

const fileOf = ({ fileId, fileType }: DocumentSide) =>
  Effect.gen(function*() {
    if (fileId === null || fileType === null) return yield* Effect.fail(gone)
    const kept = yield* DocumentStore.use((store) => store.get(fileId))
    return {
      bytes: yield* Option.match(kept, { onNone: () => Effect.fail(gone), onSome: Effect.succeed }),
      type: fileType
    }
  })

/** Avenia's id of a document of ours: of a liveness session the one that it captured, else one that is put there now. */
export const documentThere = (
  client: HttpClient,
  account: string,
  documentId: string,
  timeoutMs: number
): Effect.Effect<string, Refused | Unknown, Store | DocumentStore> =>
  Effect.gen(function*() {
    const found: KycDocument | undefined = Option.getOrUndefined(yield* get(KycDocuments, documentId))?.value
    if (found === undefined) return yield* Effect.fail(gone)
    if (found.sessionId !== null) {
      const session = Option.getOrUndefined(yield* get(AveniaSessions, found.sessionId))?.value
      if (session?.account !== account) return yield* Effect.fail(refused("failed", "the selfie is of another account"))
      return session.documentId
    }
    const front = yield* fileOf(found.front)
    const back = found.back === null ? undefined : yield* fileOf(found.back)
    const made = yield* registerDocument(client, account, {
      documentType: found.documentType,
      isDoubleSided: back !== undefined
    })
    yield* put(made.uploadURLFront, front.bytes, front.type, timeoutMs)
    if (back !== undefined) yield* put(made.uploadURLBack, back.bytes, back.type, timeoutMs)
    return made.id
  }).pipe(
    Effect.mapError((why) => why._tag === "Refused" || why._tag === "Unknown" ? why : unknown("notKept", "documents"))
  )
