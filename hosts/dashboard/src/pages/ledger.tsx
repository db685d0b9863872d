// The trial balance, as it stands or as it stood: a slider goes back hour by hour, a field to any instant.
import { useEffect, useId, useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { goTo, linkTo } from "../app/router.ts"
import { useSignedIn } from "../app/session.tsx"
import { instantOf, localInput } from "../format/time.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { TextField } from "../parts/field.tsx"
import { instantIn } from "../parts/instant-filter.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty, Notice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Units, When } from "../parts/shown.tsx"
import { Badge } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type TrialBalance = Answer<"readBooks">

export const LedgerPage = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const { work: { ledger: words } } = useWords()
  const at = instantIn({ query }, "at")
  const loaded = useAnswer(
    "readBooks",
    { query: { at } },
    at === undefined ? () => true : undefined
  )
  const choose = (instant: string | undefined): void => goTo(linkTo(["ledger"], { at: instant }), { replace: true })
  const balance = loaded.answer
  const nowMs = Date.now() + useAhead(at === undefined ? balance?.at : undefined)
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        beside={balance === undefined ? undefined : (
          <Badge
            tone={balance.isBalanced ? "good" : "bad"}
            label={balance.isBalanced ? words.balanced : words.unbalanced}
          />
        )}
      />
      <div class="stack">
        <Panel>
          <Instant at={at} nowMs={nowMs} since={balance?.since ?? null} onChoose={choose} />
        </Panel>
        <Show of={loaded}>{(shown) => <Balances balance={shown} />}</Show>
      </div>
    </>
  )
}

const hourMs = 3_600_000
const longestHours = 24 * 90
const pauseMs = 250

const hoursBack = (at: string | undefined, nowMs: number): number =>
  at === undefined ? 0 : Math.max(0, Math.round((nowMs - Date.parse(at)) / hourMs))

/** How far the service's clock is ahead of the browser's, by its latest word: at the login, or of the books as they stand. */
const useAhead = (now: string | undefined): number => {
  const { aheadMs } = useSignedIn()
  const [latest, setLatest] = useState(aheadMs)
  useEffect(() => {
    if (now !== undefined) setLatest(Date.parse(now) - Date.now())
  }, [now])
  return latest
}

const Instant = ({ at, nowMs, onChoose, since }: {
  readonly at: string | undefined
  /** The service's time, Unix milliseconds. */
  readonly nowMs: number
  readonly since: string | null
  readonly onChoose: (at: string | undefined) => void
}) => {
  const { common, work: { ledger: words } } = useWords()
  const id = useId()
  const [hours, setHours] = useState(() => hoursBack(at, nowMs))
  const most = since === null
    ? 1
    : Math.min(longestHours, Math.max(1, Math.ceil((nowMs - Date.parse(since)) / hourMs)))
  // A slider that is being moved asks when it rests.
  useEffect(() => {
    if (hours === hoursBack(at, nowMs)) return
    const timer = setTimeout(
      () => onChoose(hours === 0 ? undefined : new Date(nowMs - hours * hourMs).toISOString()),
      pauseMs
    )
    return () => clearTimeout(timer)
  }, [hours])
  const type = (value: string): void => {
    const instant = value === "" ? undefined : instantOf(value)
    setHours(hoursBack(instant, nowMs))
    onChoose(instant)
  }
  return (
    <div class="instant">
      <div class="field">
        <label for={id}>{words.slider}</label>
        <input
          id={id}
          type="range"
          dir="rtl"
          min={0}
          max={most}
          value={hours}
          aria-valuetext={words.hoursBack(hours)}
          onInput={(event) => setHours(Number(event.currentTarget.value))}
        />
        <span class="hint">
          {words.hoursBack(hours)}
          {hours === 0 ? null : (
            <>
              {": "}
              <When at={new Date(nowMs - hours * hourMs).toISOString()} />
            </>
          )}
          {since === null ? null : (
            <>
              {" · "}
              {words.since} <When at={since} />
            </>
          )}
        </span>
      </div>
      <TextField
        label={words.instant}
        type="datetime-local"
        value={at === undefined ? "" : localInput(at)}
        onInput={type}
      />
      <Button disabled={at === undefined} onClick={() => type("")} label={`${common.back}: ${words.now}`}>
        {words.now}
      </Button>
    </div>
  )
}

const Balances = ({ balance }: { readonly balance: TrialBalance }) => {
  const { work: { ledger: words } } = useWords()
  return (
    <>
      <p class="muted">
        {words.at} <When at={balance.at} />
      </p>
      {balance.isComplete ? null : <Notice tone="warn">{words.incomplete}</Notice>}
      {balance.assets.length === 0
        ? (
          <Panel>
            <Empty title={words.empty} hint={words.emptyHint} />
          </Panel>
        )
        : null}
      {balance.assets.map((asset) => <Asset key={asset.asset} of={asset} />)}
    </>
  )
}

const Asset = ({ of: { asset, kinds, sum } }: { readonly of: TrialBalance["assets"][number] }) => {
  const { work: { ledger: words } } = useWords()
  return (
    <Panel
      title={asset}
      flush
      actions={
        <>
          <span class="muted">{words.sum}</span> <Units units={sum} asset={asset} />
          <Badge tone={sum === "0" ? "good" : "bad"} label={sum === "0" ? words.balanced : words.unbalanced} />
        </>
      }
    >
      <Table
        caption={`${words.title} ${asset}`}
        rows={kinds}
        keyOf={({ kind }) => kind}
        empty={words.empty}
        columns={[
          {
            head: words.kind,
            cell: ({ about, kind }) => (
              <>
                <code>{kind}</code>
                <div class="small muted">
                  {wordFor(words.chart, kind, about)}
                </div>
              </>
            )
          },
          {
            head: words.balance,
            cell: ({ balance }) => (
              <>
                <Units units={balance.replace("-", "")} asset={asset} />{" "}
                <span class="muted small">
                  {balance === "0" ? "" : balance.startsWith("-") ? words.credit : words.debit}
                </span>
              </>
            ),
            look: "number"
          }
        ]}
      />
    </Panel>
  )
}
