// What happened to a record, oldest first, each with its evidence; and what can happen to it next.
import type { Answer } from "../api/wire.ts"
import { useLifecycle, useWords, wordFor } from "../i18n/language.tsx"
import type { Words } from "../i18n/words.ts"
import { Linked } from "../parts/linked.tsx"
import { Empty } from "../parts/notice.tsx"
import { When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Passage } from "./transitions.tsx"

type Explanation = Answer<"explain">
type Line = Explanation["timeline"][number]

export const Timeline = ({ kind, of }: { readonly kind: string; readonly of: Explanation["timeline"] }) => {
  const { approvals, record } = useWords()
  if (of.length === 0) return <Empty title={record.timelineEmpty} />
  return (
    <ol class="timeline">
      {of.map((line, index) => (
        <li key={`${line.at} ${line.what} ${index}`}>
          <div>
            <Happened kind={kind} of={line.happened} />
          </div>
          <div class="when">
            <When at={line.at} />
            {line.by === undefined ? null : <span>{line.by}</span>}
            {line.approvedBy === undefined ? null : <span>{approvals.approvedBy} {line.approvedBy}</span>}
            <Evidence kind={kind} of={line} />
          </div>
        </li>
      ))}
    </ol>
  )
}

const Evidence = ({ kind, of }: { readonly kind: string; readonly of: Line }) => {
  const { record, said } = useWords()
  const text = evidenceOf(said, kind, of)
  return text === "" ? null : (
    <span class="break">
      <span class="hidden-text">{record.evidence}:</span>
      <Linked text={text} />
    </span>
  )
}

const evidenceOf = (said: Words["said"], kind: string, { evidence, happened }: Line): string => {
  switch (happened.verb) {
    case "moved": {
      const { cause, leg, proof } = happened
      const text = cause === null ? proof ?? "" : said.reason(cause)
      return leg === null ? text : said.leg(leg, text)
    }
    case "tried":
      return `${happened.webhookId}: ${said.reason(happened.cause)}`
    case "review":
      return said.review(happened.cause, kind)[1]
    case "booked":
    case "emitted":
    case "delivered":
    case "act":
      return evidence
  }
}

const Happened = ({ kind, of: happening }: { readonly kind: string; readonly of: Line["happened"] }) => {
  const { record: { happened }, said, work: { acts } } = useWords()
  const { meaning } = useLifecycle(kind)
  switch (happening.verb) {
    case "moved":
      return (
        <>
          {happened.moved}: {meaning(happening.on, happening.on)}
          <div>
            <Passage kind={kind} from={happening.from} to={happening.to} />
          </div>
        </>
      )
    case "review":
      return <>{happened.review}: {said.review(happening.cause, kind)[0]}</>
    case "act":
      return <span title={happening.action}>{wordFor(acts.actions, happening.action)}</span>
    case "booked":
    case "emitted":
    case "delivered":
    case "tried": {
      const [before, after] = happened[happening.verb]
      return (
        <>
          {before} <code>{happening.verb === "booked" ? happening.template : happening.event}</code> {after}
        </>
      )
    }
  }
}

type Steps = Explanation["next"]

/** What can happen next: what is expected of a payment, and behind a line of its own what rarely follows. */
export const NextSteps = ({ of: { kind, next, summary } }: { readonly of: Explanation }) => {
  const { record } = useWords()
  if (summary === null) {
    return next.length === 0 ? <p class="muted">{record.nextEmpty}</p> : <StepList kind={kind} of={next} />
  }
  const isExpected = ({ on }: Steps[number]) => summary.expected.some((trigger) => trigger === on)
  const expected = next.filter(isExpected)
  const rare = next.filter((step) => !isExpected(step))
  return (
    <>
      {expected.length === 0 ? <p>{record.nextFinal}</p> : <StepList kind={kind} of={expected} />}
      {rare.length === 0 ? null : (
        <details class="next-rare">
          <summary>{record.nextRare(new Set(rare.map(({ on }) => on)).size)}</summary>
          <StepList kind={kind} of={rare} />
        </details>
      )}
    </>
  )
}

const StepList = ({ kind, of }: { readonly kind: string; readonly of: Steps }) => {
  const { record } = useWords()
  const { condition, meaning } = useLifecycle(kind)
  return (
    <ul class="next-list">
      {[...Map.groupBy(of, ({ on }) => on)].map(([on, steps]) => (
        <li key={on}>
          <div>{meaning(on, steps[0]?.means ?? on)}</div>
          {steps.map(({ emits, to, when }, index) => (
            <div key={index} class="small muted step">
              {when === null
                ? index > 0 ? <div>{record.otherwise}</div> : null
                : <div>{record.when} {condition(when)}</div>}
              {record.leadsTo} <Status status={to} kind={kind} />
              {emits.length === 0 ? null : (
                <>
                  {" "}
                  {record.emits} <code>{emits.join(", ")}</code>
                </>
              )}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
