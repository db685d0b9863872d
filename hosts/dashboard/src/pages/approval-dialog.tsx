// Asks before a second person decides: with what the order would do now, where it can be previewed.
import { useEffect, useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Confirm } from "../parts/dialog.tsx"
import { Facts } from "../parts/facts.tsx"
import { FailureNotice, Loading } from "../parts/notice.tsx"
import { Id, Reais } from "../parts/shown.tsx"
import { ActDetail } from "./act-detail.tsx"
import { type Preview, Previewed, type Sendable, sendings } from "./sendings.tsx"

export type Approval = Answer<"listApprovals">["approvals"][number]
export type Verdict = "approve" | "decline"

// What can be looked at before, by the endpoint that was requested.
const previewed: Readonly<Record<string, Sendable["as"]>> = {
  refundPayout: "payout",
  refundInvoice: "lightningInvoice",
  deliverRest: "restDelivery",
  returnRest: "restReturn"
}

/** What was asked, without what is told beside it and what only a program reads. */
export const restOfDetail = ({ detail, subject }: Approval): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(detail).filter(([name, value]) => value !== subject && name !== "preview"))

export const ApprovalDialog = ({ approval, onClose, onDone, verdict }: {
  readonly approval: Approval
  readonly verdict: Verdict
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { approvals, columns, work: { acts } } = useWords()
  const words = approvals[verdict]
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const deciding = useAction()
  const { action, approvalId, askedBy, subject, valueBrl } = approval
  return (
    <Confirm
      title={words.title}
      label={words.label}
      danger={verdict === "approve"}
      action={deciding}
      onClose={onClose}
      onConfirm={() => {
        void deciding.run(async () => {
          try {
            await client.ask(verdict, { params: { approvalId } })
          } finally {
            onDone()
          }
          announce(words.done)
          onClose()
        })
      }}
    >
      <Facts
        of={[
          [acts.action, wordFor(approvals.actions, action)],
          [acts.subject, <Id id={subject} />],
          [columns.value, <Reais value={valueBrl} />],
          [approvals.askedBy, askedBy?.name ?? acts.operator],
          [acts.detail, <ActDetail of={restOfDetail(approval)} />]
        ]}
      />
      {verdict === "approve" ? <Outlook of={approval} /> : null}
      <p>{words.body}</p>
    </Confirm>
  )
}

/** What carrying it out would do now. */
const Outlook = ({ of: { action, detail, subject } }: { readonly of: Approval }) => {
  const { client } = useSignedIn()
  const looking = useAction()
  const [preview, setPreview] = useState<Preview>()
  const as = previewed[action]
  useEffect(() => {
    if (as === undefined) return
    const { paymentHash, refundAddress } = detail
    const to = typeof refundAddress === "string" ? { refundAddress } : {}
    const id = typeof paymentHash === "string" ? paymentHash : subject
    void looking.run(async () => setPreview(await sendings[as].look(client, id, to)))
  }, [])
  if (as === undefined) return null
  if (preview !== undefined) return <Previewed preview={preview} as={as} />
  return looking.failure === undefined ? <Loading /> : <FailureNotice failure={looking.failure} />
}
