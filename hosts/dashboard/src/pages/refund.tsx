// What an operator sends by hand, a refund or the rest of a deposit: first what it would do, then a dialog that asks, then exactly
// that preview.
import { useState } from "preact/hooks"
import { failureOf, isWaiting } from "../api/failure.ts"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { TextField, wrongOf } from "../parts/field.tsx"
import { FailureNotice, Loading } from "../parts/notice.tsx"
import { stateIn, textIn } from "./record-text.ts"
import { type Preview, Previewed, type RefundTo, type Sendable, sendings, useDialogWords } from "./sendings.tsx"

type Explanation = Answer<"explain">

/** What may be sent about a record; of a deposit only what is in the review queue. */
const sendablesOf = ({ id, kind, record, reviews }: Explanation): ReadonlyArray<Sendable> => {
  if (kind === "payout") return [{ as: kind, id }]
  if (kind === "lightningInvoice") return [{ as: kind, id: textIn(record, "paymentHash") ?? id }]
  if (kind !== "deposit" || reviews.length === 0) return []
  const state = stateIn(record)
  if (state === "PROCESSING") return [{ as: "restDelivery", id }, { as: "restReturn", id }]
  return state === "FAILED" ? [{ as: "restReturn", id }] : []
}

export const RecordRefund = ({ explained, onSent }: {
  readonly explained: Explanation
  readonly onSent: () => void
}) => (
  <>
    {sendablesOf(explained).map((sendable) => <SendButton key={sendable.as} of={sendable} onSent={onSent} />)}
  </>
)

const SendButton = ({ of, onSent }: { readonly of: Sendable; readonly onSent: () => void }) => {
  const { open } = useDialogWords(of.as)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{open}</Button>
      {isOpen ? <RefundDialog of={of} onSent={onSent} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

const RefundDialog = ({ of: { as, id }, onClose, onSent }: {
  readonly of: Sendable
  readonly onClose: () => void
  readonly onSent: () => void
}) => {
  const { common } = useWords()
  const words = useDialogWords(as)
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const looking = useAction()
  const sending = useAction()
  const [address, setAddress] = useState("")
  const [preview, setPreview] = useState<Preview>()
  const [hasChanged, setHasChanged] = useState(false)
  const [hasBegun, setHasBegun] = useState(false)
  const told: RefundTo = address.trim() === "" ? {} : { refundAddress: address.trim() }

  const look = (): void => {
    void looking.run(async () => setPreview(await sendings[as].look(client, id, told)))
  }
  if (!hasBegun) {
    setHasBegun(true)
    look()
  }
  const send = ({ preview: named }: Preview): void => {
    void sending.run(async () => {
      try {
        await sendings[as].send(client, id, named, told)
      } catch (thrown) {
        // What waits for a second person is not sent again.
        if (isWaiting(failureOf(thrown))) onSent()
        else {
          setHasChanged(true)
          look()
        }
        throw thrown
      }
      announce(words.sent)
      onSent()
      onClose()
    })
  }
  const canSend = !isWaiting(sending.failure) && preview !== undefined && preview.problem === null &&
    preview.moves.every(({ to }) => to !== null)
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      notice={
        <>
          <FailureNotice failure={looking.failure} atFields={["refundAddress"]} />
          <FailureNotice failure={sending.failure} />
        </>
      }
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="danger"
            disabled={!canSend || sending.isBusy || looking.isBusy}
            onClick={() => preview === undefined ? undefined : send(preview)}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      {hasChanged && preview !== undefined ? <p class="small muted">{words.changed}</p> : null}
      {preview === undefined
        ? looking.failure === undefined ? <Loading /> : null
        : <Previewed preview={preview} as={as} />}
      {as !== "lightningInvoice" ? null : (
        <form
          class="form-row"
          onSubmit={(event) => {
            event.preventDefault()
            look()
          }}
        >
          <TextField
            label={words.toldAddress}
            value={address}
            onInput={setAddress}
            placeholder="name@example.com"
            wrong={wrongOf(looking.failure, "refundAddress")}
          />
          <Button submit disabled={looking.isBusy}>{words.preview}</Button>
        </form>
      )}
    </Dialog>
  )
}
