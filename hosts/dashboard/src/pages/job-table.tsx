// Jobs: what is left to do, and what was put aside. A dead one can be given another chance.
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { Id, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { type Column, Table } from "../parts/table.tsx"

type Job = Answer<"listDeadJobs">["jobs"][number]

export const JobTable = ({ empty, emptyHint, jobs, onRetried }: {
  readonly jobs: ReadonlyArray<Job>
  readonly empty: string
  readonly emptyHint?: string
  readonly onRetried: () => void
}) => {
  const { columns, record, said, work: { deadJobs: words, open } } = useWords()
  const { client } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const retry = (jobId: string): void => {
    void action.run(async () => {
      await client.ask("retryDeadJob", { params: { jobId } })
      announce(words.retried)
      onRetried()
    })
  }
  const all: ReadonlyArray<Column<Job> | undefined> = [
    { head: words.task, cell: ({ task }) => <code>{task}</code>, look: "fit" },
    { head: words.subject, cell: ({ subject }) => <Id id={subject} to={["records", subject]} /> },
    { head: columns.status, cell: ({ dead }) => <Status status={dead ? "dead" : "waiting"} />, look: "fit" },
    { head: open.attempts, cell: ({ attempt }) => attempt, look: "number" },
    { head: open.nextAttempt, cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} />, look: "fit" },
    {
      head: open.problem,
      cell: ({ cause }) => <span class="break">{cause === null ? null : said.reason(cause)}</span>
    },
    may("retryDeadJob")
      ? {
        head: columns.actions,
        cell: ({ dead, jobId }) =>
          dead
            ? (
              <Button small disabled={action.isBusy} label={`${words.retry} ${jobId}`} onClick={() => retry(jobId)}>
                {words.retry}
              </Button>
            )
            : null,
        look: "act"
      }
      : undefined
  ]
  return (
    <>
      <FailureNotice failure={action.failure} />
      <Table
        caption={record.jobs}
        rows={jobs}
        keyOf={({ jobId }) => jobId}
        empty={empty}
        {...(emptyHint === undefined ? {} : { emptyHint })}
        columns={all.filter((column) => column !== undefined)}
      />
    </>
  )
}
