// `pontepay secrets`: the keys that seal the secrets of an environment. No key is printed, but for the public one that commands
// are sealed with. API keys are `pontepay keys`.
import { Argument, Command } from "effect/cli"
import { act } from "../act.ts"
import { type Data, fieldOf, textOf } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { table } from "../print.ts"

const keysIn = (ring: Data): ReadonlyArray<Data> => Array.isArray(ring["keys"]) ? ring["keys"] as Array<Data> : []

const printed = (ring: Data, columns: number | undefined): string =>
  `${
    table(keysIn(ring), [
      { title: "KEY", of: (row) => fieldOf(row, "keyId") },
      { title: "STATE", of: (row) => fieldOf(row, "state") },
      { title: "CREATED", of: (row) => fieldOf(row, "createdAt"), canShrink: true },
      { title: "LEFT", of: (row) => fieldOf(row, "left") },
      { title: "RESEALED", of: (row) => fieldOf(row, "resealed") }
    ], columns)
  }\nBackends seal commands with: ${textOf(ring, "commandKey")}\n`

const status = Command.make(
  "status",
  {},
  act<object>(async (_, { api, show, world }) => {
    const ring = await api.data(operatorRoutes.readDataKeys)
    show(ring, () => printed(ring, world.columns))
  })
).pipe(
  Command.withDescription(
    "Show the keys that seal, how many records are left under each older one, and the public key of commands."
  ),
  Command.withExamples([{ command: "pontepay secrets status", description: "See how far a rotation is" }])
)

const rotate = Command.make(
  "rotate",
  {},
  act<object>(async (_, { api, show, world }) => {
    const ring = await api.data(operatorRoutes.rotateDataKey)
    const next = "\nThe new key seals within seconds. See later how much is left: pontepay secrets status\n"
    show(ring, () => printed(ring, world.columns) + next)
  })
).pipe(
  Command.withDescription(
    "Make a new key and wrap all keys by PONTEPAY_SECRETS_KEY, once every process has it. Secrets are sealed again in the "
      + "background."
  ),
  Command.withExamples([{ command: "pontepay secrets rotate", description: "Rotate the secrets key" }])
)

const remove = Command.make(
  "remove",
  { keyId: Argument.String("keyId").pipe(Argument.withDescription("An older key, as secrets status shows it")) },
  act<{ readonly keyId: string }>(async ({ keyId }, { api, show, world }) => {
    const ring = await api.data(operatorRoutes.removeDataKey, { params: { keyId } })
    show(ring, () => printed(ring, world.columns))
  })
).pipe(
  Command.withDescription("Remove an older key once nothing is sealed under it. Links from before the rotation end."),
  Command.withExamples([{
    command: "pontepay secrets remove 0123456789abcdef",
    description: "End what a leaked key could still open"
  }])
)

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("The keys that seal secrets: see, rotate and remove them. For the operator."),
  Command.withShortDescription("Keys that seal secrets"),
  Command.withSubcommands([status, rotate, remove]),
  Command.withExamples([{ command: "pontepay secrets rotate", description: "Rotate the secrets key" }])
)
