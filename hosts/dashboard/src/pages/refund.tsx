// A refund by hand: first what it would do, then a dialog that asks, then the refund of exactly that preview.
import { useState } from "preact/hooks"
import { useDeed } from "../api/use-deed.ts"
import type { Answer } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { Facts } from "../parts/facts.tsx"
import { TextField, wrongOf } from "../parts/field.tsx"
import { FailureNotice, Loading, Notice } from "../parts/notice.tsx"
import { Amount, Units } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { textIn } from "./record-text.ts"

type Preview = Answer<"previewPayoutRefund">
type Explanation = Answer<"explain">

interface Refundable {
  readonly kind: Preview["kind"]
  readonly id: string
}

const refundableOf = ({ id, kind, record }: Explanation): Refundable | undefined => {
  if (kind === "payout") return { kind, id }
  if (kind === "lightningInvoice") return { kind, id: textIn(record, "paymentHash") ?? id }
  return undefined
}

export const RecordRefund = ({ explained, onSent }: {
  readonly explained: Explanation
  readonly onSent: () => void
}) => {
  const { record } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const refundable = refundableOf(explained)
  if (refundable === undefined) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{record.refund}</Button>
      {isOpen ? <RefundDialog of={refundable} onSent={onSent} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

const RefundDialog = ({ of: { id, kind }, onClose, onSent }: {
  readonly of: Refundable
  readonly onClose: () => void
  readonly onSent: () => void
}) => {
  const { common, work: { refund: words } } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const looking = useDeed()
  const sending = useDeed()
  const [address, setAddress] = useState("")
  const [preview, setPreview] = useState<Preview>()
  const [hasChanged, setHasChanged] = useState(false)
  const [hasBegun, setHasBegun] = useState(false)
  const told = address.trim() === "" ? undefined : address.trim()

  const look = (): void => {
    void looking.run(async () =>
      setPreview(
        kind === "payout"
          ? await client.ask("previewPayoutRefund", { params: { id } })
          : await client.ask("previewInvoiceRefund", { params: { id }, query: { refundAddress: told } })
      )
    )
  }
  if (!hasBegun) {
    setHasBegun(true)
    look()
  }
  const send = ({ preview: named }: Preview): void => {
    void sending.run(async () => {
      const body = { preview: named, ...(told === undefined ? {} : { refundAddress: told }) }
      try {
        await (kind === "payout"
          ? client.ask("refundPayout", { params: { id }, body: { preview: named } })
          : client.ask("refundInvoice", { params: { id }, body }))
      } catch (thrown) {
        setHasChanged(true)
        look()
        throw thrown
      }
      announce(words.sent)
      onSent()
      onClose()
    })
  }
  const canSend = preview !== undefined && preview.problem === null && preview.moves.every(({ to }) => to !== null)
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
      {preview === undefined ? looking.failure === undefined ? <Loading /> : null : <Previewed preview={preview} />}
      {kind === "payout" ? null : (
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

const Previewed = ({ preview }: { readonly preview: Preview }) => {
  const { columns, common, work: { refund: words } } = useWords()
  if (preview.problem !== null) {
    return (
      <Notice tone="warn">
        <strong>{words.none}</strong>
        <p>
          {words.noneWhile} <Status status={preview.status} kind={preview.kind} />
        </p>
      </Notice>
    )
  }
  return (
    <>
      <p>{words.lead}</p>
      <h3>{words.moves}</h3>
      {preview.moves.map(({ amount, asset, network, to }) => (
        <Facts
          key={`${asset} ${network} ${to ?? ""}`}
          of={[
            [
              columns.amount,
              <>
                <Amount value={amount} asset={asset} /> · {network}
              </>
            ],
            [words.to, <code class="break">{to ?? common.none}</code>]
          ]}
        />
      ))}
      <h3>{words.entries}</h3>
      {preview.entries.map(({ postings, template }) => (
        <div key={template}>
          <code class="muted">{template}</code>
          <Facts
            look="amounts"
            of={postings.map(({ account, amount, asset }) =>
              [account, <Units units={amount} asset={asset} />] as const
            )}
          />
        </div>
      ))}
      <Notice tone="warn">{words.confirmBody}</Notice>
    </>
  )
}
