// `pontepay simulate`: the simulator with its own flags.
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { failed, misused } from "../failure.ts"
import type { SimulationPlan } from "../world.ts"

const number = (name: string, what: string) =>
  Flag.Int(name).pipe(Flag.withDescription(what), Flag.withMetavar("<n>"), Flag.optional)

const flags = {
  seed: number("seed", "Which scenario, 1 by default"),
  seeds: number("seeds", "How many scenarios, one seed after the other"),
  days: number("days", "Days of virtual time, 2 by default"),
  stories: number("stories", "Payments a day, 200 by default"),
  profile: Flag.String("profile").pipe(
    Flag.withDescription("How much goes wrong; rough by default"),
    Flag.withMetavar("<calm|rough|chaos|lying>"),
    Flag.optional
  ),
  store: Flag.Literals("store", ["memory", "sqlite"]).pipe(
    Flag.withDescription("What records are kept in, memory by default"),
    Flag.optional
  ),
  report: Flag.String("report").pipe(
    Flag.withDescription("Where the page about the run goes, simulation.html by default"),
    Flag.withMetavar("<file>"),
    Flag.optional
  )
}

interface Given {
  readonly seed: Option.Option<number>
  readonly seeds: Option.Option<number>
  readonly days: Option.Option<number>
  readonly stories: Option.Option<number>
  readonly profile: Option.Option<string>
  readonly report: Option.Option<string>
}

/** What the simulator takes. */
const largest = 999_999_999

const entriesOf = (given: Given) => Object.entries<Option.Option<number | string>>({ ...given })

const check = (given: Given): void => {
  for (const [name, value] of entriesOf(given)) {
    if (Option.isSome(value) && typeof value.value === "number" && !(value.value >= 1 && value.value <= largest)) {
      throw misused(`--${name} must be a whole number from 1 to ${largest}, not ${value.value}`)
    }
  }
}

const planOf = (given: Given): SimulationPlan => ({
  seed: Option.getOrElse(given.seed, () => 1),
  seeds: Option.getOrElse(given.seeds, () => 1),
  days: Option.getOrElse(given.days, () => 2),
  stories: Option.getOrElse(given.stories, () => 200),
  profile: Option.getOrElse(given.profile, () => "rough"),
  report: Option.getOrElse(given.report, () => "simulation.html")
})

export const simulate = Command.make(
  "simulate",
  flags,
  act<Given>(async (given, { settings, show, world }) => {
    check(given)
    if (!settings.json) {
      return await world.tools.simulate(
        entriesOf(given).flatMap(([name, value]) => Option.isSome(value) ? [`--${name}`, String(value.value)] : [])
      )
    }
    const { data, isBroken } = await world.tools.simulation(planOf(given))
    show(data, () => "")
    if (isBroken) throw failed("a promise was broken")
  })
).pipe(
  Command.withDescription(
    "Run a whole bank in virtual time with faults drawn from a seed, and judge every promise. Exit code 1 when one was "
      + "broken: the smallest scenario that breaks it is written to a file."
  ),
  Command.withShortDescription("Run the simulator"),
  Command.withExamples([
    { command: "pontepay simulate --seed 42", description: "Two days of one scenario" },
    { command: "pontepay simulate --seed 1 --seeds 20 --profile chaos", description: "Twenty rough ones" }
  ])
)
