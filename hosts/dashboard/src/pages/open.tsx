// What has an end to come to, by age, and how much work waits.
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { goTo, linkTo } from "../app/router.ts"
import { useWords, wordFor } from "../i18n/language.tsx"
import { SelectField } from "../parts/field.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Age, Id, When } from "../parts/shown.tsx"
import { Badge, Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Open = Answer<"listOpen">

export const OpenPage = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const { work: { open: words } } = useWords()
  const unknown = query["unknown"] === "true" ? "true" : undefined
  const paging = usePaging(unknown ?? "")
  const loaded = useAnswer("listOpen", { query: { unknown, cursor: paging.cursor } }, () => true)
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            <SelectField
              label={words.show}
              value={unknown ?? ""}
              onInput={(value) => goTo(linkTo(["open"], { unknown: value }), { replace: true })}
              choices={[{ value: "", label: words.everything }, { value: "true", label: words.unknownOnly }]}
            />
          </form>
        }
      />
      <div class="stack">
        <Queue />
        <Show of={loaded}>
          {({ kinds, nextCursor, open }) => (
            <>
              <Panel title={words.kinds} flush>
                <KindTable kinds={kinds} />
              </Panel>
              <Panel flush>
                <OpenTable open={open} />
                <Pager paging={paging} next={nextCursor} />
              </Panel>
            </>
          )}
        </Show>
      </div>
    </>
  )
}

const Queue = () => {
  const { work: { open: words } } = useWords()
  const loaded = useAnswer("readQueue", {}, () => true)
  return (
    <Show of={loaded}>
      {({ dead, due, leased, oldestDueAt, providers }) => (
        <>
          <dl class="figures">
            <div class="figure">
              <dt>{words.due}</dt>
              <dd>{due}</dd>
            </div>
            <div class="figure">
              <dt>{words.leased}</dt>
              <dd>{leased}</dd>
            </div>
            <div class="figure">
              <dt>{words.dead}</dt>
              <dd>{dead === 0 ? 0 : <a href={linkTo(["dead-jobs"])}>{dead}</a>}</dd>
            </div>
            <div class="figure">
              <dt>{words.oldest}</dt>
              <dd>
                <small>
                  <When at={oldestDueAt} />
                </small>
              </dd>
            </div>
          </dl>
          {providers.length === 0 ? null : (
            <Panel title={words.providers} flush>
              <ProviderTable providers={providers} />
            </Panel>
          )}
        </>
      )}
    </Show>
  )
}

const providerTones = { unused: "plain", ready: "good", failing: "warn", away: "bad" } as const

// Where a certificate needs looking at; `pontepay doctor` warns from the same day on.
const certificateWarningDays = 30

const ProviderTable = ({ providers }: { readonly providers: Answer<"readQueue">["providers"] }) => {
  const { columns, work: { open: words } } = useWords()
  return (
    <Table
      caption={words.providers}
      rows={providers}
      keyOf={({ name }) => name}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        { head: words.provider, cell: ({ name }) => name, look: "fit" },
        {
          head: columns.status,
          cell: ({ state }) => <Badge tone={providerTones[state]} label={words.providerStates[state]} title={state} />,
          look: "fit"
        },
        { head: words.lastSuccess, cell: ({ lastSuccessAt }) => <When at={lastSuccessAt} />, look: "fit" },
        { head: words.calls, cell: ({ calls }) => calls, look: "number" },
        { head: words.failures, cell: ({ failures }) => failures, look: "number" },
        {
          head: words.certificateDays,
          cell: ({ certificateDaysLeft: days }) =>
            days !== null && days < certificateWarningDays ? <Badge tone="warn" label={String(days)} /> : days,
          look: "number"
        },
        { head: words.problem, cell: ({ problem }) => <span class="break">{problem}</span> }
      ]}
    />
  )
}

const KindTable = ({ kinds }: { readonly kinds: Open["kinds"] }) => {
  const { columns, kinds: names, work: { open: words } } = useWords()
  return (
    <Table
      caption={words.kinds}
      rows={kinds}
      keyOf={({ kind }) => kind}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        { head: columns.kind, cell: ({ kind }) => wordFor(names, kind) },
        { head: words.openCount, cell: ({ open }) => open, look: "number" },
        { head: words.unknownCount, cell: ({ unknown }) => unknown, look: "number" },
        {
          head: words.oldestUnknown,
          cell: ({ oldestUnknownSeconds }) => <Age seconds={oldestUnknownSeconds} />,
          look: "number"
        }
      ]}
    />
  )
}

const OpenTable = ({ open }: { readonly open: Open["open"] }) => {
  const { columns, kinds, said, work: { open: words } } = useWords()
  const byAge = open.toSorted((a, b) => b.ageSeconds - a.ageSeconds)
  return (
    <Table
      caption={words.title}
      rows={byAge}
      keyOf={({ id, kind }) => `${kind} ${id}`}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        { head: columns.kind, cell: ({ kind }) => wordFor(kinds, kind), look: "fit" },
        { head: columns.id, cell: ({ id }) => <Id id={id} to={["records", id]} /> },
        {
          head: columns.status,
          cell: ({ isUnknown, kind, state }) =>
            isUnknown
              ? <Badge tone="warn" label={words.unknown} />
              : state === null
              ? null
              : <Status status={state} kind={kind} />,
          look: "fit"
        },
        { head: columns.age, cell: ({ ageSeconds }) => <Age seconds={ageSeconds} />, look: "number" },
        { head: words.job, cell: ({ jobStatus }) => <Status status={jobStatus} />, look: "fit" },
        { head: words.attempts, cell: ({ attempts }) => attempts, look: "number" },
        { head: words.nextAttempt, cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} />, look: "fit" },
        {
          head: words.problem,
          cell: ({ cause }) => <span class="break">{cause === null ? null : said.reason(cause)}</span>
        },
        { head: columns.account, cell: ({ accountId }) => <Id id={accountId} to={["accounts", accountId]} /> }
      ]}
    />
  )
}
