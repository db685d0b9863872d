// What operators and owners did.
import { useAnswer } from "../api/use-answer.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"
import { ActDetail } from "./act-detail.tsx"

export const ActsPage = () => {
  const { approvals, columns, work: { acts: words } } = useWords()
  const paging = usePaging("acts")
  const loaded = useAnswer("listActs", { query: { cursor: paging.cursor } }, ({ kind }) => kind === "operatorAct")
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Panel flush>
        <Show of={loaded}>
          {({ acts, nextCursor }) => (
            <>
              <Table
                caption={words.title}
                rows={acts}
                keyOf={({ actId }) => actId}
                empty={words.empty}
                columns={[
                  { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
                  {
                    head: words.action,
                    cell: ({ action }) => <span title={action}>{wordFor(words.actions, action)}</span>,
                    look: "fit"
                  },
                  {
                    head: words.who,
                    cell: ({ approvedBy, by, keyId }) =>
                      keyId !== null ? <Id id={keyId} to={["records", keyId]} /> : (
                        <>
                          <span title={by?.id}>{by?.name ?? words.operator}</span>
                          {approvedBy === null ? null : (
                            <span class="small muted own-line" title={approvedBy.id}>
                              {approvals.approvedBy} {approvedBy.name}
                            </span>
                          )}
                        </>
                      )
                  },
                  {
                    head: words.subject,
                    // An operator or a service token is no record of an account.
                    cell: ({ accountId, subject }) =>
                      accountId === "operator" ? <Id id={subject} /> : <Id id={subject} to={["records", subject]} />
                  },
                  {
                    head: words.detail,
                    cell: ({ detail }) => <ActDetail of={detail} />
                  },
                  {
                    head: columns.account,
                    cell: ({ accountId }) =>
                      accountId === "operator" ? <Nothing /> : <Id id={accountId} to={["accounts", accountId]} />
                  },
                  { head: words.request, cell: ({ requestId }) => <Id id={requestId} /> }
                ]}
              />
              <Pager paging={paging} next={nextCursor} />
            </>
          )}
        </Show>
      </Panel>
    </>
  )
}
