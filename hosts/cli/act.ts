// Between the parsed command line and the work of a command: the settings, the process and the service that it talks to.
import { Effect } from "effect"
import { type Api, connect } from "./api.ts"
import { asFailure } from "./failure.ts"
import { printJson } from "./print.ts"
import { type Settings, readSettings } from "./settings.ts"
import { World, type WorldShape } from "./world.ts"

/** What the work of a command gets. */
export interface Desk {
  readonly world: WorldShape
  readonly settings: Settings
  readonly api: Api
  /** Prints the answer: as JSON where that was requested, else as text. */
  readonly show: (data: unknown, text: () => string) => void
}

/** The work of a command as an effect; what it throws is the failure of the command. */
export const act = <Input>(work: (input: Input, desk: Desk) => Promise<void>) =>
  Effect.fnUntraced(function*(input: Input) {
    const world = yield* World
    const settings = yield* readSettings
    const show: Desk["show"] = (data, text) => world.out(settings.json ? printJson(data) : text())
    const desk: Desk = { world, settings, api: connect(world, settings), show }
    yield* Effect.tryPromise({ try: () => work(input, desk), catch: asFailure })
  })
