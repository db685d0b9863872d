// The actions of the sandbox that want to know more: who pays, how much goes back, what a contest says.
import { useState } from "preact/hooks"
import { type Action, useAction } from "../api/use-action.ts"
import type { RequestParts } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Confirm } from "../parts/dialog.tsx"
import { SelectField, TextField, wrongOf } from "../parts/field.tsx"

interface Opened {
  readonly id: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Does it, says so and closes. */
const useFinish = ({ onClose, onDone }: Opened, action: Action) => {
  const { work: { sandbox: words } } = useWords()
  const announce = useAnnounce()
  return (work: () => Promise<unknown>): void => {
    void action.run(async () => {
      await work()
      announce(words.done)
      onDone()
      onClose()
    })
  }
}

const orNull = (text: string): string | null => text.trim() === "" ? null : text.trim()

/** Cents as they were typed: what is no number goes out as it is, so that the service says what is wrong with it. */
const cents = (text: string): { readonly value?: number } =>
  text.trim() === "" ? {} : { value: /^\d+$/.test(text.trim()) ? Number(text) : text as unknown as number }

export const PayDialog = (opened: Opened) => {
  const { work: { sandbox: words } } = useWords()
  const { client } = useSignedIn()
  const action = useAction()
  const finish = useFinish(opened, action)
  const [name, setName] = useState("")
  const [taxId, setTaxId] = useState("")
  const payer = orNull(name) === null && orNull(taxId) === null
    ? {}
    : { payer: { name: orNull(name), taxId: orNull(taxId) } }
  return (
    <Confirm
      title={words.payTitle}
      label={words.pay}
      action={action}
      atFields={["payer"]}
      onClose={opened.onClose}
      onConfirm={() => finish(() => client.ask("payDeposit", { params: { id: opened.id }, body: payer }))}
    >
      <TextField label={words.payerName} value={name} onInput={setName} wrong={wrongOf(action.failure, "payer.name")} />
      <TextField
        label={words.payerTaxId}
        value={taxId}
        onInput={setTaxId}
        wrong={wrongOf(action.failure, "payer.taxId")}
      />
    </Confirm>
  )
}

export const ReturnDialog = (opened: Opened) => {
  const { work: { sandbox: words } } = useWords()
  const { client } = useSignedIn()
  const action = useAction()
  const finish = useFinish(opened, action)
  const [value, setValue] = useState("")
  return (
    <Confirm
      title={words.returnTitle}
      label={words.return}
      action={action}
      atFields={["value"]}
      onClose={opened.onClose}
      onConfirm={() => finish(() => client.ask("returnDeposit", { params: { id: opened.id }, body: cents(value) }))}
    >
      <TextField
        label={words.returnValue}
        inputMode="numeric"
        value={value}
        onInput={setValue}
        wrong={wrongOf(action.failure, "value")}
      />
    </Confirm>
  )
}

type DisputeStatus = RequestParts<"disputeDeposit">["body"]["status"]

const statuses = ["CREATED", "ACCEPTED", "REJECTED", "CANCELED"] as const satisfies ReadonlyArray<DisputeStatus>

export const ContestDialog = (opened: Opened) => {
  const { said, status: names, work: { sandbox: words } } = useWords()
  const { client } = useSignedIn()
  const action = useAction()
  const finish = useFinish(opened, action)
  const [status, setStatus] = useState<DisputeStatus>("CREATED")
  const [reason, setReason] = useState("")
  const told = reason.trim() === "" ? {} : { reason: reason.trim() }
  return (
    <Confirm
      title={words.disputeTitle}
      label={words.dispute}
      action={action}
      atFields={["reason"]}
      onClose={opened.onClose}
      onConfirm={() =>
        finish(() => client.ask("disputeDeposit", { params: { id: opened.id }, body: { status, ...told } }))}
    >
      <SelectField
        label={words.disputeStatus}
        value={status}
        onInput={(value) => setStatus(statuses.find((each) => each === value) ?? "CREATED")}
        choices={statuses.map((value) => ({ value, label: said.agreed(names[value], "dispute") }))}
      />
      <TextField
        label={words.disputeReason}
        value={reason}
        onInput={setReason}
        wrong={wrongOf(action.failure, "reason")}
      />
    </Confirm>
  )
}
