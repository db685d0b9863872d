// What somebody of the outside world can do to a record, in the sandbox: its own buttons for each kind and state.
import { useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords, wordFor } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { Panel } from "../parts/panel.tsx"
import { stateIn, textIn } from "./record-text.ts"
import { ContestDialog, PayDialog, ReturnDialog } from "./sandbox-dialogs.tsx"
import { type SandboxAction, offersOf } from "./sandbox-offers.ts"

/** The buttons of a kind; nothing where there is nothing to do, or no sandbox. */
export const SandboxActions = ({ id, kind, onDone, record }: {
  readonly kind: string
  /** As it is explained. */
  readonly id: string
  readonly record: unknown
  readonly onDone: () => void
}) => {
  const { work: { sandbox: words } } = useWords()
  const may = useMay()
  const state = stateIn(record)
  if (!may("payDeposit") || offersOf(kind, state).length === 0) return null
  const named = kind === "lightningInvoice" ? textIn(record, "paymentHash") ?? id : id
  return (
    <Panel title={words.actions}>
      <p class="small muted lead">{words.lead}</p>
      <SandboxButtons kind={kind} id={named} state={state} onDone={onDone} />
    </Panel>
  )
}

const decisions = { approve: "APPROVED", reject: "REJECTED", review: "REVIEW", expire: "EXPIRED" } as const

export const SandboxButtons = ({ id, kind, onDone, state }: {
  readonly kind: string
  /** As the interface names it. */
  readonly id: string
  readonly state: string | undefined
  readonly onDone: () => void
}) => {
  const { said, status, work: { sandbox: words } } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const [asking, setAsking] = useState<SandboxAction>()
  // The service may have ignored it, so what is said is the status that it came to.
  const act = (work: () => Promise<{ readonly status: string }>): void => {
    void action.run(async () => {
      const after = await work()
      announce(words.told(said.agreed(wordFor(status, after.status), kind)))
      onDone()
    })
  }
  const begin = (name: SandboxAction): void => {
    switch (name) {
      case "pay":
        return kind === "deposit" ? setAsking(name) : act(() => client.ask("payInvoice", { params: { id } }))
      case "return":
      case "dispute":
        return setAsking(name)
      case "settle":
      case "fail":
      case "reverse":
        return act(() => client.ask("movePayout", { params: { id }, body: { outcome: name } }))
      case "approve":
      case "reject":
      case "review":
      case "expire":
        return act(() => client.ask("decideKyc", { params: { id }, body: { status: decisions[name] } }))
    }
  }
  const dialog = { id, onDone, onClose: () => setAsking(undefined) }
  return (
    <>
      <div class="actions">
        {offersOf(kind, state).map((name) => (
          <Button
            key={name}
            small
            disabled={action.isBusy}
            label={`${words[name]} ${id}`}
            onClick={() => begin(name)}
          >
            {words[name]}
          </Button>
        ))}
      </div>
      <FailureNotice failure={action.failure} />
      {asking === "pay" ? <PayDialog {...dialog} /> : null}
      {asking === "return" ? <ReturnDialog {...dialog} /> : null}
      {asking === "dispute" ? <ContestDialog {...dialog} /> : null}
    </>
  )
}
