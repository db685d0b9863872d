// `pontepay operators`: the people who run the service. An invitation is printed when it is made, and never again.
import { Argument, Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { type Data, fieldOf, textOf } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { record, table } from "../print.ts"
import { pagesOf } from "./accounts.ts"

interface Named {
  readonly operatorId: string
}

type Role = "support" | "operator" | "owner"

const operatorArgument = Argument.String("operatorId").pipe(Argument.withDescription("As operators list shows it"))

const roleFlag = Flag.Literals("role", ["support", "operator", "owner"]).pipe(
  Flag.withDescription(
    "support reads; operator also acts; owner also manages operators, accounts, keys and secrets"
  )
)

const showOnce = (base: string, operator: Data): string => {
  const { invitation, ...rest } = operator
  return `${record(rest)}\nThe invitation, shown this once and good once. Send it to no one else:\n\n  `
    + `${base}/dashboard/#/invitation/${String(invitation)}\n`
}

const list = Command.make(
  "list",
  {},
  act<object>(async (_, { api, show, world }) => {
    const operators = await pagesOf(api, operatorRoutes.listOperators, "operators")
    show({ operators }, () =>
      table(operators, [
        { title: "OPERATOR", of: (row) => fieldOf(row, "operatorId") },
        { title: "NAME", of: (row) => fieldOf(row, "name"), canShrink: true },
        { title: "E-MAIL", of: (row) => fieldOf(row, "email"), canShrink: true },
        { title: "ROLE", of: (row) => fieldOf(row, "role") },
        { title: "STATE", of: (row) => fieldOf(row, "state") },
        { title: "SIGNED IN", of: (row) => fieldOf(row, "lastSignInAt"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List the operators, the newest first."),
  Command.withAlias("ls"),
  Command.withExamples([{ command: "pontepay operators list", description: "Everybody, with roles" }])
)

const invite = Command.make(
  "invite",
  {
    email: Argument.String("email").pipe(Argument.withDescription("The address that the operator signs in with")),
    name: Flag.String("name").pipe(Flag.withDescription("The name that the audit shows")),
    role: roleFlag
  },
  act<{ readonly email: string; readonly name: string; readonly role: Role }>(async (body, { api, show }) => {
    const operator = await api.data(operatorRoutes.inviteOperator, { body })
    show(operator, () => showOnce(api.base, operator))
  })
).pipe(
  Command.withDescription("Invite an operator. The invitation is printed this once."),
  Command.withExamples([
    {
      command: "pontepay operators invite ana@example.com --name \"Ana Souza\" --role owner",
      description: "Invite the first owner"
    }
  ])
)

const inviteAgain = Command.make(
  "invite-again",
  { operatorId: operatorArgument },
  act<Named>(async (params, { api, show }) => {
    const operator = await api.data(operatorRoutes.inviteAgain, { params: { ...params } })
    show(operator, () => showOnce(api.base, operator))
  })
).pipe(
  Command.withDescription(
    "Invite an operator again: erases password and second factor and ends every session. For a lost phone."
  ),
  Command.withExamples([{ command: "pontepay operators invite-again opr_0123", description: "After a lost phone" }])
)

const role = Command.make(
  "role",
  { operatorId: operatorArgument, role: roleFlag },
  act<Named & { readonly role: Role }>(async ({ operatorId, role: wanted }, { api, show }) => {
    const operator = await api.data(operatorRoutes.updateOperator, { params: { operatorId }, body: { role: wanted } })
    show(operator, () => `${textOf(operator, "name")} is now ${textOf(operator, "role")}.\n`)
  })
).pipe(
  Command.withDescription("Change the role of an operator. Open sessions have it at once."),
  Command.withExamples([{
    command: "pontepay operators role opr_0123 --role support",
    description: "Let one read only"
  }])
)

const disable = Command.make(
  "disable",
  { operatorId: operatorArgument },
  act<Named>(async (params, { api, show }) => {
    const operator = await api.data(operatorRoutes.disableOperator, { params: { ...params } })
    show(operator, () => `${textOf(operator, "name")} opens nothing any more.\n`)
  })
).pipe(
  Command.withDescription("Disable an operator for good: ends every session and invitation."),
  Command.withExamples([{ command: "pontepay operators disable opr_0123", description: "Somebody has left" }])
)

export const operators = Command.make("operators").pipe(
  Command.withDescription("Operators with their roles: list, invite and disable them. For owners."),
  Command.withShortDescription("Who runs the service"),
  Command.withSubcommands([list, invite, inviteAgain, role, disable]),
  Command.withExamples([{ command: "pontepay operators list", description: "Everybody, with roles" }])
)
