// Webhooks: registration, rotation, deliveries and sending again (spec "Events", Registration and Delivery).
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "webhook-test",
    text: "a registration sends a signed WEBHOOK_TEST {webhookId, sentAt}",
    source: "spec Registration; C24"
  },
  {
    id: "webhook-saved-on-2xx",
    text: "a webhook is saved only when its test is answered 2xx",
    source: "spec Registration"
  },
  {
    id: "webhook-kyc-subscription",
    text: "a webhook that wants KYC events, or begins to, is not saved when the subscription cannot be activated",
    source: "spec Registration"
  },
  { id: "webhook-public-https", text: "an endpoint is public HTTPS", source: "spec Registration" },
  {
    id: "webhook-loopback",
    text:
      "a sandbox on loopback, alone and not public, also sends to loopback addresses and localhost; nothing else private",
    source: "0163"
  },
  {
    id: "webhook-url-hint",
    text: "a webhook URL that is not allowed names the field and says how to test locally",
    source: "0163"
  },
  {
    id: "webhook-retry-preselected",
    text: "the dashboard and the command line ask for retries by default not to",
    source: "C23"
  },
  {
    id: "webhook-secret-once",
    text: "each webhook has a secret of 64 hex, shown where it is made",
    source: "spec Authentication 9"
  },
  {
    id: "webhook-secret-again",
    text: "the dashboard shows a webhook's secret again, and who saw it is on record",
    source: "spec Authentication 9; 0089"
  },
  { id: "webhook-events", text: "events can be selected, KYC ones included", source: "spec Registration" },
  { id: "webhook-headers", text: "custom headers are sent, none of which is ours", source: "spec Events" },
  { id: "webhook-duplicate", text: "one owner registers an address once", source: "0086" },
  { id: "webhook-update", text: "events, headers and retries change; the address stays", source: "0086" },
  { id: "webhook-remove", text: "a removed webhook gets nothing more and keeps its log", source: "0086" },
  { id: "webhook-rotation", text: "the old secret signs beside the new one for a day", source: "0087" },
  { id: "webhook-delivery-log", text: "deliveries are kept and listed with their tries", source: "C23; 0088" },
  {
    id: "webhook-replay",
    text: "a delivery is sent again by hand: same id and body, newly signed",
    source: "C23; 0088"
  },
  { id: "webhook-replay-event", text: "an event is sent again to all who want it now", source: "C23; 0088" },
  {
    id: "webhook-slow-receivers",
    text: "however many receivers are slow, the others are told meanwhile",
    source: "0120"
  },
  {
    id: "webhook-gone-or-pause",
    text: "410 and 429 with Retry-After are failed tries like any other",
    source: "0121"
  }
]
