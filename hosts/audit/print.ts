// What an audit found, for a person and for a program: what was read, what had to hold and whether it does, what the books
// add up to, and where the chain over the journal ends.
import { decimalOf } from "./amounts.ts"
import type { Survey } from "./audit.ts"
import type { KindBalance } from "./books.ts"
import type { ChainEnd } from "./chain.ts"
import type { Verdict, Violation } from "./invariant.ts"

/** Violations of one invariant that are written out for a person; a program gets all. */
const mostShown = 20
/** A tail that is older is worth a look: no one seals. */
const oldTailMs = 300_000
/** Columns. */
const screen = 120

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

const shown = ({ expected, found, problem, record }: Violation): string =>
  `        ${record}: ${problem}\n          expected  ${expected}\n          found     ${found}`

/** Words in lines that fit a screen, each line after the first under the first. */
const wrapped = (text: string, indent: number): string => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    const isFull = line !== "" && indent + line.length + 1 + word.length > screen
    if (isFull) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines.join(`\n${" ".repeat(indent)}`)
}

const isWell = ({ violations }: Verdict): boolean => violations.length === 0

const verdictText = (verdict: Verdict): string => {
  const { holds, looked, name, of, violations } = verdict
  const head = `  ${isWell(verdict) ? "ok  " : "FAIL"}  ${name.padEnd(26)}`
  const statement = wrapped(`${holds} [${looked.toLocaleString("en")} ${of}]`, head.length)
  const rest = violations.length > mostShown
    ? [`        ... and ${violations.length - mostShown} more; --json has all of them`]
    : []
  return [`${head}${statement}`, ...violations.slice(0, mostShown).map(shown), ...rest].join("\n")
}

/** The invariants, those that hold first, and the others with what is wrong. */
export const verdictsText = (verdicts: ReadonlyArray<Verdict>): string =>
  [...verdicts.filter(isWell), ...verdicts.filter((verdict) => !isWell(verdict))].map(verdictText).join("\n")

const readText = ({ books, deadJobs, jobs, records }: Survey): string => {
  const rows = [
    ...[...records].sort(([a], [b]) => a < b ? -1 : 1),
    ["journal entries", books.entries],
    ["postings", books.postings],
    [deadJobs === 0 ? "jobs" : `jobs (${deadJobs} put aside as dead letters)`, jobs]
  ] as const
  const cells = rows.map(([kind, count]) => `${count.toLocaleString("en").padStart(12)}  ${kind}`)
  const half = Math.ceil(cells.length / 2)
  const width = Math.max(...cells.slice(0, half).map((cell) => cell.length)) + 2
  return cells.slice(0, half).map((cell, n) => `${cell.padEnd(width)}${cells[n + half] ?? ""}`.trimEnd()).join("\n")
}

const sideOf = (amount: bigint): string => amount === 0n ? "      " : amount > 0n ? "debit " : "credit"

const balanceText = ({ accounts, amount, asset, kind }: KindBalance): string => {
  const size = decimalOf(asset, amount < 0n ? -amount : amount)
  return `    ${sideOf(amount)} ${size.padStart(30)}  ${kind}${
    accounts === 1 ? "" : ` (${counted(accounts, "account")})`
  }`
}

const trialText = (balances: ReadonlyArray<KindBalance>): string =>
  balances.length === 0
    ? "  no money was booked"
    : [...Map.groupBy(balances, ({ asset }) => asset)].map(([asset, rows]) => {
      const sum = rows.reduce((total, { amount }) => total + amount, 0n)
      const is = sum === 0n ?
        "sums to 0" :
        `DOES NOT SUM TO 0: ${sum > 0n ? "" : "-"}${decimalOf(asset, sum > 0n ? sum : -sum)}`
      return [`  ${asset} ${is}`, ...rows.map(balanceText)].join("\n")
    }).join("\n")

const ageText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

const chainText = ({ head, oldestUnsealed, sealed, unsealed }: ChainEnd, now: number): string => {
  const age = oldestUnsealed === undefined ? 0 : now - oldestUnsealed
  const tail = unsealed === 0
    ? "nothing is unsealed"
    : `${counted(unsealed, "entry", "entries")} not sealed yet, the oldest ${ageText(age)} old`
  const note = age > oldTailMs
    ? ["  note: no worker has sealed for a while; entries above the head can be changed unseen"]
    : []
  return [
    head === undefined ? "  no head: nothing was sealed" : `  head ${head.number}:${head.hash}`,
    `  ${counted(sealed, "entry", "entries")} sealed, ${tail}`,
    ...note,
    ...(head === undefined ? [] : [`  keep the head elsewhere and check it with --head ${head.number}:<hash>`])
  ].join("\n")
}

const violationsIn = (verdicts: ReadonlyArray<Verdict>): number =>
  verdicts.reduce((sum, { violations }) => sum + violations.length, 0)

/** The report for a person; `now` is Unix milliseconds. */
export const asText = (database: string, survey: Survey, now: number): string => {
  const { books, chain, verdicts } = survey
  const count = violationsIn(verdicts)
  const failed = verdicts.filter((verdict) => !isWell(verdict))
  const end = count === 0
    ? `Clean: ${verdicts.length} invariants hold.`
    : `${counted(count, "violation")} of ${failed.map(({ name }) => name).join(", ")}; ${
      verdicts.length - failed.length
    } of ${verdicts.length} invariants hold.`
  return [
    `Audit of ${database} at ${new Date(now).toISOString()}`,
    `\nRead\n${readText(survey)}`,
    `\nTrial balance\n${trialText(books.trialBalance)}`,
    `\nChain over the journal\n${chainText(chain, now)}`,
    `\nInvariants\n${verdictsText(verdicts)}`,
    `\n${end}`
  ].join("\n")
}

/** The report for a program; amounts are smallest units, debit positive, as text. */
export const asJson = (database: string, { books, chain, deadJobs, jobs, records, verdicts }: Survey): string =>
  JSON.stringify(
    {
      database,
      clean: violationsIn(verdicts) === 0,
      read: { records: Object.fromEntries(records), jobs, deadJobs, entries: books.entries, postings: books.postings },
      invariants: verdicts,
      trialBalance: books.trialBalance.map((row) => ({ ...row, amount: String(row.amount) })),
      chain: {
        head: chain.head ?? null,
        sealed: chain.sealed,
        unsealed: chain.unsealed,
        oldestUnsealed: chain.oldestUnsealed ?? null
      }
    },
    null,
    2
  )
