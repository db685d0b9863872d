// All attempts of whoever looks, with filters.
import { useAnswer } from "../api/use-answer.ts"
import type { Place } from "../app/router.ts"
import { useWords } from "../i18n/language.tsx"
import { AccountField } from "../parts/account-field.tsx"
import { SelectField } from "../parts/field.tsx"
import { Filters, setFilters } from "../parts/filters.tsx"
import { IdField } from "../parts/id-field.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { AttemptTable } from "./attempt-table.tsx"

const statuses = ["PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"] as const

export const KycPage = ({ place }: { readonly place: Place }) => {
  const { common, filters, lists, said, status, work: { kyc: words } } = useWords()
  const { query } = place
  const paging = usePaging(JSON.stringify(query))
  const loaded = useAnswer("listKycAttempts", {
    query: {
      accountId: query["accountId"],
      subAccountId: query["subAccountId"],
      status: query["status"],
      cursor: paging.cursor
    }
  }, ({ kind }) => kind === "kycAttempt")
  const set = (name: string) => (value: string): void => setFilters(place, { [name]: value })
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div class="stack">
        <Filters place={place}>
          <SelectField
            label={filters.status}
            value={query["status"] ?? ""}
            onInput={set("status")}
            choices={[
              { value: "", label: common.all },
              ...statuses.map((value) => ({ value, label: said.agreed(status[value], "kycAttempt") }))
            ]}
          />
          <AccountField value={query["accountId"] ?? ""} onInput={set("accountId")} />
          <IdField
            label={filters.subaccount}
            value={query["subAccountId"] ?? ""}
            onChosen={set("subAccountId")}
          />
        </Filters>
        <Panel flush>
          <Show of={loaded} missing={lists.unknownFilter}>
            {({ attempts, nextCursor }) => (
              <>
                <AttemptTable
                  attempts={attempts}
                  empty={Object.keys(query).length > 0 ? lists.emptyFiltered : words.empty}
                />
                <Pager
                  paging={paging}
                  next={nextCursor}
                  note={attempts.length === 0 && nextCursor !== null ? lists.shortPage : undefined}
                />
              </>
            )}
          </Show>
        </Panel>
      </div>
    </>
  )
}
