// What the service says of the fields of the dashboard's own forms has words in Portuguese: the sentences come from the
// schemas and rules themselves, so that one that is said in another way fails here.
import { Cause, Effect, Exit, type Schema } from "effect"
import { describe, expect, it } from "vitest"
import { secretsOfTests } from "../../../support/secrets.ts"
import { instantIn } from "../../../../core/base/errors/instant-field.ts"
import type { ValidationFailed } from "../../../../core/base/errors/errors.ts"
import { lightningAddressOf } from "../../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import { placeOf } from "../../../../core/engine/store/cursor.ts"
import { reader } from "../../../../core/base/text/text.ts"
import { en } from "../../../../hosts/dashboard/src/i18n/en.ts"
import { pt } from "../../../../hosts/dashboard/src/i18n/pt.ts"
import { createAccount, updateAccount } from "../../../../hosts/http/api/definition/admin-account.ts"
import { refundInvoice } from "../../../../hosts/http/api/definition/admin-refunds.ts"
import { registerWebhook } from "../../../../hosts/http/api/definition/admin-webhook.ts"
import { listDeposits } from "../../../../hosts/http/api/definition/dashboard.ts"
import { disputeDeposit, payDeposit, returnDeposit } from "../../../../hosts/http/api/definition/sandbox.ts"

const secrets = secretsOfTests()

const saidBy = (reading: Effect.Effect<unknown, ValidationFailed>): ReadonlyArray<string> => {
  const exit = Effect.runSyncExit(reading)
  if (Exit.isSuccess(exit)) return []
  const failure = Cause.squash(exit.cause) as ValidationFailed
  return failure.details.map(({ message }) => message)
}

type Form = Schema.Codec<unknown, unknown>

const bodyOf = (endpoint: {
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
}): Form => [...endpoint.payload.values()][0]?.schemas[0] as unknown as Form

const long = "x".repeat(600)

const forms: ReadonlyArray<
  readonly [form: string, schema: Form, inputs: ReadonlyArray<unknown>]
> = [
  ["a new account", bodyOf(createAccount), [{}, { name: "" }, { name: long }, { name: "a\u0001" }]],
  ["an account", bodyOf(updateAccount), [
    { name: "", email: "x", perTxLimitBrl: "lots", chargeLifetimeMinutes: 0 },
    { email: "no one at home" },
    { chargeLifetimeMinutes: "a day" },
    { chargeLifetimeMinutes: 1.5 },
    { requestRate: { perSecond: 0, burst: "" } },
    { fees: { payout: { fixedCents: -1, basisPoints: 10_001 } } },
    { fees: { payout: { fixedCents: "much", basisPoints: 0.5 } } },
    { duplicatePolicy: "sometimes" },
    { allowedRecipients: { pixKeys: ["?"], addresses: ["?"] }, walletKeysPerHour: 0 },
    { allowedRecipients: { pixKeys: Array.from({ length: 101 }, (_, at) => `u${at}@example.com`) } },
    { flags: { NEW: true } }
  ]],
  ["a webhook", bodyOf(registerWebhook), [
    {},
    { url: "ftp://example.com" },
    { url: "https://example.com", events: [] },
    { url: "https://example.com", events: ["NEW"] },
    { url: "https://example.com", headers: { Host: "x" } },
    { url: "https://example.com", headers: { "X-Name": "ção" } },
    { url: "https://example.com", headers: { "no name": "x" } }
  ]],
  ["a payer", bodyOf(payDeposit), [{ payer: { name: long, taxId: "" } }]],
  ["a return", bodyOf(returnDeposit), [{ value: 0 }, { value: 1.5 }, { value: "all" }]],
  ["a contest", bodyOf(disputeDeposit), [{ status: "CREATED", reason: long }]],
  ["a refund", bodyOf(refundInvoice), [{ preview: "p", refundAddress: long }]],
  ["filters", listDeposits.query as unknown as Form, [{
    accountId: long,
    subAccountId: long,
    status: long,
    from: long
  }]]
]

describe("what is wrong with a field", () => {
  it.each(forms)("is said in Portuguese: %s §dashboard-said", (_form, schema, inputs) => {
    for (const input of inputs) {
      const said = saidBy(reader(schema, "error")(input))
      expect(said).not.toEqual([])
      for (const message of said) {
        const words = pt.said.detail(message)
        expect(words).not.toBe(message)
        expect(words).not.toMatch(/\$\d|Expected|\bcharacters\b|\bbetween\b/)
        expect(en.said.detail(message)).toBe(message)
      }
    }
  })

  it("is said in Portuguese where a rule says it: refund addresses, dates, pages §dashboard-said", () => {
    const addresses = [
      "",
      "nobody",
      "ana@no domain",
      "Ana@example.com",
      "aña@example.com",
      `ana@${long}.com`,
      "ana@example..com"
    ]
    const said = [
      ...addresses.flatMap((address) => saidBy(lightningAddressOf(address))),
      ...saidBy(instantIn("from", "yesterday")),
      ...saidBy(Effect.provide(placeOf("events", "?"), secrets))
    ]
    expect(said).toHaveLength(addresses.length + 2)
    expect(said.filter((message) => pt.said.detail(message) === message)).toEqual([])
  })

  it("keeps its figures", () => {
    expect(pt.said.detail("Expected a value between 1 and 10080")).toBe("precisa ser de 1 a 10080")
    expect(pt.said.detail("there are more than 1000 subaccounts: name one of them")).toBe(
      "há mais de 1000 subcontas: informe uma delas"
    )
  })

  it("is left as it came where it is new", () => {
    expect(pt.said.detail("is odd")).toBe("is odd")
  })
})
