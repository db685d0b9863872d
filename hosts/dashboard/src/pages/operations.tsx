// The list of one kind of operation, with filters and pages. It follows the live stream.
import { useAnswer } from "../api/use-answer.ts"
import type { EndpointName } from "../../../http/api/definition/management.ts"
import type { Place } from "../app/router.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { AccountField } from "../parts/account-field.tsx"
import { SelectField } from "../parts/field.tsx"
import { Filters, setFilters } from "../parts/filters.tsx"
import { IdField } from "../parts/id-field.tsx"
import { InstantFilter, instantIn } from "../parts/instant-filter.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { type OperationKind, OperationTable } from "./operation-table.tsx"

type ListName = Extract<
  EndpointName,
  "listDeposits" | "listPayouts" | "listLightningInvoices" | "listTransfers" | "listSwaps" | "listDisputes"
>

const lists = {
  deposit: { list: "listDeposits", title: "deposits" },
  payout: { list: "listPayouts", title: "payouts" },
  lightningInvoice: { list: "listLightningInvoices", title: "invoices" },
  transfer: { list: "listTransfers", title: "transfers" },
  swap: { list: "listSwaps", title: "swaps" },
  dispute: { list: "listDisputes", title: "disputes" }
} as const satisfies Record<OperationKind, { readonly list: ListName; readonly title: string }>

export const OperationsPage = ({ kind, place }: { readonly kind: OperationKind; readonly place: Place }) => {
  const words = useWords()
  const { list, title } = lists[kind]
  const { query } = place
  const paging = usePaging(`${kind} ${JSON.stringify(query)}`)
  const loaded = useAnswer(list, {
    query: {
      accountId: query["accountId"],
      subAccountId: query["subAccountId"],
      status: query["status"],
      asset: query["asset"],
      from: instantIn(place, "from"),
      to: instantIn(place, "to"),
      cursor: paging.cursor
    }
  }, (change) => change.kind === kind)
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <PageHead title={words.nav[title]} lead={words.lists.leads[kind]} />
      <div class="stack">
        <OperationFilters kind={kind} place={place} />
        <Panel flush>
          <Show of={loaded} missing={words.lists.unknownFilter}>
            {({ nextCursor, rows }) => (
              <>
                <OperationTable
                  caption={words.nav[title]}
                  kind={kind}
                  rows={rows}
                  empty={isFiltered ? words.lists.emptyFiltered : words.lists.empty}
                  {...(isFiltered ? {} : { emptyHint: words.lists.emptyHint })}
                />
                <Pager
                  paging={paging}
                  next={nextCursor}
                  note={rows.length === 0 && nextCursor !== null ? words.lists.shortPage : undefined}
                />
              </>
            )}
          </Show>
        </Panel>
      </div>
    </>
  )
}

const OperationFilters = ({ kind, place }: { readonly kind: OperationKind; readonly place: Place }) => {
  const { common, filters, said, status } = useWords()
  const { session } = useSignedIn()
  const { query } = place
  const set = (name: string) => (value: string): void => setFilters(place, { [name]: value })
  return (
    <Filters place={place}>
      <SelectField
        label={filters.status}
        value={query["status"] ?? ""}
        onInput={set("status")}
        choices={[
          { value: "", label: common.all },
          ...session.kinds[kind].statuses.map((value) => ({ value, label: said.agreed(wordFor(status, value), kind) }))
        ]}
      />
      {kind === "dispute" || kind === "lightningInvoice" ? null : (
        <SelectField
          label={filters.asset}
          value={query["asset"] ?? ""}
          onInput={set("asset")}
          choices={[
            { value: "", label: common.all },
            ...session.assets.map(({ code }) => ({ value: code, label: code }))
          ]}
        />
      )}
      <AccountField value={query["accountId"] ?? ""} onInput={set("accountId")} />
      <IdField label={filters.subaccount} value={query["subAccountId"] ?? ""} onChosen={set("subAccountId")} />
      <div class="filter-pair">
        <InstantFilter label={filters.from} name="from" place={place} />
        <InstantFilter label={filters.to} name="to" place={place} />
      </div>
    </Filters>
  )
}
