// What an id names.
import { useAnswer } from "../api/use-answer.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { Notice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"
import { OperationTable } from "./operation-table.tsx"

export const SearchPage = ({ text }: { readonly text: string }) => {
  const { columns, kinds, search } = useWords()
  const loaded = useAnswer("search", { query: { q: text, accountId: undefined } }, () => false)
  return (
    <>
      <PageHead title={search.title} lead={search.lead(text)} />
      <Show of={loaded}>
        {({ isComplete, others, rows }) => (
          <div class="stack">
            {isComplete ? null : <Notice tone="warn">{search.incomplete}</Notice>}
            {others.length > 0 && rows.length === 0 ? null : (
              <Panel flush>
                <OperationTable caption={search.title} rows={rows} empty={search.empty} emptyHint={search.emptyHint} />
              </Panel>
            )}
            {others.length === 0 ? null : (
              <Panel title={search.others} flush>
                <Table
                  caption={search.others}
                  rows={others}
                  keyOf={({ id, kind }) => `${kind} ${id}`}
                  empty={search.empty}
                  columns={[
                    { head: columns.kind, cell: ({ kind }) => wordFor(kinds, kind), look: "fit" },
                    { head: columns.id, cell: ({ id }) => <Id id={id} to={["records", id]} /> },
                    { head: columns.account, cell: ({ accountId }) => <Id id={accountId} /> }
                  ]}
                />
              </Panel>
            )}
          </div>
        )}
      </Show>
    </>
  )
}
