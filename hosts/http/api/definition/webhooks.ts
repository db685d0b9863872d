// The webhooks of the interface for its OpenAPI document: each event with its payload and the headers of every delivery.
import { Schema } from "effect"
import { emittedWhen, eventPayloads } from "./events.ts"
import { type Describable, withDescriptions } from "./field-descriptions.ts"

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

const headers = [
  header("X-Service-Signature", "Hex HMAC-SHA256 of `<timestamp>.<raw body>` keyed with the webhook's secret"),
  header("X-Service-Timestamp", "Unix time in seconds when sent; refuse what is more than 300 s from now"),
  header("X-Service-Event-Id", "Stable over retries of one event"),
  {
    ...header("X-Service-Signature-Previous", "While a rotated secret is still valid: the signature with the old one"),
    required: false
  }
]

/** The JSON schema of an event's `data`, every field described. */
export const eventSchemaOf = (name: keyof typeof eventPayloads): Describable =>
  withDescriptions(
    Schema.toJsonSchemaDocument(eventPayloads[name], { onExcessProperty: "error" }).schema,
    name
  )

const webhookOf = (name: keyof typeof eventPayloads) => {
  return {
    post: {
      operationId: `event.${name}`,
      summary: name,
      description: emittedWhen[name],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                event: { type: "string", enum: [name], description: "Name of the event" },
                data: { ...eventSchemaOf(name), description: "What happened" }
              },
              required: ["event", "data"],
              additionalProperties: false
            }
          }
        }
      },
      responses: { "2XX": { description: "The delivery was accepted" } }
    }
  }
}

/** The `webhooks` of the document. */
export const webhooksOfTheDocument = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (Object.keys(eventPayloads) as ReadonlyArray<keyof typeof eventPayloads>).map((name) => [name, webhookOf(name)])
  )
