// Any bank of the central bank's PIX interface: receives and returns PIX. The interface has no payments.
import { Effect } from "effect"
import { bankRows, bankSettings, proofProblems } from "./bank-rows.ts"
import { provider } from "./definition.ts"

export const bcb = provider({
  name: "bcb",
  title: "A bank of the central bank's PIX interface",
  roles: ["PIX"],
  variables: {
    URL: { kind: "url", about: "where the bank's interface is, with the path of its version, such as `/api/v2`" },
    TOKEN_URL: { kind: "url", about: "where the bank gives out tokens (OAuth 2.0 client credentials)" },
    TOKEN_BODY: {
      kind: "oneOf",
      values: ["form", "json"],
      fallback: "form",
      about: "how it takes the request of a token"
    },
    SCOPE: {
      kind: "text",
      fallback: "cob.write cob.read pix.write pix.read",
      about: "the scopes to ask for, with spaces between them"
    },
    MERCHANT_NAME: {
      kind: "text",
      pattern: /^.{1,25}$/u,
      shape: "1 to 25 characters",
      about: "our name in codes of charges, where the bank gives no code"
    },
    MERCHANT_CITY: {
      kind: "text",
      pattern: /^.{1,15}$/u,
      shape: "1 to 15 characters",
      about: "our city in codes of charges, where the bank gives no code"
    },
    ...bankRows
  },
  adapters: (given) =>
    Effect.gen(function*() {
      const problems = proofProblems("bcb", given)
      if (problems.length > 0) return yield* Effect.fail(problems)
      const adapter = yield* Effect.promise(() => import("../../../../adapters/bcb/index.ts"))
      return adapter.bcb({
        baseUrl: given.URL,
        tokenUrl: given.TOKEN_URL,
        tokenBody: given.TOKEN_BODY,
        scope: given.SCOPE,
        merchant: { name: given.MERCHANT_NAME, city: given.MERCHANT_CITY },
        ...bankSettings(given)
      })
    })
})
