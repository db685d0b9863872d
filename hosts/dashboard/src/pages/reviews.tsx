// What needs a person.
import { useAnswer } from "../api/use-answer.ts"
import { kindOfId } from "../app/id-place.ts"
import { useWords } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, When } from "../parts/shown.tsx"
import { Table } from "../parts/table.tsx"

export const ReviewsPage = () => {
  const { columns, said, work: { reviews: words } } = useWords()
  const paging = usePaging("reviews")
  const loaded = useAnswer("listReviews", { query: { cursor: paging.cursor } }, ({ kind }) => kind === "review")
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Panel flush>
        <Show of={loaded}>
          {({ nextCursor, reviews }) => (
            <>
              <Table
                caption={words.title}
                rows={reviews}
                keyOf={({ reviewId }) => reviewId}
                empty={words.empty}
                columns={[
                  { head: words.subject, cell: ({ subject }) => <Id id={subject} to={["records", subject]} /> },
                  { head: words.reason, cell: ({ cause, subject }) => said.review(cause, kindOfId(subject))[0] },
                  {
                    head: words.evidence,
                    cell: ({ cause, subject }) => <span class="break">{said.review(cause, kindOfId(subject))[1]}</span>
                  },
                  {
                    head: columns.account,
                    cell: ({ accountId }) => <Id id={accountId} to={["accounts", accountId]} />
                  },
                  { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
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
