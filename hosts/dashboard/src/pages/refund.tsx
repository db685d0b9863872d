// What an operator sends by hand, a refund or the rest of a deposit: first what it would do, then a dialog that asks, then exactly
// that preview.
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
import { stateIn, textIn } from "./record-text.ts"

type Preview = Answer<"previewPayoutRefund">
type Explanation = Answer<"explain">
type Client = ReturnType<typeof useSignedIn>["client"]

/** Something that can be sent by hand about a record. */
interface Sendable {
  readonly as: keyof typeof sendings
  readonly id: string
}

/** Where a refund goes, when the record itself does not say. */
interface RefundTo {
  readonly refundAddress?: string
}

interface Sending {
  readonly look: (client: Client, id: string, told: RefundTo) => Promise<Preview>
  readonly send: (client: Client, id: string, preview: string, told: RefundTo) => Promise<unknown>
}

const sendings = {
  payout: {
    look: (client, id) => client.ask("previewPayoutRefund", { params: { transactionId: id } }),
    send: (client, id, preview) => client.ask("refundPayout", { params: { transactionId: id }, body: { preview } })
  },
  lightningInvoice: {
    look: (client, id, told) => client.ask("previewInvoiceRefund", { params: { paymentHash: id }, query: told }),
    send: (client, id, preview, told) =>
      client.ask("refundInvoice", { params: { paymentHash: id }, body: { preview, ...told } })
  },
  restDelivery: {
    look: (client, id) => client.ask("previewRestDelivery", { params: { depositId: id } }),
    send: (client, id, preview) =>
      client.ask("deliverRest", { params: { depositId: id }, body: { rest: Number(preview) } })
  },
  restReturn: {
    look: (client, id) => client.ask("previewRestReturn", { params: { depositId: id } }),
    send: (client, id, preview) =>
      client.ask("returnRest", { params: { depositId: id }, body: { rest: Number(preview) } })
  }
} as const satisfies Readonly<Record<string, Sending>>

/** What may be sent about a record; of a deposit only what is in the review queue. */
const sendablesOf = ({ id, kind, record, reviews }: Explanation): ReadonlyArray<Sendable> => {
  if (kind === "payout") return [{ as: kind, id }]
  if (kind === "lightningInvoice") return [{ as: kind, id: textIn(record, "paymentHash") ?? id }]
  if (kind !== "deposit" || reviews.length === 0) return []
  const state = stateIn(record)
  if (state === "PROCESSING") return [{ as: "restDelivery", id }, { as: "restReturn", id }]
  return state === "FAILED" ? [{ as: "restReturn", id }] : []
}

/** The words of a dialog: those of a refund, and where it is something else its own. */
const useDialogWords = (as: Sendable["as"]) => {
  const { record, work } = useWords()
  const own = as === "restDelivery" || as === "restReturn" ? work[as] : { open: record.refund }
  return { ...work.refund, ...own }
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
  const looking = useDeed()
  const sending = useDeed()
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

const Previewed = ({ as, preview }: { readonly as: Sendable["as"]; readonly preview: Preview }) => {
  const { columns, common } = useWords()
  const words = useDialogWords(as)
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
