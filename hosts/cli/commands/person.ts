// `pontepay person`: what is kept about a person, exported as one document, and its erasure.
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { type Data, textOf } from "../api.ts"
import { misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { printJson, record } from "../print.ts"
import { accountFlag, accountIdOf } from "./accounts.ts"

interface Named {
  readonly account: Option.Option<string>
  readonly subaccount: Option.Option<string>
  readonly taxId: Option.Option<string>
}

const whom = {
  account: accountFlag,
  subaccount: Flag.String("subaccount").pipe(
    Flag.withDescription("The holder of this subaccount"),
    Flag.withMetavar("<subAccountId>"),
    Flag.optional
  ),
  taxId: Flag.String("tax-id").pipe(
    Flag.withDescription("Whoever has this CPF or CNPJ: as a holder, a payer or a receiver"),
    Flag.withMetavar("<CPF or CNPJ>"),
    Flag.optional
  )
}

const bodyOf = (accountId: string, { subaccount, taxId }: Named): Data => {
  if (Option.isSome(subaccount) === Option.isSome(taxId)) {
    throw misused("Give one of --subaccount and --tax-id", "As --tax-id 52998224725")
  }
  return Option.isSome(subaccount)
    ? { accountId, subAccountId: subaccount.value }
    : { accountId, taxId: Option.getOrThrow(taxId).replace(/[./-]/g, "").toUpperCase() }
}

const exportCommand = Command.make(
  "export",
  whom,
  act<Named>(async (named, { api, show }) => {
    const body = bodyOf(await accountIdOf(api, named.account), named)
    const data = await api.data(operatorRoutes.exportPerson, { body })
    show(data, () => printJson(data))
  })
).pipe(
  Command.withDescription(
    "Export everything that is kept about a person as JSON, without secrets and without what is somebody else's."
  ),
  Command.withExamples([{
    command: "pontepay person export --tax-id 52998224725 > person.json",
    description: "Whoever has this CPF"
  }])
)

const erase = Command.make(
  "erase",
  whom,
  act<Named>(async (named, { api, show }) => {
    const body = bodyOf(await accountIdOf(api, named.account), named)
    const erasure = await api.data(operatorRoutes.erasePerson, { body })
    show(
      erasure,
      () =>
        `${record({ ...erasure, subAccountIds: rowsIn(erasure) })}\nThe rest is erased from ${
          textOf(erasure, "dueAt")
        } on.\n`
    )
  })
).pipe(
  Command.withDescription(
    "Order the erasure of a person: what no law keeps goes at once, the rest on a date. Refused while something is open."
  ),
  Command.withExamples([{
    command: "pontepay person erase --subaccount sub_0123",
    description: "The holder of a subaccount"
  }])
)

const rowsIn = (erasure: Data): string => [erasure["subAccountIds"]].flat().map(String).join(" ")

export const person = Command.make("person").pipe(
  Command.withDescription("What is kept about a person: its export and its erasure. For the operator."),
  Command.withShortDescription("Export and erase what is kept about a person"),
  Command.withSubcommands([exportCommand, erase]),
  Command.withExamples([{ command: "pontepay person export --tax-id 52998224725", description: "All that is kept" }])
)
