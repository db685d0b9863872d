// What owners do about an operator: invite, invite again, change the role, disable. Each asks first; the link of an invitation is
// shown in a dialog, and nowhere again.
import { useState } from "preact/hooks"
import { type Action, useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { linkTo } from "../app/router.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Secret } from "../parts/copy.tsx"
import { Confirm, Dialog } from "../parts/dialog.tsx"
import { SelectField, TextField, wrongOf } from "../parts/field.tsx"

type Operator = Answer<"listOperators">["operators"][number]
type Role = Operator["role"]

export type Asking =
  | { readonly what: "nothing" | "invite" }
  | { readonly what: "again" | "role" | "disable"; readonly operator: Operator }
  | { readonly what: "link"; readonly invitation: string }

export const nothing: Asking = { what: "nothing" }

/** The address that opens an invitation here. */
const linkOf = (invitation: string): string => new URL(linkTo(["invitation", invitation]), location.href).href

export const OperatorDialog = ({ asking, onAsk, onDone }: {
  readonly asking: Asking
  readonly onAsk: (asking: Asking) => void
  readonly onDone: () => void
}) => {
  const { common, operators: words } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const close = (): void => {
    action.clear()
    onAsk(nothing)
  }
  const run = (work: () => Promise<Asking>): void => {
    void action.run(async () => {
      onAsk(await work())
      onDone()
    })
  }
  switch (asking.what) {
    case "nothing":
      return null
    case "invite":
      return (
        <Invite
          action={action}
          onClose={close}
          onInvite={(body) =>
            run(async () => ({ what: "link", invitation: (await client.ask("inviteOperator", { body })).invitation }))}
        />
      )
    case "link":
      return (
        <Dialog
          title={words.link}
          warning={words.closeAnyway}
          onClose={close}
          foot={<Button kind="main" onClick={close}>{common.close}</Button>}
        >
          <Secret of={words.link} hint={words.linkHint} text={linkOf(asking.invitation)} />
        </Dialog>
      )
    case "role":
      return (
        <ChangeRole
          of={asking.operator}
          action={action}
          onClose={close}
          onChange={(role) =>
            run(async () => {
              await client.ask("updateOperator", { params: { operatorId: asking.operator.operatorId }, body: { role } })
              announce(words.roleChanged)
              return nothing
            })}
        />
      )
    case "again":
    case "disable": {
      const { operator: { name, operatorId, state }, what } = asking
      const of = what === "again" ? words.again : words.disableAsk
      return (
        <Confirm
          title={of.title(name)}
          label={what === "again" ? words.inviteAgain : words.disable}
          danger={what === "disable" || state === "ACTIVE"}
          action={action}
          onClose={close}
          onConfirm={() =>
            run(async () => {
              if (what === "again") {
                return {
                  what: "link",
                  invitation: (await client.ask("inviteAgain", { params: { operatorId } })).invitation
                }
              }
              await client.ask("disableOperator", { params: { operatorId } })
              announce(words.disabled)
              return nothing
            })}
        >
          <p>{what === "again" && state === "ACTIVE" ? words.again.bodyActive : of.body}</p>
        </Confirm>
      )
    }
  }
}

const Invite = ({ action, onClose, onInvite }: {
  readonly action: Action
  readonly onClose: () => void
  readonly onInvite: (body: { readonly name: string; readonly email: string; readonly role: Role }) => void
}) => {
  const { columns, operators: words } = useWords()
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>("support")
  return (
    <Confirm
      title={words.invite}
      label={words.inviteNow}
      action={action}
      atFields={["name", "email", "role"]}
      onClose={onClose}
      onConfirm={() => onInvite({ name: name.trim(), email: email.trim(), role })}
    >
      <TextField label={columns.name} value={name} onInput={setName} wrong={wrongOf(action.failure, "name")} />
      <TextField
        label={columns.email}
        type="email"
        value={email}
        onInput={setEmail}
        wrong={wrongOf(action.failure, "email")}
      />
      <RoleField value={role} onInput={setRole} />
    </Confirm>
  )
}

const ChangeRole = ({ action, of, onChange, onClose }: {
  readonly of: Operator
  readonly action: Action
  readonly onClose: () => void
  readonly onChange: (role: Role) => void
}) => {
  const { operators: words } = useWords()
  const [role, setRole] = useState(of.role)
  return (
    <Confirm
      title={`${words.changeRole}: ${of.name}`}
      label={words.changeRole}
      action={action}
      onClose={onClose}
      onConfirm={() => onChange(role)}
    >
      <RoleField value={role} onInput={setRole} />
    </Confirm>
  )
}

/** A role, with what it may do. */
const RoleField = ({ onInput, value }: { readonly value: Role; readonly onInput: (role: Role) => void }) => {
  const { operators: words, roles } = useWords()
  const choices: ReadonlyArray<Role> = ["support", "operator", "owner"]
  return (
    <SelectField
      label={words.role}
      hint={words.roleHints[value]}
      value={value}
      choices={choices.map((role) => ({ value: role, label: roles[role] }))}
      onInput={(chosen) => onInput(choices.find((role) => role === chosen) ?? value)}
    />
  )
}
