// What a record went through, oldest first: when, from which state to which, by what, and what says so.
import type { Answer } from "../api/wire.ts"
import { useLifecycle, useWords } from "../i18n/language.tsx"
import { Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Transition = Answer<"explain">["transitions"][number]

export const Transitions = ({ kind, of }: {
  readonly kind: string
  readonly of: ReadonlyArray<Transition>
}) => {
  const { record, said } = useWords()
  const { meaning } = useLifecycle(kind)
  return (
    <Table
      caption={record.transitions}
      rows={of.map((transition, index) => ({ ...transition, index }))}
      keyOf={({ index }) => String(index)}
      empty={record.transitionsEmpty}
      columns={[
        { head: record.at, cell: ({ at }) => <When at={at} />, look: "fit" },
        { head: record.moved, cell: ({ from, to }) => <Passage kind={kind} from={from} to={to} /> },
        { head: record.by, cell: ({ means, on }) => <span class="words" title={on}>{meaning(on, means)}</span> },
        {
          head: record.evidence,
          cell: ({ cause, evidence, leg }) => {
            const text = cause === null ? evidence ?? "" : said.reason(cause)
            const whole = leg === null ? text : said.leg(leg, text)
            return whole === "" ? <Nothing /> : <code class="words break">{whole}</code>
          }
        }
      ]}
    />
  )
}

/** Two states with the way between them; one where the record stayed as it was. */
export const Passage = ({ from, kind, to }: {
  readonly kind: string
  readonly from: string
  readonly to: string
}) =>
  from === to ? <Status status={to} kind={kind} /> : (
    <span class="passage">
      <Status status={from} kind={kind} />
      <span class="nowrap">
        <span aria-hidden="true">→</span>
        <Status status={to} kind={kind} />
      </span>
    </span>
  )
