// Prints a lifecycle table as Markdown and as a Mermaid state diagram: the pages beside each `*.states.ts`.
import { type AnyMachine, otherwiseIn } from "./machine.ts"

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const list = (names: ReadonlyArray<string> | undefined): string => names?.join(", ") ?? ""

const rowsTable = (machine: AnyMachine): ReadonlyArray<string> => [
  line(["from", "on", "when", "to", "post", "emit", "ask", "follows"]),
  line(Array.from({ length: 8 }, () => "---")),
  ...machine.rows.map((row) =>
    line([
      row.from.join(", "),
      row.on,
      row.when ?? "",
      row.to,
      list(row.post),
      list(row.emit),
      list(row.ask),
      row.spec
    ])
  )
]

const cellText = (machine: AnyMachine, state: string, trigger: string): string => {
  const covering = machine.rows.filter((row) => row.on === trigger && row.from.includes(state))
  if (covering.some(({ when }) => when === undefined)) return "row"
  const otherwise = otherwiseIn(machine.otherwise[trigger] ?? {}, state)
  return covering.length > 0 ? `row, else ${otherwise}` : otherwise
}

const cellsTable = (machine: AnyMachine): ReadonlyArray<string> => {
  const triggers = Object.keys(machine.triggers)
  return [
    line(["state", ...triggers]),
    line(["---", ...triggers.map(() => "---")]),
    ...Object.keys(machine.states).map((state) =>
      line([state, ...triggers.map((trigger) => cellText(machine, state, trigger))])
    )
  ]
}

/** The diagram: one arrow a row that changes the state, labelled with its trigger and guard. */
export const renderMermaid = (machine: AnyMachine): string =>
  [
    "stateDiagram-v2",
    `  [*] --> ${machine.initial}`,
    ...machine.rows.flatMap((row) =>
      row.from.map((from) =>
        `  ${from} --> ${row.to === "same" ? from : row.to}: ${row.on}${row.when === undefined ? "" : ` [${row.when}]`}`
      )
    ),
    ...machine.terminal.map((state) => `  ${state} --> [*]`)
  ].join("\n")

/** What is owed in each state, as far as it is printed. */
type OwedPage = Readonly<
  Record<string, { readonly owes?: { readonly task: string; readonly when?: unknown }; readonly waits?: string }>
>

const owedTable = (owed: OwedPage): ReadonlyArray<string> => [
  "## What is owed",
  "",
  "The job that brings a record of each state on; else whom it waits for.",
  "",
  line(["state", "owes", "waits for"]),
  line(["---", "---", "---"]),
  ...Object.entries(owed).map(([state, { owes, waits }]) =>
    line([state, owes === undefined ? "" : owes.when === undefined ? owes.task : `${owes.task}, some`, waits ?? ""])
  ),
  ""
]

/** The whole page of a machine, with what its states owe. */
export const renderMarkdown = (machine: AnyMachine, owed: OwedPage = {}): string =>
  [
    `# States of a ${machine.name}`,
    "",
    "Printed from the table beside this page; the tests fail when it is stale.",
    "",
    line(["state", "shown as"]),
    line(["---", "---"]),
    ...Object.entries(machine.states).map(([state, shown]) => line([state, shown])),
    "",
    line(["trigger", "meaning"]),
    line(["---", "---"]),
    ...Object.entries(machine.triggers).map(([trigger, meaning]) => line([trigger, meaning])),
    "",
    "## Diagram",
    "",
    "```mermaid",
    renderMermaid(machine),
    "```",
    "",
    "## Rows",
    "",
    ...rowsTable(machine),
    "",
    "## Every cell",
    "",
    "`row`: a row above is taken. Otherwise the fact is ignored (duplicate or stale), rejected (refusal to the caller) or",
    "raises an alarm (an invariant is broken: the record stops and the operator is notified).",
    "",
    ...cellsTable(machine),
    "",
    ...(Object.keys(owed).length === 0 ? [] : owedTable(owed))
  ].join("\n")
