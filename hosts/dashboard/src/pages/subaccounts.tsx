// The subaccounts of an account.
import { useAnswer } from "../api/use-answer.ts"
import { type Place, linkTo } from "../app/router.ts"
import { ownAccountOf, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { AccountField } from "../parts/account-field.tsx"
import { TextField } from "../parts/field.tsx"
import { Filters, setFilters } from "../parts/filters.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty } from "../parts/notice.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"

export const SubaccountsPage = ({ place }: { readonly place: Place }) => {
  const { filters, work: { subaccounts: words } } = useWords()
  const { session } = useSignedIn()
  const accountId = ownAccountOf(session) ?? place.query["accountId"]
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div class="stack">
        <Filters place={place}>
          <AccountField
            isRequired
            value={place.query["accountId"] ?? ""}
            onInput={(value) => setFilters(place, { accountId: value })}
          />
          <TextField
            label={words.name}
            type="search"
            value={place.query["name"] ?? ""}
            onInput={(name) => setFilters(place, { name })}
          />
        </Filters>
        <Panel flush>
          {accountId === undefined
            ? <Empty title={filters.chooseAccount} hint={filters.chooseAccountHint} />
            : <Listed accountId={accountId} name={place.query["name"]} />}
        </Panel>
      </div>
    </>
  )
}

const Listed = ({ accountId, name }: { readonly accountId: string; readonly name: string | undefined }) => {
  const { columns, lists, work: { subaccounts: words } } = useWords()
  const paging = usePaging(`${accountId} ${name ?? ""}`)
  const loaded = useAnswer(
    "listSubaccounts",
    { query: { accountId, name, cursor: paging.cursor } },
    ({ kind }) => kind === "subaccount"
  )
  return (
    <Show of={loaded} missing={lists.unknownFilter}>
      {({ nextCursor, subaccounts }) => (
        <>
          <Table
            caption={words.title}
            rows={subaccounts}
            keyOf={({ subAccountId }) => subAccountId}
            empty={name === undefined ? words.empty : lists.emptyFiltered}
            columns={[
              {
                head: columns.name,
                cell: ({ name: shown, subAccountId }) => <a href={linkTo(["subaccounts", subAccountId])}>{shown}</a>
              },
              { head: columns.id, cell: ({ subAccountId }) => <Id id={subAccountId} /> },
              { head: columns.email, cell: ({ email }) => email ?? <Nothing /> },
              { head: columns.type, cell: ({ accountType }) => words[accountType], look: "fit" },
              { head: words.owner, cell: ({ owner }) => words[owner], look: "fit" },
              { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
            ]}
          />
          <Pager paging={paging} next={nextCursor} />
        </>
      )}
    </Show>
  )
}
