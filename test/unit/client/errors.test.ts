// The classes of errors against the catalogue and the answers of the transport: none is missing, none is made up.
import { describe, expect, it } from "vitest"
import { catalogue } from "../../../core/base/errors/catalogue.ts"
import { apiError } from "../../../hosts/client/api-errors.ts"
import { errorClasses } from "../../../hosts/client/error-classes.ts"
import { ApiError, RequestError } from "../../../hosts/client/errors.ts"
import * as client from "../../../hosts/client/index.ts"
import { methodNotAllowed, transportAnswers } from "../../../hosts/http/api/request/envelope.ts"

const ofTransport = [...Object.values(transportAnswers), methodNotAllowed(["GET"])].map(({ body }) =>
  (JSON.parse(body) as { readonly errorCode: string }).errorCode
)
const forCustomers = Object.values(catalogue).filter(({ isForOperators }) => isForOperators !== true)
const codes = new Set([...forCustomers.map(({ errorCode }) => errorCode), ...ofTransport])

const refused = (errorCode: string | null) => ({
  message: "for people",
  status: 400,
  errorCode,
  details: [{ field: "value", message: "is wrong" }],
  swapId: "swp_1",
  requestId: "req-1",
  retryAfter: 3,
  asked: { method: "POST", path: "/api/quote", idempotencyKey: "key", attempts: 2, outcomeUnknown: false }
})

it("has a class for every code of the interface and no other §client-errors", () => {
  expect(Object.keys(errorClasses).toSorted()).toEqual([...codes].toSorted())
})

describe.each(Object.entries(errorClasses))("%s", (code, Class) => {
  const error = apiError(refused(code))

  it("has its own class, exported under its name, with all that was answered §client-errors", () => {
    expect(error.constructor).toBe(Class)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(RequestError)
    const words = code.toLowerCase().split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    expect(error.name).toBe(`${words.join("")}Error`)
    expect(Class.name).toBe(error.name)
    expect(client).toHaveProperty(error.name, Class)
    const { asked, ...answered } = refused(code)
    expect(error).toMatchObject({ ...answered, ...asked })
  })
})

it("takes a code that it does not know, and none, as they are §client-errors", () => {
  for (const code of ["FROM_A_NEWER_SERVICE", "toString", null]) {
    const error = apiError(refused(code))
    expect(error.constructor).toBe(ApiError)
    expect(error.errorCode).toBe(code)
  }
})
