// The catalogue of public errors: every refusal has one row, with the code of the interface, words for people and nothing
// that should stay inside (C14).
import { describe, expect, it } from "vitest"
import { catalogue, detailsOf, rowOf } from "../../../core/errors/catalogue.ts"
import {
  BelowMinimum,
  EnvironmentUnknown,
  FeatureNotEnabled,
  IdempotencyConflict,
  KycNotApproved,
  NotFound,
  OutcomeUnknown,
  RateLimited,
  type Refusal,
  ThirdPartyNotEnabled,
  Unauthorized,
  UnsupportedPair,
  UpstreamUnavailable,
  ValidationFailed,
  invalidField
} from "../../../core/errors/errors.ts"

/** One of every refusal, in the order of precedence, with its code and kind. */
const refusals: ReadonlyArray<readonly [Refusal, string, string]> = [
  [new EnvironmentUnknown({ host: "x.example" }), "ENVIRONMENT_UNKNOWN", "misdirected"],
  [new Unauthorized({ problem: "missing" }), "UNAUTHORIZED", "unauthenticated"],
  [invalidField("value", "too small"), "VALIDATION_FAILED", "invalid"],
  [new UnsupportedPair({ asset: "USDT", network: "base" }), "UNSUPPORTED_PAIR", "invalid"],
  [new IdempotencyConflict({ field: "externalId" }), "IDEMPOTENCY_CONFLICT", "conflict"],
  [new NotFound({ resource: "Subaccount" }), "NOT_FOUND", "notFound"],
  [new FeatureNotEnabled({ flag: "SWAP" }), "FEATURE_NOT_ENABLED", "forbidden"],
  [new KycNotApproved({ subAccountId: "sub_1" }), "KYC_REQUIRED", "forbidden"],
  [new ThirdPartyNotEnabled({ subAccountId: "sub_1" }), "THIRD_PARTY_NOT_ENABLED", "forbidden"],
  [new BelowMinimum({ field: "value" }), "BELOW_MINIMUM", "invalid"],
  [new RateLimited({ retryAfterSeconds: 3 }), "RATE_LIMITED", "tooMany"],
  [
    new UpstreamUnavailable({ upstream: "The PIX provider", retryAfterSeconds: 5 }),
    "UPSTREAM_UNAVAILABLE",
    "unavailable"
  ],
  [new OutcomeUnknown({ retryAfterSeconds: 5 }), "UPSTREAM_UNAVAILABLE", "unavailable"]
]

describe("the catalogue", () => {
  it("has one row for every refusal, in the order in which they answer", () => {
    expect(refusals.map(([refusal]) => refusal._tag)).toEqual(Object.keys(catalogue))
  })

  it.each(refusals.map(([refusal, errorCode, kind]) => [refusal._tag, errorCode, kind, refusal] as const))(
    "%s is %s, %s",
    (_, errorCode, kind, refusal) => {
      const row = rowOf(refusal)
      expect(row).toMatchObject({ errorCode, kind })
      expect(row.message(refusal)).toMatch(/^[A-Za-z].{9,}/)
      expect(row.about).toMatch(/\.$/)
    }
  )

  it("tells the same of a missing and of a foreign thing", () => {
    expect(rowOf(new NotFound({ resource: "Deposit" })).message(new NotFound({ resource: "Deposit" })))
      .toBe("Deposit not found")
  })

  it.each(["missing", "malformed", "unknown", "typo", "wrongEnvironment", "proof"] as const)(
    "tells what is wrong with a key: %s",
    (problem) => {
      const error = new Unauthorized({ problem })
      expect(rowOf(error).message(error)).toMatch(/key/i)
    }
  )
})

describe("details", () => {
  it("of a validation name every field, and the message names them too", () => {
    const error = new ValidationFailed({
      details: [{ field: "value", message: "missing" }, { field: "address", message: "wrong" }]
    })
    expect(detailsOf(error)).toEqual(error.details)
    expect(rowOf(error).message(error)).toBe("Validation failed: value, address")
  })

  it("of a body that cannot be read give its message", () => {
    const error = invalidField("", "not JSON")
    expect(rowOf(error).message(error)).toBe("Validation failed: not JSON")
  })

  it.each(
    [
      [new UnsupportedPair({ asset: "USDT", network: "base" }), "network", "USDT is not delivered on base"],
      [new BelowMinimum({ field: "value" }), "value", "The value is too small: nothing would be left after the fee"],
      [
        new IdempotencyConflict({ field: "externalId" }),
        "externalId",
        "externalId was already used for another request"
      ]
    ] as const
  )("of %s name the field that is to blame", (error, field, message) => {
    expect(detailsOf(error)).toEqual([{ field, message }])
  })

  it("of the others are none", () => {
    const named = new Set(["ValidationFailed", "UnsupportedPair", "BelowMinimum", "IdempotencyConflict"])
    const others = refusals.map(([refusal]) => refusal).filter(({ _tag }) => !named.has(_tag))
    expect(others.flatMap(detailsOf)).toEqual([])
  })
})
