// What Sumsub posts: a hint that something became of an applicant. `x-payload-digest` is an HMAC over the raw body; the algorithm
// comes in a header, so the weak one among them is refused whoever asks for it.
import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Redacted, Schema } from "effect"
import { type ValidationFailed, invalidField } from "../../core/base/errors/errors.ts"
import type { FactOf, ProviderFact } from "../../core/ports/provider-fact.ts"
import {
  InboxUnavailable,
  ProofRefused,
  type ProviderInbox,
  type ProviderMessage
} from "../../core/ports/provider-inbox.ts"
import type { ReadSecret } from "../http-client/secret-file.ts"
import { reviewRows } from "./codes.ts"

/** What is taken, and how many hex digits it has. SHA-1 is not. */
const algorithms: Readonly<Record<string, { readonly hash: string; readonly digits: number } | undefined>> = {
  HMAC_SHA256_HEX: { hash: "sha256", digits: 64 },
  HMAC_SHA512_HEX: { hash: "sha512", digits: 128 }
}

/** Messages that a decision may stand behind. */
const deciding: ReadonlyArray<string> = [
  "applicantReviewed",
  "applicantOnHold",
  "applicantReset",
  "applicantWorkflowCompleted"
]

const shortText = Schema.NonEmptyString.check(Schema.isMaxLength(255))

const Message = Schema.Struct({
  type: shortText,
  applicantId: Schema.optionalKey(Schema.NullOr(shortText)),
  externalUserId: Schema.optionalKey(Schema.NullOr(shortText)),
  createdAtMs: Schema.optionalKey(Schema.Union([shortText, Schema.Finite])),
  reviewStatus: Schema.optionalKey(Schema.NullOr(Schema.String)),
  reviewResult: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    reviewAnswer: Schema.optionalKey(Schema.NullOr(Schema.String)),
    rejectLabels: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String)))
  })))
})
type Message = typeof Message.Type

const decodeMessage = Schema.decodeUnknownEffect(Schema.fromJsonString(Message))
const utf8 = new TextDecoder("utf-8", { fatal: true })

const messageOf = (body: Uint8Array): Effect.Effect<Message, ValidationFailed> =>
  Effect.try({ try: () => utf8.decode(body), catch: () => undefined }).pipe(
    Effect.flatMap(decodeMessage),
    Effect.mapError(() => invalidField("body", "is no message of this provider"))
  )

/** What the message says is decided; the applicant is read before it counts. */
const statusOf = ({ reviewResult, reviewStatus }: Message): FactOf<"KycDecided">["status"] => {
  const row = reviewRows.find(({ answer, status }) =>
    status === reviewStatus && (answer === undefined || answer === reviewResult?.reviewAnswer)
  )
  return row?.is === "APPROVED" || row?.is === "REJECTED" ? row.is : "REVIEW"
}

const factOf = (message: Message): ProviderFact => {
  const { applicantId, createdAtMs, externalUserId, reviewResult, type } = message
  const eventId = createdAtMs === undefined || typeof applicantId !== "string"
    ? null
    : `${applicantId}/${type}/${createdAtMs}`
  // Sumsub may examine for others too, and sessions of liveness are applicants that are no attempts.
  return deciding.includes(type) && externalUserId?.startsWith("kyc_") === true
    ? {
      _tag: "KycDecided",
      eventId,
      attemptId: externalUserId,
      status: statusOf(message),
      labels: reviewResult?.rejectLabels ?? []
    }
    : { _tag: "Unsupported", eventId, subscription: type }
}

const notSigned = Effect.fail(new ProofRefused({ proof: "missing", problem: "the message has no digest" }))
const wrong = (problem: string) => Effect.fail(new ProofRefused({ proof: "invalid", problem }))

const prove = (secret: ReadSecret, { body, headers }: ProviderMessage) =>
  Effect.gen(function*() {
    const digest = headers["x-payload-digest"]
    const name = headers["x-payload-digest-alg"]
    if (digest === undefined || name === undefined) return yield* notSigned
    const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
    if (algorithm === undefined) return yield* wrong("the digest is of an algorithm that is not taken")
    const { text } = yield* secret.pipe(
      Effect.mapError(({ path, problem }) => new InboxUnavailable({ reason: `${path}: ${problem}` }))
    )
    const expected = createHmac(algorithm.hash, Redacted.value(text)).update(body).digest()
    const isProven = new RegExp(`^[0-9a-f]{${algorithm.digits}}$`, "i").test(digest) &&
      timingSafeEqual(expected, Buffer.from(digest, "hex"))
    if (!isProven) return yield* wrong("the digest is not that of the body")
  })

export const makeProviderInbox = (secret: ReadSecret): ProviderInbox["Service"] => ({
  read: (message) =>
    Effect.andThen(prove(secret, message), Effect.map(messageOf(message.body), (read) => [factOf(read)]))
})
