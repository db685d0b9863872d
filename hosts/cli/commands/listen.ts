// `pontepay listen`: events of an account to an address on this machine, signed as webhooks are.
import { randomBytes } from "node:crypto"
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { EventName } from "../../../core/engine/event/event.ts"
import { type Desk, act } from "../act.ts"
import { asFailure, failed, misused } from "../failure.ts"
import { feedEnd, pageAfter } from "../feed.ts"
import type { Try } from "../listen/forward.ts"
import { listen as listening } from "../listen/listen.ts"
import { type ListenState, readState, writeState } from "../listen/state.ts"
import { counted, dim, green, red, shown } from "../print.ts"

interface Given {
  readonly forward: string
  readonly event: ReadonlyArray<string>
  readonly secret: Option.Option<string>
  readonly from: Option.Option<string>
  readonly state: Option.Option<string>
  readonly tries: number
  readonly count: Option.Option<number>
}

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const names: ReadonlySet<string> = new Set(EventName.literals)

const check = ({ count, event, forward, secret, tries }: Given): void => {
  if (!isHttp(forward)) throw misused(`${forward} is no http address`, "As --forward http://127.0.0.1:4000/hook")
  const unknown = event.find((name) => !names.has(name))
  if (unknown !== undefined) throw misused(`there is no event ${unknown}`, "See: pontepay trigger --list")
  if (tries < 1) throw misused(`--tries must be 1 at least, not ${tries}`)
  if (Option.isSome(count) && count.value < 1) throw misused(`--count must be 1 at least, not ${count.value}`)
  if (Option.isSome(secret) && !/^[0-9a-f]{64}$/i.test(secret.value)) {
    throw misused("--secret must be 64 hex characters", "Leave it out to have one made")
  }
}

/** The place that --from names. */
const placeOf = async (from: string, { api }: Desk): Promise<string> => {
  if (from === "now") return await feedEnd(api)
  if (from === "start") return ""
  await pageAfter(api, from).catch((cause: unknown) => {
    const failure = asFailure(cause)
    throw failure.code === "VALIDATION_FAILED"
      ? misused(`--from ${from} is no cursor of GET /api/events`, "As --from now, --from start or a nextCursor")
      : failure
  })
  return from
}

const startOf = async (given: Given, desk: Desk): Promise<ListenState> => {
  const kept = Option.isSome(given.state) ? await readState(given.state.value) : undefined
  const secret = Option.getOrUndefined(given.secret) ?? kept?.secret ?? randomBytes(32).toString("hex")
  if (Option.isNone(given.from) && kept !== undefined) return { ...kept, secret }
  const cursor = await placeOf(Option.getOrElse(given.from, () => "now"), desk)
  return { cursor, secret, done: [] }
}

const clock = (now: number): string => new Date(now).toISOString().slice(11, 19)

const lineOf = (tried: Try, { world }: Desk): string => {
  const outcome = tried.delivered
    ? green(String(tried.status), world.canColor)
    : red(tried.problem ?? String(tried.status), world.canColor)
  const said = tried.answer === "" ? "" : `  ${shown(tried.answer)}`
  const again = tried.attempt === 1 ? "" : dim(`  try ${tried.attempt}`, world.canColor)
  return `${clock(world.now())}  ${tried.event}  ${tried.eventId}  ${outcome}  ${tried.tookMs} ms${again}${said}\n`
}

const greet = (given: Given, { secret }: ListenState, { settings, world }: Desk): void => {
  if (settings.json) return world.out(`${JSON.stringify({ listening: given.forward, secret })}\n`)
  world.out(`Forwarding events to ${given.forward}\nSigned with the secret\n\n  ${secret}\n\nStop with Ctrl-C.\n\n`)
}

export const listen = Command.make(
  "listen",
  {
    forward: Flag.String("forward").pipe(
      Flag.withDescription("Where events are sent"),
      Flag.withMetavar("<url>")
    ),
    event: Flag.String("event").pipe(
      Flag.withDescription("An event to forward; may be given again; all by default"),
      Flag.withMetavar("<EVENT>"),
      Flag.atLeast(0)
    ),
    secret: Flag.String("secret").pipe(
      Flag.withDescription("64 hex characters to sign with; made and printed unless given"),
      Flag.withMetavar("<hex>"),
      Flag.optional
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription("now (by default), start, or a cursor of GET /api/events"),
      Flag.withMetavar("<now|start|cursor>"),
      Flag.optional
    ),
    state: Flag.String("state").pipe(
      Flag.withDescription("A file that keeps place and secret, to go on there the next time"),
      Flag.withMetavar("<file>"),
      Flag.optional
    ),
    tries: Flag.Int("tries").pipe(
      Flag.withDescription("How often each event is tried"),
      Flag.withMetavar("<n>"),
      Flag.withDefault(10)
    ),
    count: Flag.Int("count").pipe(
      Flag.withDescription("End after so many events"),
      Flag.withMetavar("<n>"),
      Flag.optional
    )
  },
  act<Given>(async (given, desk) => {
    check(given)
    const { api, settings, world } = desk
    const start = await startOf(given, desk)
    greet(given, start, desk)
    const { state } = given
    const lost = await listening(start, {
      api,
      world,
      target: { url: given.forward, secret: start.secret, tries: given.tries },
      wants: ({ event }) => given.event.length === 0 || given.event.includes(event),
      count: Option.getOrUndefined(given.count),
      tell: (tried) => world.out(settings.json ? `${JSON.stringify(tried)}\n` : lineOf(tried, desk)),
      away: (isAway) =>
        world.err(isAway ? "The service does not answer; it is asked again.\n" : "The service is back.\n"),
      save: async (kept) => {
        if (Option.isSome(state)) await writeState(state.value, kept)
      }
    })
    if (lost > 0) throw failed(`${counted(lost, "event")} could not be delivered`)
  })
).pipe(
  Command.withDescription(
    "Forward the events of an account to an address that no webhook can reach, signed as webhooks are, with a secret of "
      + "its own. Each event is tried until it is taken, and a service that is away is waited for."
  ),
  Command.withShortDescription("Forward events to a local address"),
  Command.withExamples([
    { command: "pontepay listen --forward http://127.0.0.1:4000/hook", description: "Events from now on" },
    {
      command: "pontepay listen --forward http://127.0.0.1:4000 --event PAYOUT_FAILED --from start",
      description: "One event, all of the last 30 days"
    },
    {
      command: "pontepay listen --forward http://127.0.0.1:4000 --state .pontepay-listen",
      description: "Goes on where it was left, with the same secret"
    }
  ])
)
