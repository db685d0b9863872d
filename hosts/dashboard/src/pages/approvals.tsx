// What waits for a second person, and what was decided about it.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Reais, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"
import { ActDetail } from "./act-detail.tsx"
import { type Approval, ApprovalDialog, type Verdict, restOfDetail } from "./approval-dialog.tsx"

interface Asking {
  readonly approval: Approval
  readonly verdict: Verdict
}

export const ApprovalsPage = () => {
  const { approvals: words } = useWords()
  const [asking, setAsking] = useState<Asking>()
  const paging = usePaging("approvals")
  const loaded = useAnswer("listApprovals", { query: { cursor: paging.cursor } }, ({ kind }) => kind === "approval")
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Panel flush>
        <Show of={loaded}>
          {({ approvals, nextCursor }) => (
            <>
              <ApprovalTable rows={approvals} onAsk={setAsking} />
              <Pager paging={paging} next={nextCursor} />
            </>
          )}
        </Show>
      </Panel>
      {asking === undefined ?
        null :
        <ApprovalDialog {...asking} onClose={() => setAsking(undefined)} onDone={loaded.again} />}
    </>
  )
}

const ApprovalTable = ({ onAsk, rows }: {
  readonly rows: Answer<"listApprovals">["approvals"]
  readonly onAsk: (asking: Asking) => void
}) => {
  const { approvals: words, columns, work: { acts } } = useWords()
  return (
    <Table
      caption={words.title}
      rows={rows}
      keyOf={({ approvalId }) => approvalId}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
        { head: acts.action, cell: ({ action }) => <span title={action}>{wordFor(words.actions, action)}</span> },
        { head: acts.subject, cell: ({ subject }) => <Id id={subject} to={["records", subject]} /> },
        { head: columns.value, cell: ({ valueBrl }) => <Reais value={valueBrl} />, look: "number" },
        { head: acts.detail, cell: (approval) => <ActDetail of={restOfDetail(approval)} /> },
        { head: words.askedBy, cell: (approval) => <People of={approval} /> },
        { head: columns.status, cell: (approval) => <State of={approval} />, look: "fit" },
        {
          head: columns.actions,
          cell: (approval) => approval.state === "WAITING" ? <Verdicts of={approval} onAsk={onAsk} /> : null,
          look: "act"
        }
      ]}
    />
  )
}

const People = ({ of: { askedBy, decidedBy } }: { readonly of: Approval }) => {
  const { approvals: words, work: { acts } } = useWords()
  return (
    <>
      {askedBy?.name ?? acts.operator}
      {decidedBy === null ? null : (
        <span class="small muted own-line">
          {words.decidedBy} {decidedBy.name}
        </span>
      )}
    </>
  )
}

const State = ({ of: { expiresAt, state } }: { readonly of: Approval }) => {
  const { operators: words } = useWords()
  return (
    <>
      <Status status={state} kind="approval" />
      {state !== "WAITING" ? null : (
        <span class="small muted own-line">
          {words.until} <When at={expiresAt} />
        </span>
      )}
    </>
  )
}

/** Whoever asked takes it back; anybody else approves or declines. */
const Verdicts = ({ of: approval, onAsk }: {
  readonly of: Approval
  readonly onAsk: (asking: Asking) => void
}) => {
  const { approvals: words } = useWords()
  const { session: { viewer } } = useSignedIn()
  const may = useMay()
  const isOwn = viewer.who === "operator" && viewer.by?.id === approval.askedBy?.id
  // A token is no one, so it is no second person.
  const isPerson = viewer.who === "operator" && viewer.csrf !== null
  const button = (verdict: Verdict, label: string) => (
    <Button
      small
      kind={verdict === "approve" ? "main" : "plain"}
      label={`${label}: ${approval.subject}`}
      onClick={() => onAsk({ approval, verdict })}
    >
      {label}
    </Button>
  )
  return (
    <div class="actions">
      {may("approve") && isPerson && !isOwn ? button("approve", words.approve.label) : null}
      {may("decline") ? button("decline", isOwn ? words.takeBack : words.decline.label) : null}
    </div>
  )
}
