// `pontepay start`: the service with its worker, as `npm start` starts it.
import { Command } from "effect/cli"
import { act } from "../act.ts"

const begin = act<object>((_, { world }) => world.tools.start())

export const start = Command.make("start", {}, begin).pipe(
  Command.withDescription(
    "Start the service: HTTP API, worker and dashboard in one process. It is configured by variables; without any it is "
      + "a sandbox on ./data/sandbox.db at http://127.0.0.1:3000."
  ),
  Command.withShortDescription("Start the service"),
  Command.withExamples([
    { command: "pontepay start", description: "A sandbox that needs nothing" },
    { command: "PORT=8080 DATABASE_URL=sqlite:./pay.db pontepay start", description: "On another port and file" }
  ])
)
