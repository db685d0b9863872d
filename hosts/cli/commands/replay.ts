// `pontepay replay`: an event again to every endpoint that wants it, or one delivery again to its own.
import { Argument, Command, Flag } from "effect/cli"
import { type Desk, act } from "../act.ts"
import { type Api, type Data, fieldOf, rowsOf } from "../api.ts"
import { failed, misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { pause } from "../pause.ts"
import { counted, table } from "../print.ts"
import { lastOf, outcomeOf } from "./webhooks.ts"

/** Sends an event again, or one delivery of it. */
const sendAgain = (api: Api, id: string): Promise<Data> => {
  const [eventId = "", webhookId, ...more] = id.split("/")
  if (eventId === "" || webhookId === "" || more.length > 0) {
    throw misused(`${id} is neither an event's id nor <eventId>/<webhookId>`, "See: pontepay webhooks deliveries")
  }
  return webhookId === undefined
    ? api.data(operatorRoutes.replayEvent, { params: { eventId } })
    : api.data(operatorRoutes.replayDelivery, { params: { webhookId, eventId } })
}

const deliveriesOf = (data: Data): ReadonlyArray<Data> =>
  Array.isArray(data["deliveries"]) ? rowsOf(data, "deliveries") : [data]

const patienceMs = 30_000
const pollMs = 200

interface Given {
  readonly id: string
  readonly wait: boolean
}

const triesOf = (delivery: Data): number => Number(delivery["attemptCount"])

/** The deliveries after the sending that was requested, and those of which nothing was heard in time. */
const results = async (asked: ReadonlyArray<Data>, { api, world }: Desk) => {
  const eventId = fieldOf(asked[0] ?? {}, "eventId")
  const deadline = world.now() + patienceMs
  for (;;) {
    const event = await api.data(operatorRoutes.readEvent, { params: { eventId } })
    const now = rowsOf(event, "deliveries")
    const found = asked.map((before) => ({
      before,
      delivery: now.find(({ webhookId }) => webhookId === before["webhookId"]) ?? before
    }))
    const open = found.filter(({ before, delivery }) => triesOf(delivery) <= triesOf(before)).length
    if (open === 0 || world.now() > deadline || world.stopping.aborted) {
      return { deliveries: found.map(({ delivery }) => delivery), open }
    }
    await pause(pollMs, world.stopping)
  }
}

/** How many were not taken by the try that was waited for. */
const refusedOf = (deliveries: ReadonlyArray<Data>): number =>
  deliveries.filter((delivery) => lastOf(delivery)["problem"] !== null).length

export const replay = Command.make(
  "replay",
  {
    id: Argument.String("eventId|deliveryId").pipe(
      Argument.withDescription("An event's id, or <eventId>/<webhookId> for one delivery of it")
    ),
    wait: Flag.Boolean("wait").pipe(
      Flag.withDescription("Wait up to 30 s for what came of it; --no-wait does not"),
      Flag.withDefault(true)
    )
  },
  act<Given>(async ({ id, wait }, desk) => {
    const { api, show, world } = desk
    const asked = deliveriesOf(await sendAgain(api, id))
    const { deliveries, open } = wait && asked.length > 0 ? await results(asked, desk) : { deliveries: asked, open: 0 }
    show({ deliveries }, () =>
      deliveries.length === 0
        ? "No webhook of the event's owner wants it now: nothing is sent.\n"
        : table(deliveries, [
          { title: "EVENT ID", of: (row) => fieldOf(row, "eventId") },
          { title: "EVENT", of: (row) => fieldOf(row, "event") },
          { title: "WEBHOOK", of: (row) => fieldOf(row, "webhookId") },
          { title: "STATE", of: (row) => fieldOf(row, "state") },
          { title: "SENT AGAIN", of: (row) => fieldOf(row, "replays") },
          { title: "LAST", of: outcomeOf, canShrink: true }
        ], world.columns))
    if (!wait) return
    if (open > 0) {
      throw failed(`of ${counted(open, "sending")} nothing was heard yet`, "See later: pontepay webhooks deliveries")
    }
    const refused = refusedOf(deliveries)
    if (refused > 0) {
      throw failed(`${counted(refused, "webhook")} did not take it`, "Is it running? Ask: pontepay doctor")
    }
  })
).pipe(
  Command.withDescription(
    "Send an event again, with the same id and body and a signature of now: to every webhook of its owner that wants it, "
      + "or to one alone, and wait for what comes of it. Exit code 1: a webhook did not take it. For the operator."
  ),
  Command.withShortDescription("Send an event or a delivery again"),
  Command.withExamples([
    { command: "pontepay replay evt_0123", description: "To all webhooks that want it" },
    { command: "pontepay replay evt_0123/whk_0456", description: "To one of them" }
  ])
)
