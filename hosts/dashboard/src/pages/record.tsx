// A record with everything that names it: what happened, what was booked and told, what is left to do, what happens next.
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
import { RecordFacts } from "./record-facts.tsx"
import { stateIn } from "./record-text.ts"
import { RecordRefund } from "./refund.tsx"
import { SandboxDeeds } from "./sandbox-deeds.tsx"
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
        beside={explained === undefined ? undefined : <Named explained={explained} />}
        actions={explained !== undefined && may("refundPayout")
          ? <RecordRefund explained={explained} onSent={loaded.again} />
          : undefined}
      />
      <Show of={loaded}>{(shown) => <Explained explained={shown} again={loaded.again} />}</Show>
    </>
  )
}

const Named = ({ explained: { id, kind, record } }: { readonly explained: Explanation }) => {
  const { columns } = useWords()
  const state = stateIn(record)
  return (
    <>
      {state === undefined ? null : <Status status={state} kind={kind} />}
      <span class="copyable">
        <code>{id}</code>
        <CopyButton of={columns.id} text={id} />
      </span>
    </>
  )
}

const Explained = ({ again, explained }: { readonly explained: Explanation; readonly again: () => void }) => {
  const { record: words } = useWords()
  const { deliveries, events, id, jobs, kind, next, postings, record, timeline, transitions } = explained
  return (
    <div class="wide-and-narrow">
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
      </div>
      <div class="stack">
        <SandboxDeeds kind={kind} record={record} id={id} onDone={again} />
        <Panel title={words.next}>
          <NextSteps kind={kind} of={next} />
        </Panel>
        <Panel title={words.facts}>
          <RecordFacts kind={kind} record={record} />
        </Panel>
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
        <Panel>
          <details>
            <summary>{words.stored}</summary>
            <Json value={record} label={words.stored} />
          </details>
        </Panel>
      </div>
    </div>
  )
}
