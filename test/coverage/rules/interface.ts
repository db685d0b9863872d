// What holds for the whole interface: conventions, environments, keys, errors, repetition, transport, deliveries and the
// process that serves them.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "json",
    text: "requests and answers are JSON, and answers carry success",
    source: "spec General conventions 1"
  },
  { id: "amounts", text: "value is integer cents, valueInBrl decimal text", source: "spec General conventions 2" },
  { id: "envelope", text: "a refusal is {success false, error, errorCode, details?}", source: "spec Common envelope" },
  {
    id: "envelope-details",
    text: "a validation failure names every wrong field once in details",
    source: "spec Common envelope"
  },
  { id: "error-catalogue", text: "each refusal has one row with its code, status and words", source: "C14" },
  { id: "spec-endpoints", text: "every listed endpoint is there", source: "spec Endpoints" },
  { id: "spec-error-codes", text: "every listed error code is there", source: "spec Error codes" },
  {
    id: "error-words",
    text: "refusals that the specification words have its words",
    source: "spec Errors, text cases"
  },
  { id: "internal-error", text: "a fault of ours is 500 INTERNAL without detail", source: "C14" },
  {
    id: "foreign-is-missing",
    text: "a foreign id answers like a missing one, byte for byte",
    source: "spec Status codes"
  },
  {
    id: "foreign-ids",
    text: "every operation that takes an id answers to another's as to a missing one",
    source: "spec Status codes"
  },
  {
    id: "trusted-proxies",
    text: "the client's address is read from X-Forwarded-For as far as trusted proxies wrote it",
    source: "0192"
  },
  { id: "gate-order", text: "401 first, then the order of the catalogue; a refusal leaves nothing", source: "C13" },
  { id: "success-status", text: "a success that the tables give no status is 200", source: "C43" },
  { id: "text-length", text: "lengths count Unicode code points", source: "C43" },
  { id: "big-integers", text: "integers beyond 2^53 are exact on the wire", source: "C36" },
  { id: "exact-money", text: "amounts are exact integers of the asset's smallest unit", source: "C37" },
  { id: "rounding", text: "fees half up, what a customer pays up, what he receives down", source: "C5" },
  { id: "fee-table", text: "the table of fees, overridable for each account", source: "C6" },
  { id: "pegs", text: "BRLA, BRS and DEPIX are one to one with the real", source: "spec Wallet payout, Pegs" },
  { id: "pix-key-types", text: "PHONE, CPF, EMAIL, RANDOM and CNPJ", source: "spec Enumerations" },
  { id: "cnpj-letters", text: "the alphanumeric CNPJ is valid wherever a CNPJ is", source: "C33" },
  {
    id: "end-to-end-case",
    text: "end-to-end ids compare without regard to case",
    source: "spec PAYOUT_SUCCESSFUL, Receipt"
  },
  {
    id: "sandbox-same-paths",
    text: "the sandbox has the same paths and handlers on data of its own",
    source: "spec Sandbox rules 1"
  },
  {
    id: "sandbox-agreement",
    text: "host, key prefix and data plane of the key all agree, else 401",
    source: "spec Sandbox rules 2"
  },
  {
    id: "sandbox-old-keys",
    text: "a key that the plane does not hold is 401 as invalid or of another environment",
    source: "spec Sandbox rules 3; spec Authentication 3"
  },
  { id: "sandbox-mirrored", text: "every mirrored endpoint answers in the sandbox", source: "spec Sandbox rules 4" },
  {
    id: "sandbox-settle",
    text: "a sandbox charge is settled by posting a ticket to the provider webhook",
    source: "spec Sandbox rules 10"
  },
  {
    id: "sandbox-funds",
    text: "a sandbox wallet has 10,000 of each test token, and again when a debit confirms; more fails",
    source: "spec Sandbox rules 9"
  },
  { id: "sandbox-tokens", text: "BRLA settles in BRLH, USDC and USDT in USDH", source: "spec Sandbox rules 9" },
  { id: "sandbox-quotes", text: "sandbox quotes come from the sandbox's own table", source: "spec Sandbox rules 13" },
  { id: "production-unconfigured", text: "production without a provider is 503 and keeps nothing", source: "C14" },
  { id: "port-table", text: "each port is a row, and what /ready says follows from it", source: "0212" },
  { id: "host-unknown", text: "a Host that names neither environment is 421", source: "C35" },
  {
    id: "auth-bearer",
    text: "every request carries Authorization: Bearer, however the scheme is written",
    source: "spec Authentication 1"
  },
  { id: "auth-prefix", text: "live and test keys have their own prefix", source: "spec Authentication 1" },
  { id: "auth-environment", text: "a key works in its own environment alone", source: "spec Authentication 2" },
  { id: "auth-checksum", text: "a mistyped key is reported by its checksum", source: "README Configuration" },
  { id: "auth-digest", text: "keys are stored as a keyed digest alone", source: "README Configuration" },
  { id: "auth-revoked", text: "a revoked key is forgotten within a second", source: "0087" },
  { id: "auth-third-party", text: "the gate reads the declared taxId alone", source: "spec Authentication 7" },
  {
    id: "provider-two-proofs",
    text: "the provider webhook takes a signature or a sandbox key, and neither is 401",
    source: "spec Authentication 4"
  },
  {
    id: "provider-signature",
    text: "HMAC-SHA256 of timestamp, dot and raw bytes; a wrong one is 401 beside a good key too",
    source: "README Sandbox"
  },
  { id: "provider-tolerance", text: "a timestamp is good for 300 s in both directions", source: "README Sandbox" },
  {
    id: "provider-key-reach",
    text: "a key settles its own charges and reaches nothing else",
    source: "spec Endpoints, provider webhook"
  },
  {
    id: "provider-production",
    text: "in production neither the sandbox's signature nor a live key is a proof",
    source: "spec Sandbox rules 2"
  },
  {
    id: "provider-event-id",
    text: "an event is acted on once under its id, and reuse for another is raised",
    source: "README Sandbox"
  },
  {
    id: "provider-many-facts",
    text: "one message may report many facts: each is applied once, and 200 says that all are applied or kept",
    source: "C54"
  },
  {
    id: "pix-without-charge",
    text: "a PIX that belongs to no charge is a review with its amount, payer and end-to-end id",
    source: "C70; 0262"
  },
  {
    id: "provider-trace",
    text:
      "every fact of an accepted message leaves a trace with what became of it, one for an event however often it arrives",
    source: "0172"
  },
  { id: "provider-return-refused", text: "a refused return is in the operator's review queue", source: "0172" },
  {
    id: "provider-named",
    text: "each configured provider has a webhook by its name, and another name is a missing path",
    source: "C54"
  },
  {
    id: "provider-certificate",
    text: "an inbox sees the client certificate of a connection, and whether the server trusts it",
    source: "0172"
  },
  { id: "provider-fields", text: "unknown fields of the provider are ignored", source: "C15" },
  { id: "provider-input", text: "wrong events are named by their field, and never break the service", source: "C15" },
  {
    id: "idempotency-replay",
    text: "the same key and request give the first answer byte for byte, marked as replayed",
    source: "C1"
  },
  { id: "idempotency-conflict", text: "the same key for another request is 409, without effect", source: "C1" },
  { id: "idempotency-twins", text: "twins at once have one effect and one answer", source: "C1" },
  { id: "idempotency-scope", text: "a key is of its owner and route", source: "C1" },
  { id: "idempotency-refusals", text: "refusals before any effect are not kept", source: "C1" },
  { id: "idempotency-kept", text: "answers outlive the process", source: "C1" },
  { id: "idempotency-form", text: "1 to 255 printable ASCII characters", source: "C1" },
  { id: "idempotency-offered", text: "every POST under /api takes the header, and nothing else does", source: "C1" },
  { id: "body-size", text: "64 KiB of body, then 413, streamed or not", source: "C15" },
  { id: "body-depth", text: "32 levels of JSON, then 400", source: "C15" },
  { id: "body-type", text: "a content type other than JSON is 415", source: "C15" },
  { id: "body-json", text: "malformed JSON is 400", source: "C15" },
  { id: "body-unknown-fields", text: "an unknown field is 400 by its name", source: "C15" },
  { id: "query-unknown", text: "an unknown query parameter of an act is 400 by its name", source: "0011" },
  { id: "methods", text: "another method is 405 and names those that are taken", source: "C15" },
  { id: "retry-after", text: "429 and 503 carry Retry-After in whole seconds", source: "C16" },
  { id: "request-id", text: "X-Request-Id is on every answer, echoed when given", source: "our addition" },
  { id: "not-cached", text: "answers are kept out of caches", source: "our addition" },
  {
    id: "unknown-outcome",
    text: "what moves money and is not known is looked up by our id, never repeated, never failed",
    source: "C10"
  },
  { id: "delivery-body", text: "a delivery is POST of {event, data}", source: "spec Events" },
  {
    id: "delivery-signature",
    text: "X-Service-Signature is the hex HMAC-SHA256 of timestamp, dot and raw body",
    source: "spec Events"
  },
  {
    id: "delivery-timestamp",
    text: "X-Service-Timestamp is Unix seconds of the attempt; 5 minutes are tolerated",
    source: "spec Events"
  },
  {
    id: "delivery-verification",
    text: "any other byte, second or secret fails the signature",
    source: "spec Events, Verification"
  },
  {
    id: "delivery-headers",
    text: "the webhook's own headers are sent and replace none of ours",
    source: "spec Events"
  },
  {
    id: "delivery-event-id",
    text: "X-Service-Event-Id and body are kept over retries, timestamp and signature are of the try",
    source: "C22"
  },
  { id: "delivery-2xx", text: "any 2xx is a success, anything else a failure in the log", source: "spec Delivery" },
  {
    id: "delivery-persisted",
    text: "deposit failures and refunds are tried every minute for three days",
    source: "spec Delivery; C23"
  },
  { id: "delivery-once", text: "other events are tried once", source: "spec Delivery; C23" },
  { id: "delivery-retry-opt-in", text: "with retry they follow the schedule of seven pauses", source: "C23" },
  {
    id: "delivery-all-endpoints",
    text: "every endpoint that wants it gets it, and none delays another",
    source: "spec Delivery"
  },
  { id: "delivery-own-events", text: "no one is notified of another's events", source: "spec Delivery" },
  {
    id: "delivery-private",
    text: "private addresses are not reached unless that is allowed",
    source: "spec Registration"
  },
  { id: "event-names", text: "the names of events are those of the interface and no others", source: "spec Events" },
  {
    id: "openapi",
    text: "/openapi.json is OpenAPI 3.1.0, version 1.0.0, and describes what is served",
    source: "spec Versioning"
  },
  { id: "paths-without-version", text: "paths begin with /api and have no version", source: "spec Versioning" },
  {
    id: "docs-page",
    text: "/docs/api shows every operation and reaches no other host",
    source: "README Configuration"
  },
  {
    id: "health-ready",
    text: "/health, /ready with each adapter's state, and /metrics",
    source: "README Configuration"
  },
  { id: "ready-bounded", text: "however many ask /ready, the stores are asked once a second", source: "0153" },
  {
    id: "metrics-access",
    text: "where others reach the service, /metrics is there for its token alone",
    source: "0188"
  },
  {
    id: "strict-transport",
    text: "an environment whose public address is https says so on every answer",
    source: "0188"
  },
  {
    id: "links-known",
    text: "links begin with the public address, or with the asked one where it is loopback or configured",
    source: "0189"
  },
  { id: "host-one", text: "a request that names several hosts is 400", source: "0189" },
  { id: "start", text: "a start needs nothing and prints a key and a curl that works", source: "README Configuration" },
  { id: "restart", text: "key, secrets and promises outlive a stop and a kill", source: "README Configuration" },
  { id: "bad-configuration", text: "exit code 2 and one line for each wrong variable", source: "README Configuration" },
  {
    id: "provider-configuration",
    text: "a provider is chosen by variables, each checked before the start",
    source: "0218"
  },
  {
    id: "provider-calls",
    text: "a call to a provider that ends without an answer says whether it was sent",
    source: "0218"
  },
  {
    id: "provider-secrets",
    text: "secrets and certificates of providers are files, read again when they change",
    source: "0218"
  },
  { id: "providers-seen", text: "probes, operators, metrics and the doctor see how each provider is", source: "0218" },
  {
    id: "secret-strength",
    text: "where others reach the service, a chosen secret that could be guessed ends the start",
    source: "0187"
  },
  {
    id: "database-tls",
    text: "production asks a Postgres server of another machine over verified TLS, or does not start",
    source: "0188"
  },
  { id: "sigterm", text: "SIGTERM finishes what is in flight and ends with 0", source: "README Configuration" },
  {
    id: "bootstrap-kept",
    text: "what the bootstrap file does not say, a rotated secret and a removed webhook stay over a restart",
    source: "0086"
  },
  {
    id: "bootstrap",
    text: "the bootstrap file is applied at every start, idempotent by key",
    source: "README Configuration"
  },
  {
    id: "secrets-kept-out",
    text: "no key, PIN, tax id or body is in a log, no secret in the database",
    source: "README Configuration"
  },
  { id: "refused-slowed", text: "an address with many refused credentials is answered 429", source: "0193" },
  { id: "refused-logged", text: "each refused credential leaves a line and is counted", source: "0193" },
  { id: "refused-bounded", text: "the addresses that are remembered are bounded", source: "0193" },
  {
    id: "requests-in-turn",
    text: "requests begin in the turns of their owners: who sends many at once waits for himself",
    source: "0206"
  }
]
