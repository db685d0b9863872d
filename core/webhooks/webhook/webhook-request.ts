// What an operator may say of an endpoint (spec "Registration"). Its headers are safe names, none of ours and none that
// belong to the connection.
import { Schema } from "effect"
import { EventName } from "../../engine/event/event.ts"
import { limits } from "../../base/limits/limits.ts"

/** A name of a header (RFC 9110 5.1). */
export const headerName = Schema.String.check(Schema.isPattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/))

/** A value of a header: printable ASCII. */
export const headerValue = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{0,1000}$/))

// Ours, and those by which the connection or the body would be read in another way.
const reserved = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const isFree = (name: string): boolean => {
  const lower = name.toLowerCase()
  return !reserved.has(lower) && !lower.startsWith("x-service-") && !lower.startsWith("proxy-")
}

const ownHeaders = Schema.Record(headerName, headerValue).check(
  Schema.makeFilter((headers: Readonly<Record<string, string>>) => {
    const names = Object.keys(headers)
    const lower = new Set(names.map((name) => name.toLowerCase()))
    return names.every(isFree) && lower.size === names.length && names.length <= limits.webhooks.headers
  }, {
    expected: `at most ${limits.webhooks.headers} different headers, none of the service's or the connection's own`
  })
).annotate({ description: "Sent along with each delivery" })

/** Names that can be selected; each once. */
const selection = Schema.NullOr(
  Schema.Array(EventName).check(
    Schema.makeFilter((names: ReadonlyArray<string>) => names.length > 0 && new Set(names).size === names.length, {
      expected: "event names, each once"
    })
  )
).annotate({ description: "The events it wants; null for all, also those to come" })

const retry = Schema.Boolean.annotate({ description: "Whether events that are sent once by default are tried again" })

export const WebhookRequest = Schema.Struct({
  url: Schema.String.check(
    Schema.isPattern(/^https?:\/\/[^\s@#]{1,2000}$/, { expected: "an address without credentials or fragment" })
  ).annotate({ description: "Public HTTPS on port 443" }),
  events: Schema.optionalKey(selection),
  headers: Schema.optionalKey(ownHeaders),
  retry: Schema.optionalKey(retry)
}).annotate({ identifier: "WebhookRequest" })
export type WebhookRequest = typeof WebhookRequest.Type

/** An endpoint keeps its address: another one is registered, and tested, on its own. */
export const WebhookChanges = Schema.Struct({
  events: Schema.optionalKey(selection),
  headers: Schema.optionalKey(ownHeaders),
  retry: Schema.optionalKey(retry)
}).annotate({ identifier: "WebhookChanges" })
export type WebhookChanges = typeof WebhookChanges.Type

/** What an audit row says of a change: values of headers may be credentials, so their names alone. */
export const actionOf = (
  { headers, ...request }: WebhookChanges & { readonly url?: string }
): Readonly<Record<string, unknown>> => ({
  ...request,
  ...(headers === undefined ? {} : { headers: Object.keys(headers) })
})
