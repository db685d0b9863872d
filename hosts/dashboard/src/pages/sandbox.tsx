// The sandbox's panel: its clock, and everything that waits for somebody outside to act.
import type { ComponentChild } from "preact"
import { useAnswer } from "../api/use-answer.ts"
import { useAction } from "../api/use-action.ts"
import type { EndpointName } from "../../../http/api/definition/management.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Facts } from "../parts/facts.tsx"
import { Show } from "../parts/loaded.tsx"
import { Empty, FailureNotice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Age, Id, Reais, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { SandboxButtons } from "./sandbox-actions.tsx"

export const SandboxPage = () => {
  const { work: { sandbox: words } } = useWords()
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div class="stack">
        <Clock />
        <Waiting title={words.deposits} list="listDeposits" kind="deposit" status="PENDING" />
        <Waiting title={words.payouts} list="listPayouts" kind="payout" status="PENDING" hint={words.hold} />
        <Waiting title={words.invoices} list="listLightningInvoices" kind="lightningInvoice" status="PENDING" />
        <WaitingAttempts />
      </div>
    </>
  )
}

const hourMs = 3_600_000
const leaps = [["hour", hourMs], ["day", 24 * hourMs], ["week", 7 * 24 * hourMs]] as const

const Clock = () => {
  const { work: { sandbox: words } } = useWords()
  const { client } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const loaded = useAnswer("readTime", {}, () => false)
  const move = (forwardMs: number): void => {
    void action.run(async () => {
      await client.ask("moveTime", { body: { forwardMs } })
      announce(words.moved)
      loaded.again()
    })
  }
  return (
    <Panel title={words.time}>
      <Show of={loaded}>
        {({ canMove, now, offsetMs }) => (
          <div class="stack">
            <p class="muted">{words.timeLead}</p>
            <Facts
              of={[[words.time, <When key="n" at={now} />], [words.ahead, <Age key="a" seconds={offsetMs / 1_000} />]]}
            />
            {may("moveTime") && canMove
              ? (
                <div class="actions">
                  <span>{words.forward}</span>
                  {leaps.map(([name, ms]) => (
                    <Button key={name} small disabled={action.isBusy} onClick={() => move(ms)}>{words[name]}</Button>
                  ))}
                </div>
              )
              : <p class="muted">{canMove ? words.operatorOnly : words.cannotMove}</p>}
            <FailureNotice failure={action.failure} />
          </div>
        )}
      </Show>
    </Panel>
  )
}

type ListName = Extract<EndpointName, "listDeposits" | "listPayouts" | "listLightningInvoices">

const Waiting = ({ hint, kind, list, status, title }: {
  readonly title: string
  readonly list: ListName
  readonly kind: "deposit" | "payout" | "lightningInvoice"
  readonly status: string
  readonly hint?: string
}) => {
  const none = undefined
  const loaded = useAnswer(
    list,
    { query: { status, accountId: none, subAccountId: none, asset: none, from: none, to: none, cursor: none } },
    (change) => change.kind === kind
  )
  return (
    <Panel title={title} flush>
      <Show of={loaded}>
        {({ rows }) => (
          <Items {...(hint === undefined ? {} : { hint })}>
            {rows.map(({ createdAt, id, recordId, state, status: shown, valueBrl }) => (
              <li key={recordId}>
                <Id id={id} to={["records", recordId]} />
                <Status status={shown} kind={kind} />
                <Reais value={valueBrl} />
                <span class="muted">
                  <When at={createdAt} />
                </span>
                <SandboxButtons
                  kind={kind}
                  id={kind === "lightningInvoice" ? id : recordId}
                  state={state}
                  onDone={loaded.again}
                />
              </li>
            ))}
          </Items>
        )}
      </Show>
    </Panel>
  )
}

const useAttempts = (status: "PENDING" | "REVIEW") =>
  useAnswer(
    "listKycAttempts",
    { query: { status, accountId: undefined, subAccountId: undefined, cursor: undefined } },
    ({ kind }) => kind === "kycAttempt"
  )

// Those that a person looks at wait as well.
const WaitingAttempts = () => {
  const { work: { sandbox: words } } = useWords()
  const pending = useAttempts("PENDING")
  const inReview = useAttempts("REVIEW")
  const again = (): void => {
    pending.again()
    inReview.again()
  }
  return (
    <Panel title={words.attempts} flush>
      <Show of={pending}>
        {({ attempts }) => (
          <Show of={inReview}>
            {({ attempts: examined }) => (
              <Items>
                {[...examined, ...attempts].map(({ attemptId, createdAt, state }) => (
                  <li key={attemptId}>
                    <Id id={attemptId} to={["records", attemptId]} />
                    <Status status={state} kind="kycAttempt" />
                    <span class="muted">
                      <When at={createdAt} />
                    </span>
                    <SandboxButtons kind="kycAttempt" id={attemptId} state={state} onDone={again} />
                  </li>
                ))}
              </Items>
            )}
          </Show>
        )}
      </Show>
    </Panel>
  )
}

const Items = ({ children, hint }: { readonly children: ReadonlyArray<ComponentChild>; readonly hint?: string }) => {
  const { work: { sandbox: words } } = useWords()
  if (children.length === 0) return <Empty title={words.empty} {...(hint === undefined ? {} : { hint })} />
  return <ul class="items">{children}</ul>
}
