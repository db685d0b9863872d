// What was booked, entry by entry, debits and credits beside each other.
import type { Answer } from "../api/wire.ts"
import { useWords } from "../i18n/language.tsx"
import { Units } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"

type Posting = Answer<"explain">["postings"][number]

const isDebit = ({ amount }: Posting): boolean => !amount.startsWith("-")

export const Postings = ({ postings }: { readonly postings: ReadonlyArray<Posting> }) => {
  const { record } = useWords()
  return (
    <Table
      caption={record.postings}
      rows={postings.map((posting, index) => ({ ...posting, index }))}
      keyOf={({ index }) => String(index)}
      empty={record.postingsEmpty}
      columns={[
        { head: record.entry, cell: ({ entry, template }) => <code title={entry}>{template}</code> },
        { head: record.account, cell: ({ account }) => <code class="break">{account}</code> },
        {
          head: record.debit,
          cell: (row) => isDebit(row) ? <Units units={row.amount} asset={row.asset} /> : "",
          look: "number"
        },
        {
          head: record.credit,
          cell: (row) => isDebit(row) ? "" : <Units units={row.amount.slice(1)} asset={row.asset} />,
          look: "number"
        }
      ]}
    />
  )
}
