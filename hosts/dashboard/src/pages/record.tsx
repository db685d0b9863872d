// A record with everything that names it. A payment begins with its summary; then what happens next and its identifiers,
// then what it went through, what was booked and sent because of it, and its raw data.
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { linkTo } from "../app/router.ts"
import { useMay } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { CopyButton } from "../parts/copy.tsx"
import { Json } from "../parts/json.tsx"
import { Show } from "../parts/loaded.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Status } from "../parts/status.tsx"
import { DeliveryTable } from "./delivery-table.tsx"
import { JobTable } from "./job-table.tsx"
import { Postings } from "./postings.tsx"
import { RecordFacts, RecordIdentifiers } from "./record-facts.tsx"
import { RecordSummary } from "./record-summary.tsx"
import { stateIn } from "./record-text.ts"
import { RecordRefund } from "./refund.tsx"
import { SandboxActions } from "./sandbox-actions.tsx"
import { NextSteps, Timeline } from "./timeline.tsx"
import { Transitions } from "./transitions.tsx"

type Explanation = Answer<"explain">

export const RecordPage = ({ id }: { readonly id: string }) => {
  const { kinds, record: words } = useWords()
  const may = useMay()
  // Its webhooks' deliveries are records of their own, so any change of the account's may show here.
  const loaded = useAnswer(
    "explain",
    { params: { id } },
    (change) => change.id === id || change.kind === "delivery" || change.kind === "job"
  )
  const explained = loaded.answer
  const title = explained === undefined ? words.title : wordFor(kinds, explained.kind)
  // One head while it loads and after: the focus stays on its heading.
  return (
    <>
      <PageHead
        title={title}
        tab={`${title} ${id}`}
        beside={explained === undefined || explained.summary !== null ? undefined : <Named explained={explained} />}
        actions={explained !== undefined && may("refundPayout")
          ? <RecordRefund explained={explained} onSent={loaded.again} />
          : undefined}
      />
      <Show of={loaded}>{(shown) => <Explained explained={shown} again={loaded.again} />}</Show>
    </>
  )
}

const Named = ({ explained: { id, kind, record } }: { readonly explained: Explanation }) => {
  const state = stateIn(record)
  return (
    <>
      {state === undefined ? null : <Status status={state} kind={kind} />}
      <CopyableId id={id} />
    </>
  )
}

const CopyableId = ({ id }: { readonly id: string }) => {
  const { columns } = useWords()
  return (
    <span class="copyable">
      <code>{id}</code>
      <CopyButton of={columns.id} text={id} />
    </span>
  )
}

const Explained = ({ again, explained }: { readonly explained: Explanation; readonly again: () => void }) => {
  const { record: words } = useWords()
  const { deliveries, events, id, jobs, kind, next, postings, record, summary, timeline, transitions } = explained
  return (
    <div class="stack">
      {summary === null ? null : <RecordSummary kind={kind} summary={summary} />}
      <div class="narrow-and-wide">
        <div class="stack">
          {summary === null && next.length === 0 ? null : (
            <Panel title={words.next}>
              <NextSteps of={explained} />
            </Panel>
          )}
          <SandboxActions kind={kind} record={record} id={id} onDone={again} />
          <Panel title={words.identifiers}>
            {summary === null ? null : <CopyableId id={id} />}
            <RecordIdentifiers kind={kind} record={record} />
          </Panel>
        </div>
        <div class="stack">
          <Panel title={words.timeline}>
            <Timeline kind={kind} of={timeline} />
          </Panel>
          <Panel title={words.transitions} flush>
            <Transitions kind={kind} of={transitions} />
          </Panel>
          <Panel title={words.postings} flush>
            <Postings postings={postings} />
          </Panel>
          <Panel title={words.deliveries} flush>
            <DeliveryTable deliveries={deliveries} empty={words.deliveriesEmpty} onReplayed={again} withWebhook />
          </Panel>
          {jobs.length === 0 ? null : (
            <Panel title={words.jobs} flush>
              <JobTable jobs={jobs} empty={words.jobsEmpty} onRetried={again} />
            </Panel>
          )}
          {events.length === 0 ? null : (
            <Panel title={words.events}>
              <ul>
                {events.map((event) => (
                  <li key={event.id}>
                    <a href={linkTo(["events", event.id])}>
                      <code>{event.event}</code>
                    </a>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Panel title={words.facts}>
            <RecordFacts kind={kind} record={record} />
          </Panel>
          <Panel>
            <details>
              <summary>{words.stored}</summary>
              <Json value={record} label={words.stored} />
            </details>
          </Panel>
        </div>
      </div>
    </div>
  )
}
