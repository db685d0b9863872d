// What needs a person: what is open, and what was solved or closed. What no event will answer is closed here, with a note.
import { useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { kindOfId } from "../app/id-place.ts"
import type { Place } from "../app/router.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Confirm } from "../parts/dialog.tsx"
import { LongField, SelectField, wrongOf } from "../parts/field.tsx"
import { Filters, setFilters } from "../parts/filters.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Age, Amount, Id, Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { type Column, Table } from "../parts/table.tsx"

type Review = Answer<"listReviews">["reviews"][number]

const states = ["OPEN", "SOLVED", "CLOSED"] as const

export const ReviewsPage = ({ place }: { readonly place: Place }) => {
  const words = useWords()
  const { work: { reviews } } = words
  const state = states.find((each) => each === place.query["state"]) ?? "OPEN"
  const [closing, setClosing] = useState<Review>()
  const paging = usePaging(`reviews ${state}`)
  const loaded = useAnswer("listReviews", { query: { cursor: paging.cursor, state } }, ({ kind }) => kind === "review")
  return (
    <>
      <PageHead title={reviews.title} lead={reviews.lead} />
      <div class="stack">
        <Filters place={place}>
          <SelectField
            label={words.filters.status}
            value={state}
            onInput={(value) => setFilters(place, { state: value })}
            choices={states.map((value) => ({
              value,
              label: words.said.agreed(wordFor(words.status, value), "review")
            }))}
          />
        </Filters>
        <Panel flush>
          <Show of={loaded}>
            {({ nextCursor, reviews: rows }) => (
              <>
                <ReviewTable
                  rows={rows}
                  empty={state === "OPEN" ? reviews.empty : reviews.emptyState}
                  onClosing={setClosing}
                />
                <Pager
                  paging={paging}
                  next={nextCursor}
                  note={rows.length === 0 && nextCursor !== null ? words.lists.shortPage : undefined}
                />
              </>
            )}
          </Show>
        </Panel>
      </div>
      {closing === undefined ?
        null :
        <CloseDialog review={closing} onClose={() => setClosing(undefined)} onDone={loaded.again} />}
    </>
  )
}

const ReviewTable = ({ empty, onClosing, rows }: {
  readonly rows: ReadonlyArray<Review>
  readonly empty: string
  readonly onClosing: (review: Review) => void
}) => {
  const { columns, said, work: { reviews: words } } = useWords()
  const may = useMay()
  const all: ReadonlyArray<Column<Review> | undefined> = [
    { head: words.subject, cell: ({ subject }) => <Id id={subject} to={["records", subject]} /> },
    { head: words.reason, cell: (review) => <Why of={review} /> },
    {
      head: columns.amount,
      cell: ({ amount }) => amount === null ? <Nothing /> : <Amount value={amount.value} asset={amount.asset} />,
      look: "number"
    },
    { head: columns.account, cell: (review) => <Whose of={review} /> },
    { head: words.times, cell: ({ times }) => times, look: "number" },
    { head: columns.age, cell: ({ ageSeconds }) => <Age seconds={ageSeconds} />, look: "fit" },
    { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
    { head: columns.status, cell: ({ state }) => <Status status={state} kind="review" />, look: "fit" },
    may("closeReview")
      ? {
        head: columns.actions,
        cell: (review) =>
          review.state === "OPEN"
            ? (
              <Button
                small
                label={`${words.close} ${said.review(review.cause, kindOfId(review.subject))[0]}`}
                onClick={() => onClosing(review)}
              >
                {words.close}
              </Button>
            )
            : null,
        look: "act"
      }
      : undefined
  ]
  return (
    <Table
      caption={words.title}
      rows={rows}
      keyOf={({ reviewId }) => reviewId}
      empty={empty}
      columns={all.filter((column) => column !== undefined)}
    />
  )
}

const Why = ({ of: { cause, note, subject } }: { readonly of: Review }) => {
  const [reason, evidence] = useWords().said.review(cause, kindOfId(subject))
  return (
    <>
      {reason}
      {evidence === "" ? null : <span class="small muted own-line break">{evidence}</span>}
      {note === null ? null : <span class="small own-line break">{note}</span>}
    </>
  )
}

const Whose = ({ of: { accountId, customer } }: { readonly of: Review }) => (
  <>
    <Id id={accountId} to={["accounts", accountId]} />
    {customer === null ? null : <span class="small muted own-line">{customer.name ?? customer.subAccountId}</span>}
  </>
)

const CloseDialog = ({ onClose, onDone, review: { cause, reviewId, subject } }: {
  readonly review: Review
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { said, work: { reviews: words } } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const [note, setNote] = useState("")
  const close = (): void => {
    void action.run(async () => {
      await client.ask("closeReview", { params: { reviewId }, body: { note } })
      announce(words.closed)
      onDone()
      onClose()
    })
  }
  return (
    <Confirm
      title={words.closeTitle}
      action={action}
      atFields={["note"]}
      label={words.confirm}
      onClose={onClose}
      onConfirm={close}
    >
      <p>{said.review(cause, kindOfId(subject))[0]}</p>
      <LongField
        label={words.note}
        hint={words.closeHint}
        value={note}
        onInput={setNote}
        wrong={wrongOf(action.failure, "note")}
      />
    </Confirm>
  )
}
