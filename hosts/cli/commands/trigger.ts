// `pontepay trigger`: makes an event of the sandbox happen for real, and prints it.
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { publishedProviderSecret } from "../../../core/customers/access/secret-strength.ts"
import { type Desk, act } from "../act.ts"
import { asFailure, failed, misused } from "../failure.ts"
import { counted, dim, green, printJson, red, table } from "../print.ts"
import { progress } from "../progress.ts"
import { type Reached, checkSandbox, reach } from "../trigger/reach.ts"
import { type Triggered, allTriggered, recipes, triggeredOf } from "../trigger/recipes.ts"
import { Stage } from "../trigger/stage.ts"

interface Given {
  readonly event: Option.Option<string>
  readonly list: boolean
  readonly variant: Option.Option<string>
  readonly receiver: Option.Option<string>
  readonly providerSecret: Option.Option<string>
  readonly timeout: number
}

const providerSecretOf = async ({ providerSecret }: Given, { env, tools }: Desk["world"]): Promise<string> =>
  Option.getOrUndefined(providerSecret) ?? (env["PONTEPAY_SANDBOX_PROVIDER_SECRET"] || undefined) ??
    (await tools.sandboxSecrets()).providerSecret ?? publishedProviderSecret

const stageOf = async (given: Given, { api, world }: Desk): Promise<Stage> =>
  new Stage({
    api,
    world,
    providerSecret: await providerSecretOf(given, world),
    timeoutMs: given.timeout * 1_000,
    receiver: Option.getOrUndefined(given.receiver),
    variant: Option.getOrUndefined(given.variant)
  })

const showList = ({ show, world }: Desk): void => {
  const rows = allTriggered.map((event) => ({ event, ...recipes[event] }))
  const events = rows.map(({ event, how, variants = [] }) => ({ event, how, variants }))
  show({ events }, () =>
    table(events, [
      { title: "EVENT", of: ({ event }) => event },
      { title: "WHAT IS DONE", of: ({ how }) => how, canShrink: true },
      { title: "VARIANTS", of: ({ variants }) => variants.join(" ") }
    ], world.columns))
}

const signedText = ({ secret }: Reached): string => secret === undefined ? "" : `signed with ${secret}`

const eventText = (reached: Reached, canColor: boolean): string => {
  const { createdAt, data, event, id } = reached
  return `${green(event, canColor)}  ${id ?? signedText(reached)}  ${createdAt}\n${printJson(data)}`
}

interface Missed {
  readonly event: Triggered
  readonly problem: string
}

/** Without a receiver no one can be notified of a registration: that is said, and is no failure. */
const withReceiver = new Set<Triggered>(["WEBHOOK_TEST"])

const hintText = (hint: string | undefined): string => hint === undefined ? "" : `. ${hint}`

const triggerAll = async (stage: Stage, { settings, show, world }: Desk): Promise<void> => {
  const bar = progress(world)
  const tell = (text: string): void => {
    bar.end()
    if (!settings.json) world.out(text)
  }
  const skipped = stage.options.receiver === undefined ? allTriggered.filter((event) => withReceiver.has(event)) : []
  const wanted = allTriggered.filter((event) => !skipped.includes(event))
  const reached: Array<Reached> = []
  const missed: Array<Missed> = []
  for (const [index, event] of wanted.entries()) {
    if (world.stopping.aborted) throw failed("stopped")
    bar.to(index, wanted.length, event)
    try {
      const found = await reach(stage, event)
      reached.push(found)
      tell(`${green("reached", world.canColor)}  ${event}  ${found.id ?? signedText(found)}\n`)
    } catch (cause) {
      const { hint, message } = asFailure(cause)
      missed.push({ event, problem: message })
      tell(`${red("missed", world.canColor)}   ${event}  ${message}${hintText(hint)}\n`)
    }
  }
  for (const event of skipped) tell(`${dim("skipped", world.canColor)}  ${event}  is sent to --receiver <url>\n`)
  show({ reached, missed, skipped }, () => `${reached.length} of ${wanted.length} events were reached\n`)
  if (missed.length > 0) throw failed(`${counted(missed.length, "event")} not reached`)
}

export const trigger = Command.make(
  "trigger",
  {
    event: Argument.String("event").pipe(
      Argument.withDescription("Which event, or all"),
      Argument.optional
    ),
    list: Flag.Boolean("list").pipe(
      Flag.withDescription("List what can be triggered, and how"),
      Flag.withDefault(false)
    ),
    variant: Flag.String("variant").pipe(
      Flag.withDescription("Another way to the event, as --list shows them"),
      Flag.withMetavar("<variant>"),
      Flag.optional
    ),
    receiver: Flag.String("receiver").pipe(
      Flag.withDescription(
        "Where WEBHOOK_TEST is sent: public HTTPS, or http on this machine where the sandbox runs here"
      ),
      Flag.withMetavar("<url>"),
      Flag.optional
    ),
    providerSecret: Flag.String("provider-secret").pipe(
      Flag.withDescription("Secret of the sandbox's provider (PONTEPAY_SANDBOX_PROVIDER_SECRET)"),
      Flag.withMetavar("<secret>"),
      Flag.optional
    ),
    timeout: Flag.Int("timeout").pipe(
      Flag.withDescription("Seconds to wait for each step"),
      Flag.withMetavar("<seconds>"),
      Flag.withDefault(30)
    )
  },
  act<Given>(async (given, desk) => {
    if (given.list) return showList(desk)
    if (Option.isNone(given.event)) throw misused("no event was named", "See: pontepay trigger --list")
    if (given.timeout < 1) throw misused(`--timeout must be 1 second at least, not ${given.timeout}`)
    const stage = await stageOf(given, desk)
    const name = given.event.value === "all" ? undefined : triggeredOf(given.event.value)
    await checkSandbox(stage)
    if (name === undefined) return await triggerAll(stage, desk)
    const found = await reach(stage, name)
    desk.show(found, () => eventText(found, desk.world.canColor))
  })
).pipe(
  Command.withDescription(
    "Make an event happen in the sandbox and print it: subaccounts, KYC, wallets, charges and payouts are made as any "
      + "client makes them, and the sandbox's provider tells what it would tell. Webhooks and listen get the event too."
  ),
  Command.withShortDescription("Make an event of the sandbox happen"),
  Command.withExamples([
    { command: "pontepay trigger PAYOUT_SUCCESSFUL", description: "A payout that completes" },
    { command: "pontepay trigger PAYOUT_REFUNDED --variant lightning", description: "Another way to an event" },
    { command: "pontepay trigger --list", description: "Everything that can be triggered" },
    {
      command: "pontepay trigger all --receiver http://127.0.0.1:9999",
      description: "Every event there is"
    }
  ])
)
