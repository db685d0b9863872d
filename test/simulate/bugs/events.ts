// Bugs of events and webhooks, of disputes and of KYC.
import type { Bug } from "../bug.ts"

const only = ["ask-deposit"] as const
const disputes = { only: ["tell-dispute", "contest-nothing"] } as const

const found: ReadonlyArray<Bug> = [
  {
    name: "body-changes-over-tries",
    about: "each try of a delivery sends another body",
    file: "core/webhooks/webhook/deliver-webhook.ts",
    find: "headers, body: event.body }))",
    replace: "headers, body: event.body.replace(\"}\", `,\"sentAt\":${sent.now}}`) }))",
    invariants: ["events-at-least-once", "signature-valid"]
  },
  {
    name: "event-id-changes-over-tries",
    about: "each try of a delivery has an event id of its own",
    file: "core/webhooks/webhook/webhook.ts",
    find: "\"x-service-event-id\": sent.eventId",
    replace: "\"x-service-event-id\": `${sent.eventId}-${timestamp}`",
    invariants: ["events-at-least-once"]
  },
  {
    name: "signature-without-timestamp",
    about: "the signature covers the body alone, so that an old delivery can be played again",
    file: "core/webhooks/webhook/webhook.ts",
    find: "utf8ToBytes(`${timestamp}.${body}`)",
    replace: "utf8ToBytes(body)",
    invariants: ["signature-valid"]
  },
  {
    name: "timestamp-of-the-event",
    about: "a delivery carries the time of its event instead of its own",
    file: "core/webhooks/webhook/deliver-webhook.ts",
    find: "now: yield* worldTimeMillis }",
    replace: "now: event.createdAt }",
    invariants: ["signature-valid"],
    hunt: { profile: "chaos" }
  },
  {
    name: "owed-event-told-once",
    about: "an event that is owed until somebody listens is told once",
    file: "core/webhooks/webhook/retry.ts",
    find: "if (isPersisted(event)) return",
    replace: "if (isPersisted(event) && webhook.retry) return",
    invariants: ["events-at-least-once"],
    hunt: { profile: "chaos" }
  },
  {
    name: "redirect-is-accepted",
    about: "an endpoint that answers with a redirect counts as having listened",
    file: "core/webhooks/webhook/deliver-webhook.ts",
    find: "answer.status < 300",
    replace: "answer.status < 400",
    invariants: ["events-at-least-once"],
    hunt: { profile: "chaos" }
  },
  {
    name: "fan-out-to-none",
    about: "an event becomes deliveries that no one is asked to send",
    file: "core/webhooks/webhook/deliver-webhook.ts",
    find: "writes: deliveries.map((each) => insert(Deliveries, each)),",
    replace: "writes: deliveries.map((each) => ({ ...insert(Deliveries, each), newlyOwed: [] })),",
    invariants: ["events-at-least-once", "jobs-end"]
  },
  {
    name: "dispute-opens-again",
    about: "a CREATED that comes late opens a dispute that was decided",
    file: "core/payments/dispute/dispute.states.ts",
    find: "      on: \"created\",\n      when: \"isNews\",\n      to: \"same\",",
    replace: "      on: \"created\",\n      when: \"isNews\",\n      to: \"CREATED\",",
    invariants: ["terminal-stays", "dispute-order", "disputes"],
    hunt: disputes
  }
]

export const eventBugs: ReadonlyArray<Bug> = found.map((bug) => ({ ...bug, hunt: { only, ...bug.hunt } }))
