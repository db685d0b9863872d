// What can be sent by hand about a record, and how it is looked at before: a refund, or the rest of a deposit.
import type { Answer } from "../api/wire.ts"
import type { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Facts } from "../parts/facts.tsx"
import { Notice } from "../parts/notice.tsx"
import { Amount, Units } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"

export type Preview = Answer<"previewPayoutRefund">
type Client = ReturnType<typeof useSignedIn>["client"]

/** Something that can be sent by hand about a record. */
export interface Sendable {
  readonly as: keyof typeof sendings
  readonly id: string
}

/** Where a refund goes, when the record itself does not say. */
export interface RefundTo {
  readonly refundAddress?: string
}

interface Sending {
  readonly look: (client: Client, id: string, told: RefundTo) => Promise<Preview>
  readonly send: (client: Client, id: string, preview: string, told: RefundTo) => Promise<unknown>
}

export const sendings = {
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

/** The words of a dialog: those of a refund, and where it is something else its own. */
export const useDialogWords = (as: Sendable["as"]) => {
  const { record, work } = useWords()
  const own = as === "restDelivery" || as === "restReturn" ? work[as] : { open: record.refund }
  return { ...work.refund, ...own }
}

/** What it would do, were it confirmed now. */
export const Previewed = ({ as, preview }: { readonly as: Sendable["as"]; readonly preview: Preview }) => {
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
