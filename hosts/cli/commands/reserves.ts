// `pontepay reserves`: what is owed to customers against what is held outside.
import { Command } from "effect/cli"
import { act } from "../act.ts"
import { fieldOf, rowsOf } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { shown, table } from "../print.ts"

export const reserves = Command.make(
  "reserves",
  {},
  act(async (_: object, { api, show, world }) => {
    const data = await api.data(operatorRoutes.readReserves)
    show(data, () => {
      const assets = table(rowsOf(data, "assets"), [
        { title: "asset", of: (row) => fieldOf(row, "asset") },
        { title: "owed", of: (row) => fieldOf(row, "liabilities") },
        { title: "held", of: (row) => fieldOf(row, "holdings") },
        { title: "difference", of: (row) => fieldOf(row, "difference") || "not known" }
      ], world.columns)
      const missing = rowsOf(data, "notRead").map((row) =>
        `not read: ${shown(fieldOf(row, "place"))}: ${shown(fieldOf(row, "reason"))}\n`
      )
      return `${assets}${missing.join("")}`
    })
  })
).pipe(
  Command.withDescription(
    "What is owed to customers by asset, from the ledger, against what adapters read outside now, with what could not be read."
  ),
  Command.withShortDescription("Liabilities to customers against holdings"),
  Command.withExamples([{ command: "pontepay reserves --json", description: "With each account, place and instant" }])
)
