// A run as a page of its own: what happened when, how often each row of each table and each fault was taken, what was
// found, and how the books stand at the end. It loads nothing from anywhere.
import type { AnyMachine } from "../../core/engine/machine/machine.ts"
import { type Fault, faults } from "./faults.ts"
import { faultsBefore } from "./faults-before.ts"
import { machines } from "./machines.ts"
import type { Outcome } from "./simulate.ts"
import type { Hour } from "./timeline.ts"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const cell = (text: string | number): string => `<td>${escaped(String(text))}</td>`

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<string>): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${
    rows.join("\n")
  }</tbody></table>`

const row = (cells: ReadonlyArray<string | number>, isMissing = false): string =>
  `<tr${isMissing ? ` class="missing"` : ""}>${cells.map(cell).join("")}</tr>`

const rowsOf = (machine: Pick<AnyMachine, "name" | "rows">, { rows }: Outcome): ReadonlyArray<string> =>
  machine.rows.map(({ from, on, to, when }, index) => {
    const count = rows.get(`${machine.name} ${index + 1}`) ?? 0
    return row([index + 1, from.join(", "), on, when ?? "", to, count], count === 0)
  })

const faultRows = ({ injected }: Outcome): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { fault } of injected) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  return (Object.entries(faults) as ReadonlyArray<[Fault, readonly [string, string]]>).map(
    ([fault, [group, about]]) => {
      const count = counts.get(fault) ?? 0
      return row([group, fault, about, count], count === 0)
    }
  )
}

const balanceRows = ({ balances }: Outcome): ReadonlyArray<string> => {
  const kinds = new Map<string, bigint>()
  const totals = new Map<string, bigint>()
  for (const { account, amount, asset } of balances) {
    const kind = `${account.split("/", 1)[0] ?? account} ${asset}`
    kinds.set(kind, (kinds.get(kind) ?? 0n) + amount)
    totals.set(asset, (totals.get(asset) ?? 0n) + amount)
  }
  const rows = [...kinds].toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, amount]) => {
    const [account = "", asset = ""] = kind.split(" ")
    return row([account, asset, String(amount)])
  })
  return [...rows, ...[...totals].map(([asset, amount]) => row(["sum", asset, String(amount)], amount !== 0n))]
}

const width = 960
const height = 120

/** Bars by the hour: commits above, faults in front of them, violations over the whole height. */
const chart = (hours: ReadonlyArray<Hour>): string => {
  const first = hours[0]?.at ?? 0
  const count = Math.max(1, hours.filter(({ commits }) => commits > 0).length)
  const most = hours.reduce((top, { commits, faults: gone }) => Math.max(top, commits, gone), 1)
  const scale = (value: number) => height * value / most
  const bar = (x: number, value: number, name: string, about: string) =>
    value === 0 ?
      "" :
      `<rect class="${name}" x="${x.toFixed(2)}" y="${(height - scale(value)).toFixed(2)}" width="${
        (width / count).toFixed(2)
      }" height="${scale(value).toFixed(2)}"><title>${escaped(about)}</title></rect>`
  const shown = hours.slice(0, count)
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Commits and faults by the hour">${
    shown.map(({ at, commits, faults: gone, violations }, index) => {
      const x = width * index / count
      const about = `hour ${
        Math.round((at - first) / 3_600_000)
      }: ${commits} commits, ${gone} faults, ${violations} violations`
      return bar(x, commits, "commits", about) + bar(x, gone, "faults", about)
        + (violations > 0 ? bar(x, most, "violations", about) : "")
    }).join("")
  }</svg>`
}

const style =
  `body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.6rem}h2{margin-top:2.5rem;font-size:1.2rem}table{border-collapse:collapse;width:100%;font-size:.85rem}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #d9dee4;vertical-align:top}td:last-child{text-align:right;font-variant-numeric:tabular-nums}
tr.missing td{background:#fff4e0}svg{width:100%;border:1px solid #d9dee4;background:#f7f9fb}
.key::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.3em}.key{fill:none;margin-right:1em}.key.commits::before{background:#7aa7d8}.key.faults::before{background:#e0922f}.key.violations::before{background:#c62828}
.commits{fill:#7aa7d8}.faults{fill:#e0922f}.violations{fill:#c62828}.good{color:#1b6e3a}.bad{color:#b3261e}
code{font-size:.85em;word-break:break-all}@media(prefers-color-scheme:dark){body{background:#14181d;color:#e4e8ec}th,td{border-color:#333b44}
tr.missing td{background:#3b2c10}svg{background:#1b2128;border-color:#333b44}.good{color:#6fcf97}.bad{color:#ff8a80}}`

/** The page of a run. */
export const reportPage = (outcome: Outcome): string => {
  const { hash, injected, operations, scenario, steps, timeline, violations, virtualMs } = outcome
  const days = (virtualMs / 86_400_000).toFixed(1)
  const found = violations.length === 0
    ? `<p class="good">No promise was broken.</p>`
    : `<p class="bad">${violations.length} promises were broken.</p>`
      + table(
        ["Promise", "What was found", "Faults before it"],
        violations.slice(0, 100).map((violation) =>
          row([violation.invariant, violation.message, faultsBefore(outcome, violation).join("; ")])
        )
      )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulation ${scenario.seed}</title><style>${style}</style></head><body>
<h1>Simulation, seed ${scenario.seed}</h1>
<p>${operations} requests, acts and messages; ${steps} steps of workers; ${injected.length} faults; ${days} days of virtual time.
<br>Trace <code>${hash}</code></p>
${found}
<h2>By the hour</h2><p><span class="key commits">commits</span> <span class="key faults">faults</span> <span class="key violations">violations</span> Hours without a commit are left out.</p>${
    chart(timeline)
  }
<h2>Rows of the tables</h2>
${
    machines.map((machine) =>
      `<h3>${machine.name}</h3>${table(["Row", "From", "On", "When", "To", "Taken"], rowsOf(machine, outcome))}`
    ).join("\n")
  }
<h2>Faults</h2>${table(["Group", "Fault", "What happens", "Injected"], faultRows(outcome))}
<h2>Trial balance</h2>${table(["Account", "Asset", "Smallest units, debit positive"], balanceRows(outcome))}
</body></html>
`
}
