// `pontepay service-tokens`: what automation acts with. A token is printed when it is made, and never again.
import { Argument, Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { fieldOf, textOf } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { record, table } from "../print.ts"
import { pagesOf } from "./accounts.ts"

interface Wanted {
  readonly name: string
  readonly role: "support" | "operator"
  readonly days: number
}

const list = Command.make(
  "list",
  {},
  act<object>(async (_, { api, show, world }) => {
    const tokens = await pagesOf(api, operatorRoutes.listServiceTokens, "tokens")
    show({ tokens }, () =>
      table(tokens, [
        { title: "TOKEN", of: (row) => fieldOf(row, "tokenId") },
        { title: "NAME", of: (row) => fieldOf(row, "name"), canShrink: true },
        { title: "ROLE", of: (row) => fieldOf(row, "role") },
        { title: "STATE", of: (row) => fieldOf(row, "state") },
        { title: "EXPIRES", of: (row) => fieldOf(row, "expiresAt"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List the service tokens, the newest first."),
  Command.withAlias("ls"),
  Command.withExamples([{
    command: "pontepay service-tokens list",
    description: "All tokens, those that are over too"
  }])
)

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What it is for; the audit shows it")),
    role: Flag.Literals("role", ["support", "operator"]).pipe(
      Flag.withDescription("support reads; operator also acts")
    ),
    days: Flag.Int("days").pipe(Flag.withDescription("Days that it is good, at most 365"), Flag.withDefault(90))
  },
  act<Wanted>(async ({ days, name, role }, { api, show }) => {
    const made = await api.data(operatorRoutes.createServiceToken, { body: { name, role, expiresInDays: days } })
    const { secret, ...rest } = made
    show(made, () => `${record(rest)}\nThe token, shown this once:\n\n  ${String(secret)}\n`)
  })
).pipe(
  Command.withDescription("Create a service token. It is printed this once, and goes where the operator's token goes."),
  Command.withExamples([
    {
      command: "pontepay service-tokens create nightly-report --role support --days 30",
      description: "A token for a report"
    },
    {
      command: "pontepay service-tokens create deploy --role operator --json | jq -r .secret",
      description: "The token alone"
    }
  ])
)

const revoke = Command.make(
  "revoke",
  { tokenId: Argument.String("tokenId").pipe(Argument.withDescription("As service-tokens list shows it")) },
  act<{ readonly tokenId: string }>(async (params, { api, show }) => {
    const token = await api.data(operatorRoutes.revokeServiceToken, { params: { ...params } })
    show(token, () => `${textOf(token, "tokenId")} opens nothing any more.\n`)
  })
).pipe(
  Command.withDescription("Revoke a service token: it opens nothing from now on."),
  Command.withExamples([{ command: "pontepay service-tokens revoke svt_0123", description: "Close a token" }])
)

export const serviceTokens = Command.make("service-tokens").pipe(
  Command.withDescription("Tokens of automation: list, create and revoke them. For owners."),
  Command.withShortDescription("Tokens of automation"),
  Command.withSubcommands([list, create, revoke]),
  Command.withExamples([{ command: "pontepay service-tokens list", description: "All tokens" }])
)
