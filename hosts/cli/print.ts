// What commands print: tables that fit the terminal, records, JSON. Where the output is no terminal nothing is cut.
import { CliOutput } from "effect/cli"

type Cell = string | number | boolean | null | undefined

export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => Cell
  /** May be cut where the terminal is narrow; others are kept whole. */
  readonly canShrink?: boolean
}

const shortest = 8
const gap = "  "

const width = (text: string): number => CliOutput.displayWidth(text)

// Whatever comes from outside is shown without anything that could steer the terminal.
const safe = (text: string): string =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const textOf = (cell: Cell): string => cell === null || cell === undefined ? "-" : safe(String(cell))

const cut = (text: string, to: number): string => {
  if (width(text) <= to) return text
  let kept = ""
  for (const character of text) {
    if (width(kept + character) > to - 1) break
    kept += character
  }
  return `${kept}…`
}

const padded = (text: string, to: number): string => text + " ".repeat(Math.max(0, to - width(text)))

/** Widths that fit: the columns that may be cut give way, the widest first. */
const fitted = (widths: ReadonlyArray<number>, canShrink: ReadonlyArray<boolean>, columns: number | undefined) => {
  const fit = [...widths]
  if (columns === undefined) return fit
  const total = () => fit.reduce((sum, each) => sum + each, gap.length * (fit.length - 1))
  while (total() > columns) {
    const widest = Math.max(...fit.filter((each, index) => canShrink[index] === true && each > shortest))
    const at = fit.findIndex((each, index) => canShrink[index] === true && each === widest)
    if (at === -1) break
    fit[at] = widest - 1
  }
  return fit
}

/** Rows under their titles. */
export const table = <Row>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  terminal: number | undefined
): string => {
  const cells = rows.map((row) => columns.map(({ of }) => textOf(of(row))))
  const lines = [columns.map(({ title }) => title), ...cells]
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index] ?? ""))))
  const widths = fitted(natural, columns.map(({ canShrink }) => canShrink === true), terminal)
  return lines.map((line) =>
    line.map((text, index) => padded(cut(text, widths[index] ?? 0), widths[index] ?? 0)).join(gap).trimEnd()
  ).map((line) => `${line}\n`).join("")
}

const inline = (value: unknown): string => {
  if (value === null || value === undefined) return "-"
  return safe(typeof value === "string" ? value : JSON.stringify(value))
}

/** The fields of one thing, a line each. */
export const record = (fields: Readonly<Record<string, unknown>>): string => {
  const widest = Math.max(0, ...Object.keys(fields).map(width))
  return Object.entries(fields).map(([name, value]) => `${padded(safe(name), widest)}${gap}${inline(value)}\n`).join("")
}

/** So many of something. */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** JSON for programs. */
export const printJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`

/** Text from outside on one line. */
export const shown = safe

const escape = (code: string) => (text: string, canColor: boolean): string =>
  canColor ? `\u001b[${code}m${text}\u001b[0m` : text

export const green = escape("32")
export const red = escape("31")
export const yellow = escape("33")
export const dim = escape("2")
