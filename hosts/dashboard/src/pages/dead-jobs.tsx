// Jobs that were put aside.
import { useAnswer } from "../api/use-answer.ts"
import { useWords } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { JobTable } from "./job-table.tsx"

export const DeadJobsPage = () => {
  const { work: { deadJobs: words } } = useWords()
  const paging = usePaging("dead jobs")
  const loaded = useAnswer("listDeadJobs", { query: { cursor: paging.cursor } }, () => true)
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Panel flush>
        <Show of={loaded}>
          {({ jobs, nextCursor }) => (
            <>
              <JobTable jobs={jobs} empty={words.empty} emptyHint={words.emptyHint} onRetried={loaded.again} />
              <Pager paging={paging} next={nextCursor} />
            </>
          )}
        </Show>
      </Panel>
    </>
  )
}
