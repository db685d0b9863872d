// `pontepay webhooks`: endpoints of an account, registered with the signed test, and what was delivered to them.
import type { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { type Data, fieldOf, rowsOf, textOf } from "../api.ts"
import { misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { record, table } from "../print.ts"
import { accountFlag, accountIdOf, pagesOf } from "./accounts.ts"

interface Owned {
  readonly account: Option.Option<string>
}
interface Named {
  readonly webhookId: string
}

const webhookArgument = Argument.String("webhookId").pipe(Argument.withDescription("As webhooks list shows it"))

const wanted = ({ events }: Data): string => Array.isArray(events) ? events.join(" ") : "all"

const withSecret = (webhook: Data): string => {
  const { secret, ...rest } = webhook
  return `${record({ ...rest, events: wanted(webhook) })}\nIts secret, which the dashboard shows again:\n\n  ${
    String(secret)
  }\n`
}

const list = Command.make(
  "list",
  { account: accountFlag },
  act<Owned>(async ({ account }, { api, show, world }) => {
    const accountId = await accountIdOf(api, account)
    const webhooks = rowsOf(await api.data(operatorRoutes.listWebhooks, { params: { accountId } }), "webhooks")
    show({ webhooks }, () =>
      table(webhooks, [
        { title: "WEBHOOK", of: (row) => fieldOf(row, "webhookId") },
        { title: "URL", of: (row) => fieldOf(row, "url"), canShrink: true },
        { title: "EVENTS", of: wanted, canShrink: true },
        { title: "RETRY", of: (row) => row["retry"] === true ? "yes" : "no" },
        { title: "REMOVED", of: (row) => fieldOf(row, "removedAt"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List the webhooks of an account, removed ones included."),
  Command.withAlias("ls"),
  Command.withExamples([{ command: "pontepay webhooks list", description: "The webhooks of your own account" }])
)

const headersOf = (lines: ReadonlyArray<string>): Data =>
  Object.fromEntries(lines.map((line) => {
    const at = line.indexOf(":")
    if (at < 1) throw misused(`--header ${line} is not <name>: <value>`, "As --header \"X-Env: dev\"")
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  }))

const register = Command.make(
  "register",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription(
        "Where events are sent: public HTTPS, or http on this machine where the sandbox runs here"
      )
    ),
    account: accountFlag,
    event: Flag.String("event").pipe(
      Flag.withDescription("An event that it wants; may be given again; all by default"),
      Flag.withMetavar("<EVENT>"),
      Flag.atLeast(0)
    ),
    header: Flag.String("header").pipe(
      Flag.withDescription("A header sent along; may be given again"),
      Flag.withMetavar("<name: value>"),
      Flag.atLeast(0)
    ),
    retry: Flag.Boolean("retry").pipe(
      Flag.withDescription(
        "Retry failed deliveries after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h; --no-retry sends once"
      ),
      Flag.withDefault(true)
    )
  },
  act<
    Owned & {
      readonly url: string
      readonly event: ReadonlyArray<string>
      readonly header: ReadonlyArray<string>
      readonly retry: boolean
    }
  >(async ({ account, event, header, retry, url }, { api, show }) => {
    const params = { accountId: await accountIdOf(api, account) }
    const body = {
      url,
      retry,
      ...(event.length === 0 ? {} : { events: event }),
      ...(header.length === 0 ? {} : { headers: headersOf(header) })
    }
    const webhook = await api.data(operatorRoutes.registerWebhook, { params, body })
    show(webhook, () => withSecret(webhook))
  })
).pipe(
  Command.withDescription(
    "Register a webhook: the endpoint gets a signed WEBHOOK_TEST, and is kept only if it answers 2xx. Its secret is "
      + "printed here, and shown again in the dashboard alone. Failed deliveries are retried unless --no-retry is given."
  ),
  Command.withShortDescription("Register a webhook with the signed test"),
  Command.withExamples([
    { command: "pontepay webhooks register https://shop.example/hook", description: "All events" },
    { command: "pontepay webhooks register http://127.0.0.1:9999/hook", description: "A receiver on this machine" },
    {
      command: "pontepay webhooks register https://shop.example/hook --event PAYOUT_FAILED --no-retry",
      description: "One event, sent once"
    }
  ])
)

const remove = Command.make(
  "remove",
  { webhookId: webhookArgument },
  act<Named>(async ({ webhookId }, { api, show }) => {
    const webhook = await api.data(operatorRoutes.removeWebhook, { params: { webhookId } })
    show(webhook, () => `${textOf(webhook, "webhookId")} gets nothing more; its log stays.\n`)
  })
).pipe(
  Command.withDescription("Remove a webhook: it gets nothing more, and its log stays."),
  Command.withAlias("rm"),
  Command.withExamples([{ command: "pontepay webhooks remove whk_0123", description: "Take an endpoint away" }])
)

const rotate = Command.make(
  "rotate",
  { webhookId: webhookArgument },
  act<Named>(async ({ webhookId }, { api, show }) => {
    const webhook = await api.data(operatorRoutes.rotateSecret, { params: { webhookId } })
    show(webhook, () => withSecret(webhook))
  })
).pipe(
  Command.withDescription(
    "Replace the secret of a webhook: the new one signs at once, the old one beside it for a day."
  ),
  Command.withExamples([{ command: "pontepay webhooks rotate whk_0123", description: "Another secret" }])
)

/** The latest try of a delivery. */
export const lastOf = (delivery: Data): Data => rowsOf(delivery, "attempts").at(-1) ?? {}

/** What came of it. */
export const outcomeOf = (delivery: Data): string => {
  const { problem, status } = lastOf(delivery)
  if (typeof problem === "string") return problem
  return typeof status === "number" ? String(status) : "-"
}

const deliveries = Command.make(
  "deliveries",
  { webhookId: webhookArgument },
  act<Named>(async ({ webhookId }, { api, show, world }) => {
    const rows = await pagesOf(api, operatorRoutes.listDeliveries, "deliveries", { webhookId })
    show({ deliveries: rows }, () =>
      table(rows, [
        { title: "EVENT ID", of: (row) => fieldOf(row, "eventId") },
        { title: "EVENT", of: (row) => fieldOf(row, "event") },
        { title: "STATE", of: (row) => fieldOf(row, "state") },
        { title: "TRIES", of: (row) => fieldOf(row, "attemptCount") },
        { title: "LAST", of: outcomeOf, canShrink: true },
        { title: "AT", of: (row) => fieldOf(lastOf(row), "at"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List what was delivered to a webhook, the newest first, with the last answer of each."),
  Command.withExamples([{ command: "pontepay webhooks deliveries whk_0123", description: "The delivery log" }])
)

export const webhooks = Command.make("webhooks").pipe(
  Command.withDescription("Webhooks of an account and what was delivered to them. For the operator."),
  Command.withShortDescription("Webhooks and their deliveries"),
  Command.withSubcommands([list, register, remove, rotate, deliveries]),
  Command.withExamples([{ command: "pontepay webhooks list", description: "The webhooks of your own account" }])
)
