// What a page says when something failed, when there is nothing, and while it waits.
import type { ComponentChildren } from "preact"
import { type Failure, isWaiting } from "../api/failure.ts"
import { linkTo } from "../app/router.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Icon } from "./icon.tsx"

/** A failure with its code, its fields and the request id that support asks for. */
export const FailureNotice = ({ again, atFields = [], failure }: {
  readonly failure: Failure | undefined
  readonly again?: (() => void) | undefined
  /** Fields of a form, and objects of them, which say themselves what is wrong with them. */
  readonly atFields?: ReadonlyArray<string>
}) => {
  const { approvals, common, failure: words, fields, said } = useWords()
  if (failure === undefined) return null
  if (isWaiting(failure)) {
    const id = failure.details.find(({ field }) => field === "approvalId")?.message
    return (
      <div role="alert">
        <Notice tone="warn">
          <p>{approvals.waits}</p>
          <a href={linkTo(["approvals"], { id })}>{approvals.toApprovals}</a>
        </Notice>
      </div>
    )
  }
  return (
    <div class="notice" data-tone="bad" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{words.title}</strong>
        <p>
          {failure.errorCode === "NETWORK"
            ? words.network
            : said.refusal(failure.errorCode, failure.message, failure.cause)}
        </p>
        <dl>
          {failure.errorCode === null ? null : <Pair name={words.code} value={failure.errorCode} />}
          {failure.details.filter(({ field }) =>
            !atFields.some((each) => field === each || field.startsWith(`${each}.`))
          )
            .map(({ field, message }) => (
              <Pair
                key={field}
                name={wordFor(fields, field.split(".").at(-1) ?? field, `${words.field} ${field}`)}
                value={said.detail(message)}
              />
            ))}
          {failure.requestId === null ? null : <Pair name={words.request} value={failure.requestId} />}
        </dl>
        {again === undefined ? null : (
          <div class="actions">
            <button type="button" class="button" data-size="small" onClick={again}>{common.again}</button>
          </div>
        )}
      </div>
    </div>
  )
}

const Pair = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd class="mono break">{value}</dd>
  </>
)

export const Notice = ({ children, tone }: {
  readonly tone: "good" | "warn"
  readonly children: ComponentChildren
}) => (
  <div class="notice" data-tone={tone}>
    <Icon name={tone} />
    <div>{children}</div>
  </div>
)

export const Empty = ({ hint, title }: { readonly title: string; readonly hint?: string }) => (
  <div class="empty">
    <strong>{title}</strong>
    {hint}
  </div>
)

/** What a panel says that has nothing to show because no one answered. */
export const Unanswered = ({ again }: { readonly again: () => void }) => {
  const { common, failure } = useWords()
  return (
    <div class="empty">
      <p>{failure.network}</p>
      <button type="button" class="button" data-size="small" onClick={again}>{common.again}</button>
    </div>
  )
}

export const Loading = () => <div class="loading" role="status">{useWords().common.loading}</div>
