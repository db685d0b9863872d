// A table of rows with named columns. Its box scrolls, so it can be reached by keyboard; the head stays in sight. On a phone each
// row is a card whose cells carry their heads.
import type { ComponentChildren } from "preact"
import { useWords } from "../i18n/language.tsx"
import { Empty } from "./notice.tsx"

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /** `act`: buttons. */
  readonly look?: "number" | "fit" | "act"
}

export function Table<Row>({ caption, columns, empty, emptyHint, keyOf, rows }: {
  /** What the table shows, for those who do not see it. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  readonly empty: string
  readonly emptyHint?: string
}) {
  const { common } = useWords()
  if (rows.length === 0) return <Empty title={empty} {...(emptyHint === undefined ? {} : { hint: emptyHint })} />
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={`${caption}. ${common.table}`}>
      <table>
        <caption class="hidden-text">{caption}</caption>
        <thead>
          <tr>{columns.map(({ head, look }) => <th key={head} scope="col" class={look}>{head}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ cell, head, look }) => <td key={head} class={look} data-head={head}>{cell(row)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
