// The closings of a day: each place's own statement against our journal, and what one side alone has, with its age.
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { goTo, linkTo } from "../app/router.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Amount, Id, Nothing, When } from "../parts/shown.tsx"
import { Badge } from "../parts/status.tsx"
import { type Column, Table } from "../parts/table.tsx"

type Closed = Answer<"readClosings">["places"][number]
type Line = Closed["lines"][number]
type Difference = Closed["differences"][number]
type Balance = Closed["balances"][number]

const dayMs = 86_400_000

/** The civil day so many days from another one. */
const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

export const ClosingsPage = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const { work: { closings: words } } = useWords()
  const loaded = useAnswer("readClosings", { query: { day: query["day"] } })
  const day = loaded.answer?.day
  const choose = (chosen: string): void => goTo(linkTo(["closings"], { day: chosen }))
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        beside={day === undefined ? undefined : (
          <div class="row">
            <Button small onClick={() => choose(daysFrom(day, -1))}>{words.dayBefore}</Button>
            <strong>{day}</strong>
            <Button small onClick={() => choose(daysFrom(day, 1))}>{words.dayAfter}</Button>
          </div>
        )}
      />
      <Show of={loaded}>
        {({ places }) => (
          <div class="stack">
            {places.length === 0 ? <Empty title={words.empty} hint={words.emptyHint} /> : null}
            {places.map((closed) => <PlaceClosed key={closed.place} closed={closed} />)}
          </div>
        )}
      </Show>
    </>
  )
}

const PlaceClosed = ({ closed }: { readonly closed: Closed }) => {
  const { work: { closings: words } } = useWords()
  const { balances, closedAt, differences, lines, place, unreadable } = closed
  const isEven = differences.length === 0 && unreadable === 0
  return (
    <Panel
      title={place === "pix" ? words.pix : place}
      actions={<Badge tone={isEven ? "good" : "bad"} label={isEven ? words.even : words.differs(differences.length)} />}
    >
      <p>
        {words.closed} <When at={closedAt} />
        {unreadable > 0 ? ` · ${words.unreadable(unreadable)}` : null}
      </p>
      <Lines lines={lines} />
      {differences.length === 0 ? null : <Differences rows={differences} />}
      {balances.length === 0 ? null : <Balances rows={balances} />}
    </Panel>
  )
}

const Lines = ({ lines }: { readonly lines: ReadonlyArray<Line> }) => {
  const { columns, work: { closings: words } } = useWords()
  const of = (asset: string, sum: Line["journal"] | null) =>
    sum === null ? words.notCompared : (
      <>
        {sum.count} · <Amount value={sum.amount} asset={asset} />
      </>
    )
  const all: ReadonlyArray<Column<Line>> = [
    { head: columns.kind, cell: ({ kind }) => wordFor(words.kinds, kind) },
    { head: words.statement, cell: ({ asset, statement }) => of(asset, statement), look: "number" },
    { head: words.journal, cell: ({ asset, journal }) => of(asset, journal), look: "number" }
  ]
  return (
    <Table
      caption={words.totals}
      rows={lines}
      keyOf={({ asset, kind }) => `${asset} ${kind}`}
      empty={words.quiet}
      columns={all}
    />
  )
}

const amountOr = (value: string | null, asset: string) =>
  value === null ? <Nothing /> : <Amount value={value} asset={asset} />

const Differences = ({ rows }: { readonly rows: ReadonlyArray<Difference> }) => {
  const { columns, work: { closings: words } } = useWords()
  const all: ReadonlyArray<Column<Difference>> = [
    {
      head: words.movement,
      cell: ({ movement, subject }) =>
        subject === null ? <code>{movement}</code> : <Id id={subject} to={["records", subject]} />
    },
    { head: columns.kind, cell: ({ kind }) => wordFor(words.kinds, kind) },
    { head: words.statement, cell: ({ asset, statement }) => amountOr(statement, asset), look: "number" },
    { head: words.journal, cell: ({ asset, journal }) => amountOr(journal, asset), look: "number" },
    {
      head: words.difference,
      cell: ({ asset, difference }) => <Amount value={difference} asset={asset} />,
      look: "number"
    },
    { head: words.since, cell: ({ days, since }) => words.sinceDays(since, days), look: "fit" }
  ]
  return (
    <Table
      caption={words.differences}
      rows={rows}
      keyOf={({ asset, movement }) => `${asset} ${movement}`}
      empty={words.even}
      columns={all}
    />
  )
}

const Balances = ({ rows }: { readonly rows: ReadonlyArray<Balance> }) => {
  const { columns, work: { closings: words } } = useWords()
  const all: ReadonlyArray<Column<Balance>> = [
    { head: columns.asset, cell: ({ asset }) => asset },
    { head: words.held, cell: ({ asset, held }) => <Amount value={held} asset={asset} />, look: "number" },
    { head: words.journal, cell: ({ asset, booked }) => amountOr(booked, asset), look: "number" },
    { head: words.difference, cell: ({ asset, difference }) => amountOr(difference, asset), look: "number" },
    { head: words.change, cell: ({ asset, change }) => amountOr(change, asset), look: "number" }
  ]
  return <Table caption={words.balances} rows={rows} keyOf={({ asset }) => asset} empty={words.quiet} columns={all} />
}
