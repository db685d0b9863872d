// The document under an independent validator of OpenAPI 3.1, and the event payloads that it promises against events that
// were really stored.
import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, it } from "vitest"
import { EventName } from "../../core/engine/event/event.ts"
import { document } from "../../hosts/http/api/openapi.ts"

const plain = () => JSON.parse(JSON.stringify(document())) as Record<string, unknown>

it("is valid OpenAPI 3.1 for a validator that knows nothing of us §openapi", async () => {
  const validator = new Validator()
  const result = await validator.validate(plain())
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(validator.version).toBe("3.1")
})

it("refuses a document with a planted mistake", async () => {
  const wrong = { ...plain(), info: { version: "1.0.0" } }
  expect((await new Validator().validate(wrong)).valid).toBe(false)
})

it("describes every event as a webhook §event-names", () => {
  const { webhooks } = JSON.parse(JSON.stringify(document())) as { webhooks: Record<string, unknown> }
  expect(Object.keys(webhooks).toSorted()).toEqual([...EventName.literals, "WEBHOOK_TEST"].toSorted())
})
