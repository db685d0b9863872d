// The overview: the window's figures, the plots, and what still waits by age.
import { useMemo } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { goTo, linkTo } from "../app/router.ts"
import { useSignedIn } from "../app/session.tsx"
import { dayAndTime, stretch } from "../format/time.ts"
import { useWords } from "../i18n/language.tsx"
import { AccountField } from "../parts/account-field.tsx"
import { SelectField } from "../parts/field.tsx"
import { IdField } from "../parts/id-field.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty, Notice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { PendingTable } from "./pending-table.tsx"
import { SeriesPlots } from "./series-plots.tsx"

export const OverviewPage = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const { filters, nav, overview } = useWords()
  const by = query["by"] === "day" ? "day" : "hour"
  const accountId = query["accountId"]
  const subAccountId = query["subAccountId"]
  const { session } = useSignedIn()
  const kinds = useMemo(() => new Set<string>(Object.keys(session.kinds)), [session])
  const loaded = useAnswer(
    "readSeries",
    { query: { by, accountId, subAccountId, from: undefined, to: undefined } },
    ({ kind }) => kinds.has(kind)
  )
  const set = (changes: Readonly<Record<string, string>>): void =>
    goTo(linkTo([], { ...query, ...changes }), { replace: true })
  return (
    <>
      <PageHead
        title={nav.overview}
        lead={overview.lead}
        actions={
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            <AccountField value={accountId ?? ""} onInput={(value) => set({ accountId: value })} />
            <IdField
              label={filters.subaccount}
              value={subAccountId ?? ""}
              onChosen={(value) => set({ subAccountId: value })}
            />
            <SelectField
              label={overview.window}
              value={by}
              onInput={(value) => set({ by: value })}
              choices={[{ value: "hour", label: overview.last24h }, { value: "day", label: overview.last30d }]}
            />
          </form>
        }
      />
      {session.may.includes("readQueue") ? <OpenReviews /> : null}
      <Show of={loaded}>{(series) => <Shown series={series} />}</Show>
    </>
  )
}

/** What needs a person, where anything does. */
const OpenReviews = () => {
  const { locale, overview } = useWords()
  const reviews = useAnswer("readQueue", {}, ({ kind }) => kind === "review").answer?.reviews
  if (reviews === undefined || reviews.oldestOpenedAt === null) return null
  return (
    <Notice tone="warn">
      <a href={linkTo(["reviews"])}>
        {overview.openReviews(reviews.open, dayAndTime(reviews.oldestOpenedAt, locale))}
      </a>
    </Notice>
  )
}

const Shown = ({ series }: { readonly series: Answer<"readSeries"> }) => {
  const { locale, overview } = useWords()
  const isQuiet = series.points.every(({ count }) => count === 0)
  return (
    <div class="stack">
      {series.isComplete
        ? null
        : <Notice tone="warn">{overview.incomplete(stretch(series.from, series.by, locale))}</Notice>}
      {isQuiet
        ? (
          <Panel>
            <Empty title={overview.noData} hint={overview.noDataHint} />
          </Panel>
        )
        : <SeriesPlots series={series} />}
      <PendingTable pending={series.pending} />
    </div>
  )
}
