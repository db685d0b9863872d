// Laws of the error catalogue: whatever data a refusal carries, its words are one line of bounded text, and what may be
// tried again is said by kind.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { catalogue, detailsOf, rowOf } from "../../core/base/errors/catalogue.ts"
import {
  EnvironmentUnknown,
  FeatureNotEnabled,
  IdempotencyConflict,
  KycNotApproved,
  NotFound,
  RateLimited,
  type Refusal,
  ThirdPartyNotEnabled,
  UnsupportedPair,
  UpstreamUnavailable,
  ValidationFailed
} from "../../core/base/errors/errors.ts"

const word = fc.stringMatching(/^[\w.-]{1,20}$/)
const seconds = fc.nat({ max: 100_000 })

const refusal: fc.Arbitrary<Refusal> = fc.oneof(
  word.map((host) => new EnvironmentUnknown({ host })),
  fc.array(fc.record({ field: word, message: word }), { minLength: 1, maxLength: 5 })
    .map((details) => new ValidationFailed({ details })),
  fc.record({ asset: word, network: word }).map((pair) => new UnsupportedPair({ ...pair, pairs: [pair] })),
  word.map((field) => new IdempotencyConflict({ field })),
  fc.constantFrom("Subaccount" as const, "Deposit" as const, "Ticket" as const, "Route" as const)
    .map((resource) => new NotFound({ resource })),
  word.map((flag) => new FeatureNotEnabled({ flag })),
  word.map((subAccountId) => new KycNotApproved({ subAccountId })),
  word.map((subAccountId) => new ThirdPartyNotEnabled({ subAccountId })),
  seconds.map((retryAfterSeconds) => new RateLimited({ retryAfterSeconds })),
  fc.record({ upstream: word, retryAfterSeconds: seconds }).map((parts) => new UpstreamUnavailable(parts))
)

describe("the words of a refusal", () => {
  it("are one line, and the same for equal refusals", () => {
    fc.assert(fc.property(refusal, (error) => {
      const message = rowOf(error).message(error)
      expect(message).toMatch(/^[^\n\r]{5,300}$/)
      expect(rowOf(error).message(error)).toBe(message)
    }))
  })

  it("never name the subaccount that was refused", () => {
    fc.assert(fc.property(fc.stringMatching(/^sub_[0-9a-f]{32}$/), (subAccountId) => {
      for (const error of [new KycNotApproved({ subAccountId }), new ThirdPartyNotEnabled({ subAccountId })]) {
        expect(rowOf(error).message(error)).not.toContain(subAccountId)
      }
    }))
  })

  it("name every field of a validation, once each in the details §envelope-details", () => {
    fc.assert(fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), (fields) => {
      const error = new ValidationFailed({ details: fields.map((field) => ({ field, message: "wrong" })) })
      expect(detailsOf(error).map(({ field }) => field)).toEqual(fields)
      for (const field of fields) expect(rowOf(error).message(error)).toContain(field)
    }))
  })
})

describe("what may be tried again", () => {
  it("agrees with the kind of the refusal", () => {
    const byKind = {
      unauthenticated: ["never"],
      misdirected: ["never"],
      invalid: ["never", "with another key"],
      notFound: ["never"],
      forbidden: ["after approval", "never"],
      conflict: ["with another key", "after the wait", "never"],
      tooMany: ["after the wait", "with the same key"],
      unavailable: ["after the wait", "with the same key"],
      gone: ["never"],
      preconditionFailed: ["never"],
      unsupportedMedia: ["never"],
      notImplemented: ["never"],
      badUpstream: ["after approval"]
    } as const
    for (const { kind, retry } of Object.values(catalogue)) expect(byKind[kind]).toContain(retry)
  })
})
