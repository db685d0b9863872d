// What the page of a payment begins with: amount, who paid, who was paid, status, and one sentence that says what happened.
import type { Summary } from "../../../http/api/definition/management-answers.ts"
import { linkTo } from "../app/router.ts"
import { amount } from "../format/money.ts"
import { useWords } from "../i18n/language.tsx"
import { Status } from "../parts/status.tsx"
import { sentenceOf, shortened, unknownPayer } from "./summary-text.ts"

export const RecordSummary = ({ kind, summary }: { readonly kind: string; readonly summary: Summary }) => {
  const words = useWords()
  const { paid, payee, payer, received, state } = summary
  const { from, label, notIdentified, to } = words.summary
  return (
    <section class="panel summary" aria-label={label}>
      <p class="summary-amount">
        <span class="nowrap">{amount(paid.value, paid.asset, words.locale)}</span>
        {received === null ? null : (
          <span class="nowrap muted">
            <span aria-hidden="true">→</span> {amount(received.value, received.asset, words.locale)}
          </span>
        )}
      </p>
      <dl class="summary-parties">
        <Named label={from} party={payer} unknown={unknownPayer(summary, words)} />
        <Named label={to} party={payee} unknown={notIdentified} />
      </dl>
      <div class="summary-happened">
        <Status status={state} kind={kind} />
        <p>{sentenceOf(kind, summary, words)}</p>
      </div>
    </section>
  )
}

const Named = ({ label, party, unknown }: {
  readonly label: string
  readonly party: Summary["payer"]
  readonly unknown: string
}) => {
  const { detail = null, name = null, subAccountId = null, via = null } = party ?? {}
  const below = [name === null || detail === null ? null : shortened(detail), via].filter((text) => text !== null)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {name === null && detail === null
          ? <span class="muted">{unknown}</span>
          : <Name name={name ?? shortened(detail ?? unknown)} subAccountId={subAccountId} />}
        {below.length === 0
          ? null
          : <span class="small muted break" title={detail ?? undefined}>{below.join(" · ")}</span>}
      </dd>
    </div>
  )
}

const Name = ({ name, subAccountId }: { readonly name: string; readonly subAccountId: string | null }) =>
  subAccountId === null
    ? <strong class="break">{name}</strong>
    : (
      <a class="break" href={linkTo(["subaccounts", subAccountId])}>
        <strong>{name}</strong>
      </a>
    )
