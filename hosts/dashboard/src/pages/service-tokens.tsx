// The tokens of automation: made, listed, revoked. A new one is shown in a dialog, and nowhere again.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import { type Action, useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Secret } from "../parts/copy.tsx"
import { Confirm, Dialog } from "../parts/dialog.tsx"
import { SelectField, TextField, wrongOf } from "../parts/field.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { Panel } from "../parts/panel.tsx"
import { Id, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Token = Answer<"listServiceTokens">["tokens"][number]

type Asking =
  | { readonly what: "nothing" | "create" }
  | { readonly what: "revoke"; readonly token: Token }
  | { readonly what: "show"; readonly secret: string }

const nothing: Asking = { what: "nothing" }

export const ServiceTokens = () => {
  const { columns, common, operators, roles, tokens: words, work: { keys } } = useWords()
  const { client } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const [asking, setAsking] = useState<Asking>(nothing)
  const action = useAction()
  const paging = usePaging("tokens")
  const loaded = useAnswer(
    "listServiceTokens",
    { query: { cursor: paging.cursor } },
    ({ kind }) => kind === "operatorAct"
  )
  const close = (): void => {
    action.clear()
    setAsking(nothing)
  }
  const create = (body: NewToken): void => {
    void action.run(async () => {
      setAsking({ what: "show", secret: (await client.ask("createServiceToken", { body })).secret })
      loaded.again()
    })
  }
  const revoke = (tokenId: string): void => {
    void action.run(async () => {
      await client.ask("revokeServiceToken", { params: { tokenId } })
      setAsking(nothing)
      announce(words.revoked)
      loaded.again()
    })
  }
  return (
    <>
      <Panel
        title={words.title}
        flush
        actions={may("createServiceToken")
          ? <Button small onClick={() => setAsking({ what: "create" })}>{words.create}</Button>
          : undefined}
      >
        <Show of={loaded}>
          {({ nextCursor, tokens }) => (
            <>
              <Table
                caption={words.title}
                rows={tokens}
                keyOf={({ tokenId }) => tokenId}
                empty={words.empty}
                emptyHint={words.lead}
                columns={[
                  { head: columns.name, cell: ({ name }) => name },
                  { head: operators.role, cell: ({ role }) => roles[role], look: "fit" },
                  { head: columns.status, cell: ({ state }) => <Status status={state} kind="operator" />, look: "fit" },
                  { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
                  { head: words.expires, cell: ({ expiresAt }) => <When at={expiresAt} />, look: "fit" },
                  { head: words.createdBy, cell: ({ createdBy }) => <Id id={createdBy} /> },
                  {
                    head: columns.actions,
                    cell: (token) =>
                      token.state !== "ACTIVE" || !may("revokeServiceToken") ? null : (
                        <Button
                          small
                          kind="danger"
                          label={`${keys.revoke}: ${token.name}`}
                          onClick={() => setAsking({ what: "revoke", token })}
                        >
                          {keys.revoke}
                        </Button>
                      ),
                    look: "act"
                  }
                ]}
              />
              <Pager paging={paging} next={nextCursor} />
            </>
          )}
        </Show>
      </Panel>
      {asking.what === "create" ? <Create action={action} onClose={close} onCreate={create} /> : null}
      {asking.what === "revoke" ?
        (
          <Confirm
            title={words.revokeTitle(asking.token.name)}
            label={keys.revoke}
            danger
            action={action}
            onClose={close}
            onConfirm={() => revoke(asking.token.tokenId)}
          >
            <p>{words.revokeBody}</p>
          </Confirm>
        ) :
        null}
      {asking.what === "show" ?
        (
          <Dialog
            title={words.newToken}
            warning={words.closeAnyway}
            onClose={close}
            foot={<Button kind="main" onClick={close}>{common.close}</Button>}
          >
            <Secret of={words.newToken} hint={words.once} text={asking.secret} />
          </Dialog>
        ) :
        null}
    </>
  )
}

interface NewToken {
  readonly name: string
  readonly role: "support" | "operator"
  readonly expiresInDays: number
}

const Create = ({ action, onClose, onCreate }: {
  readonly action: Action
  readonly onClose: () => void
  readonly onCreate: (token: NewToken) => void
}) => {
  const { columns, operators, roles, tokens: words } = useWords()
  const [name, setName] = useState("")
  const [role, setRole] = useState<NewToken["role"]>("support")
  const [days, setDays] = useState("90")
  return (
    <Confirm
      title={words.create}
      label={words.create}
      action={action}
      atFields={["name", "expiresInDays"]}
      onClose={onClose}
      onConfirm={() => onCreate({ name: name.trim(), role, expiresInDays: Number(days) })}
    >
      <p>{words.lead}</p>
      <TextField label={columns.name} value={name} onInput={setName} wrong={wrongOf(action.failure, "name")} />
      <SelectField
        label={operators.role}
        hint={operators.roleHints[role]}
        value={role}
        choices={[{ value: "support", label: roles.support }, { value: "operator", label: roles.operator }]}
        onInput={(chosen) => setRole(chosen === "operator" ? "operator" : "support")}
      />
      <TextField
        label={words.days}
        inputMode="numeric"
        value={days}
        onInput={setDays}
        wrong={wrongOf(action.failure, "expiresInDays")}
      />
    </Confirm>
  )
}
