// What is not at its end, by kind and age: bars for the eye, figures for everybody.
import type { Answer } from "../api/wire.ts"
import { useWords } from "../i18n/language.tsx"
import { Panel } from "../parts/panel.tsx"
import { Table } from "../parts/table.tsx"

type Pending = Answer<"readSeries">["pending"][number]

const ages = ["underMinute", "underTenMinutes", "underHour", "underDay", "older"] as const

const totalOf = (row: Pending): number => ages.reduce((sum, age) => sum + row[age], 0)

export const PendingTable = ({ pending }: { readonly pending: ReadonlyArray<Pending> }) => {
  const { columns, kinds, overview } = useWords()
  const waiting = pending.filter((row) => totalOf(row) > 0)
  const most = Math.max(1, ...waiting.flatMap((row) => ages.map((age) => row[age])))
  return (
    <Panel title={overview.pending} flush>
      <Table
        caption={`${overview.pending}. ${overview.pendingAbout}`}
        rows={waiting}
        keyOf={({ kind }) => kind}
        empty={overview.nothingPending}
        columns={[
          { head: columns.kind, cell: ({ kind }) => kinds[kind], look: "fit" },
          ...ages.map((age) => ({
            head: overview.buckets[age],
            cell: (row: Pending) => (
              <span class="meter" data-age={age}>
                <meter min={0} max={most} value={row[age]} aria-hidden="true" />
                {row[age]}
              </span>
            )
          })),
          { head: overview.total, cell: totalOf, look: "number" }
        ]}
      />
    </Panel>
  )
}
