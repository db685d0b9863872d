// The statement of an account or one of its subaccounts, to be looked at or saved as a file.
import { useAnswer } from "../api/use-answer.ts"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import type { Place } from "../app/router.ts"
import { ownAccountOf, useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { AccountField } from "../parts/account-field.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { SelectField } from "../parts/field.tsx"
import { Filters, setFilters } from "../parts/filters.tsx"
import { Icon } from "../parts/icon.tsx"
import { IdField } from "../parts/id-field.tsx"
import { InstantFilter, instantIn } from "../parts/instant-filter.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty, FailureNotice } from "../parts/notice.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Amount, Id, Reais, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Row = Answer<"readStatement">["operations"][number]

const types = ["deposit", "withdraw", "payout", "transfer"] as const

const typeOf = (text: string | undefined) => types.find((type) => type === text)

const windowOf = (place: Place) => ({
  accountId: place.query["accountId"],
  subAccountId: place.query["subAccountId"],
  from: instantIn(place, "from"),
  to: instantIn(place, "to"),
  type: typeOf(place.query["type"])
})

export const StatementPage = ({ place }: { readonly place: Place }) => {
  const { filters, work: { statement: words } } = useWords()
  const { session } = useSignedIn()
  const may = useMay()
  const { query } = place
  const isNamed = ownAccountOf(session) !== undefined || query["accountId"] !== undefined ||
    query["subAccountId"] !== undefined
  const set = (name: string) => (value: string): void => setFilters(place, { [name]: value })
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead(session.limits.statementWindowDays)}
        actions={isNamed && may("exportStatement") ? <Downloads place={place} /> : undefined}
      />
      <div class="stack">
        <Filters place={place}>
          <AccountField isRequired value={query["accountId"] ?? ""} onInput={set("accountId")} />
          <IdField
            label={filters.subaccount}
            value={query["subAccountId"] ?? ""}
            onChosen={set("subAccountId")}
          />
          <SelectField
            label={words.kind}
            value={query["type"] ?? ""}
            onInput={set("type")}
            choices={[
              { value: "", label: words.all },
              ...types.map((value) => ({ value, label: words.types[value] }))
            ]}
          />
          <div class="filter-pair">
            <InstantFilter label={words.from} name="from" place={place} />
            <InstantFilter label={words.to} name="to" place={place} />
          </div>
        </Filters>
        <Panel flush>
          {isNamed
            ? <Listed place={place} />
            : <Empty title={filters.chooseAccount} hint={filters.chooseAccountHint} />}
        </Panel>
      </div>
    </>
  )
}

const Downloads = ({ place }: { readonly place: Place }) => {
  const { work: { statement: words } } = useWords()
  const { client, session } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  // Whose it is and of when, so that files of several can lie beside each other.
  const { accountId, from, subAccountId, to } = windowOf(place)
  const parts = [subAccountId ?? accountId ?? ownAccountOf(session), from?.slice(0, 10), to?.slice(0, 10)]
    .filter((part) => part !== undefined)
  const save = (format: "csv" | "ofx"): void => {
    void action.run(async () => {
      const blob = await client.save("exportStatement", { query: { ...windowOf(place), format } })
      const link = document.createElement("a")
      link.href = URL.createObjectURL(blob)
      link.download = `${[words.file, ...parts].join("_")}.${format}`
      link.click()
      URL.revokeObjectURL(link.href)
      announce(words.downloaded)
    })
  }
  return (
    <>
      <FailureNotice failure={action.failure} />
      {(["csv", "ofx"] as const).map((format) => (
        <Button
          key={format}
          disabled={action.isBusy}
          label={`${words.download} ${words[format]}`}
          onClick={() => save(format)}
        >
          <Icon name="download" />
          {words[format]}
        </Button>
      ))}
    </>
  )
}

const Listed = ({ place }: { readonly place: Place }) => {
  const { columns, lists, locale, work: { statement: words } } = useWords()
  const paging = usePaging(JSON.stringify(place.query))
  const loaded = useAnswer("readStatement", { query: { ...windowOf(place), cursor: paging.cursor } }, () => false)
  return (
    <Show of={loaded} missing={lists.unknownFilter}>
      {({ nextCursor, operations, total }) => (
        <>
          <Table
            caption={words.title}
            rows={operations}
            keyOf={({ id }) => id}
            empty={words.empty}
            columns={[
              { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
              { head: columns.type, cell: ({ type }) => words.rows[type], look: "fit" },
              { head: columns.status, cell: ({ status }) => <Status status={status} />, look: "fit" },
              { head: columns.value, cell: ({ valueInBrl }) => <Reais value={valueInBrl} />, look: "number" },
              { head: columns.fee, cell: ({ fee }) => <Reais value={fee} />, look: "number" },
              {
                head: columns.amount,
                cell: (row: Row) => <Amount value={row.stableAmount} asset={row.asset} />,
                look: "number"
              },
              { head: columns.network, cell: ({ network }) => network, look: "fit" },
              { head: columns.endToEndId, cell: ({ endToEndId }) => <Id id={endToEndId} /> },
              { head: columns.txHash, cell: ({ txHash }) => <Id id={txHash} /> }
            ]}
          />
          <Pager
            paging={paging}
            next={nextCursor}
            note={operations.length === 0 ? undefined : words.total(new Intl.NumberFormat(locale).format(total))}
          />
        </>
      )}
    </Show>
  )
}
