// What a text finds: payments by PIX key, name, amount or id, and customers and other records.
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { placeOfId } from "../app/id-place.ts"
import { linkTo } from "../app/router.ts"
import { dayAndMinute } from "../format/time.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { Notice } from "../parts/notice.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"
import { OperationTable } from "./operation-table.tsx"

export const SearchPage = ({ text }: { readonly text: string }) => {
  const { locale, search, summary } = useWords()
  const paging = usePaging(text)
  const asked = { query: { q: text, accountId: undefined, cursor: paging.cursor } }
  const loaded = useAnswer("search", asked, () => false)
  const since = (at: string) => search.searchedSince(summary.moment(...dayAndMinute(at, locale)))
  return (
    <>
      <PageHead title={search.title} lead={search.lead(text)} />
      <Show of={loaded}>
        {({ isComplete, nextCursor, others, rows, searchedSince }) => (
          <div class="stack">
            {isComplete || nextCursor !== null ? null : <Notice tone="warn">{search.incomplete}</Notice>}
            {others.length > 0 && rows.length === 0 && nextCursor === null ? null : (
              <Panel
                flush
                foot={
                  <Pager
                    paging={paging}
                    next={nextCursor}
                    note={searchedSince === null ? undefined : since(searchedSince)}
                  />
                }
              >
                <OperationTable caption={search.title} rows={rows} empty={search.empty} emptyHint={search.emptyHint} />
              </Panel>
            )}
            {others.length === 0 ? null : <Others of={others} />}
          </div>
        )}
      </Show>
    </>
  )
}

const Others = ({ of }: { readonly of: Answer<"search">["others"] }) => {
  const { columns, kinds, search } = useWords()
  return (
    <Panel title={search.others} flush>
      <Table
        caption={search.others}
        rows={of}
        keyOf={({ id, kind }) => `${kind} ${id}`}
        empty={search.empty}
        columns={[
          {
            head: columns.name,
            cell: ({ id, name }) =>
              name === null ? <Nothing /> : <a href={linkTo(placeOfId(id) ?? ["records", id])}>{name}</a>
          },
          { head: columns.kind, cell: ({ kind }) => wordFor(kinds, kind), look: "fit" },
          { head: columns.id, cell: ({ id }) => <Id id={id} to={placeOfId(id) ?? ["records", id]} /> },
          { head: columns.account, cell: ({ accountId }) => <Id id={accountId} /> }
        ]}
      />
    </Panel>
  )
}
