// Prints the page of events: when each is emitted, how it is told apart from its repetitions, and how long it is told.
import { limits } from "../../base/limits/limits.ts"
import { timeInWords } from "../../base/time/instant.ts"
import { isPersisted, retryPauses } from "./retry.ts"
import { EventName } from "../../engine/event/event.ts"

interface EventRow {
  readonly when: string
  /** The field of `data` that names the fact; the header X-Service-Event-Id does for every event. */
  readonly identity: string
}

const attempt: Pick<EventRow, "identity"> = { identity: "`attemptId` with the event's name" }
const dispute: Pick<EventRow, "identity"> = { identity: "`endToEndId` with `status`" }
const command: Pick<EventRow, "identity"> = { identity: "`commandId`" }

/** Every event (spec "Events"; 0110). */
const rows: Readonly<Record<EventName, EventRow>> = {
  DEPOSIT_ASSET_SUCCESS: { when: "a deposit completes", identity: "`externalId`" },
  DEPOSIT_ASSET_FAILED: { when: "a paid deposit cannot deliver the asset", identity: "`eventId`" },
  DEPOSIT_ASSET_REFUNDED: {
    when: "a partial or full PIX refund to the payer is confirmed",
    identity: "`eventId`; one for each `refundEndToEndId`"
  },
  PAYOUT_SUCCESSFUL: { when: "a PIX payout completes", identity: "`transactionId`" },
  PAYOUT_FAILED: { when: "a PIX payout fails", identity: "`invoice`" },
  PAYOUT_REFUNDED: {
    when: "a settled payout is reversed, or refunded by hand",
    identity: "`reversalTicketId` of a reversal, `refundTxId` of a refund by hand"
  },
  KYC_APPROVED: { when: "KYC ends approved", ...attempt },
  KYC_REJECTED: { when: "KYC ends rejected", ...attempt },
  KYC_EXPIRED: { when: "a hosted attempt ran out of time", ...attempt },
  KYC_FAILED: { when: "KYC broke off by a fault", ...attempt },
  "kyc.completed": { when: "a KYC, KYB or imported attempt resolves; beside the event of its kind", ...attempt },
  DISPUTE_CREATED: { when: "a received PIX is contested (MED)", ...dispute },
  DISPUTE_ACCEPTED: { when: "the contest was accepted", ...dispute },
  DISPUTE_REJECTED: { when: "the contest was rejected", ...dispute },
  DISPUTE_CANCELED: { when: "the contest was withdrawn", ...dispute },
  COMMAND_SUCCEEDED: { when: "a command of a backend was run: what its endpoint would have answered", ...command },
  COMMAND_FAILED: { when: "a command of a backend was refused: as its endpoint would have refused it", ...command }
}

const told = (name: EventName): string =>
  isPersisted(name) ? `every minute for ${timeInWords(limits.webhookRetryMs)}` : "once, or by the schedule of `retry`"

/** The page of events. */
export const renderEvents = (): string =>
  [
    "# Events",
    "",
    "Printed from `render.ts` and the retries of `core/webhooks/webhook/retry.ts`; the tests fail when it is stale.",
    "",
    "Each delivery carries `X-Service-Event-Id`: the same over all tries and repetitions by hand, so whoever remembers it",
    "acts once. \"Told\" ends with the first 2xx answer.",
    "",
    "| event | emitted when | the same fact has the same | sent |",
    "| --- | --- | --- | --- |",
    ...EventName.literals.map((name) => `| ${name} | ${rows[name].when} | ${rows[name].identity} | ${told(name)} |`),
    "| WEBHOOK_TEST | a webhook is being registered; it is saved when this is answered 2xx | `webhookId` | once |",
    "",
    `A webhook with \`retry\` is sent again ${retryPauses.map(timeInWords).join(", ")} after the try before.`,
    `Events are listed by \`GET /api/events\`, and can be sent again by hand, for ${timeInWords(limits.eventsKeptMs)}.`,
    ""
  ].join("\n")
