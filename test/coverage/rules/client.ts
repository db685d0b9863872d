// The client: what it sends, tries again, reads and fails with; wallets that it unlocks and webhooks that it verifies.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "client-endpoints",
    text: "the client has every endpoint of the interface, with its method, path, parameters and body",
    source: "spec Endpoints; 0126"
  },
  { id: "client-types", text: "its requests and answers have the types of the interface", source: "0126" },
  { id: "client-pairs", text: "a pair of asset and network that would be refused does not compile", source: "0126" },
  { id: "client-hover", text: "editors show the documentation of every method and field", source: "0126" },
  { id: "client-bundle", text: "its bundle for browsers holds no code of the service, and is small", source: "0126" },
  { id: "client-exact", text: "integers beyond 2^53 are read exactly", source: "C36" },
  { id: "client-key", text: "every POST that changes something goes out under an Idempotency-Key", source: "C1; 0127" },
  {
    id: "client-same-bytes",
    text: "a try after the first has the same key and the same bytes; a payment is made once",
    source: "C1; 0127"
  },
  {
    id: "client-retries",
    text: "only silence, time-outs, 429, 502, 503 and 504 are tried again",
    source: "0127"
  },
  {
    id: "client-pause",
    text: "pauses double up to 8 s, have a random length, and are never shorter than Retry-After",
    source: "C16; 0127"
  },
  { id: "client-timeout", text: "a try that takes too long is ended", source: "0127" },
  { id: "client-cancel", text: "the caller's signal ends a call while it is sent, read or waited for", source: "0127" },
  {
    id: "client-outcome",
    text: "an error says whether what was asked may have happened all the same",
    source: "C10; 0127"
  },
  {
    id: "client-simulated",
    text: "on a platform of one's own it takes time, chance and keys from there alone",
    source: "0127"
  },
  { id: "client-cursors", text: "lists go on over their pages by themselves", source: "C25; C27" },
  {
    id: "client-errors",
    text: "each errorCode has a class, with status, details, request id and wait",
    source: "spec Errors"
  },
  { id: "client-upload", text: "a document is uploaded once, without the API key", source: "spec Endpoints, KYC" },
  {
    id: "client-unlock",
    text: "PIN and keys give the symmetric key of the wallet, as the published vectors have it",
    source: "spec Authentication 5; 0128"
  },
  { id: "client-wrong-pin", text: "a wrong PIN is found before anything is sent", source: "0128" },
  { id: "client-wipe", text: "keys are wiped once they were used", source: "0128" },
  {
    id: "client-worker",
    text: "in browsers the key is derived off the main thread, under a policy without inline scripts and eval",
    source: "0128"
  },
  {
    id: "client-browser-payout",
    text: "a page pays with a PIN through the backend that has the API key",
    source: "0129"
  },
  {
    id: "client-verify",
    text: "a delivery is believed only with a signature over its raw body",
    source: "spec Events, Verification"
  },
  { id: "client-verify-window", text: "a timestamp more than 300 s from now is refused", source: "spec Limits" },
  { id: "client-verify-rotation", text: "while a secret is rotated, either is taken", source: "0087" },
  { id: "client-test-events", text: "every event can be made, signed, for tests of receivers", source: "spec Events" }
]
