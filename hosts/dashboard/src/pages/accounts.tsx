// All accounts, and a form for a new one.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import { useAction } from "../api/use-action.ts"
import { goTo, linkTo } from "../app/router.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { Confirm } from "../parts/dialog.tsx"
import { TextField, wrongOf } from "../parts/field.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing, Reais, When } from "../parts/shown.tsx"
import { Badge } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

export const AccountsPage = () => {
  const { columns, work: { accounts: words } } = useWords()
  const may = useMay()
  const [isCreating, setIsCreating] = useState(false)
  const paging = usePaging("accounts")
  const loaded = useAnswer("listAccounts", { query: { cursor: paging.cursor } }, ({ kind }) => kind === "account")
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={may("createAccount")
          ? <Button kind="main" onClick={() => setIsCreating(true)}>{words.create}</Button>
          : undefined}
      />
      {isCreating ? <NewAccount onClose={() => setIsCreating(false)} /> : null}
      <Panel flush>
        <Show of={loaded}>
          {({ accounts, nextCursor }) => (
            <>
              <Table
                caption={words.title}
                rows={accounts}
                keyOf={({ accountId }) => accountId}
                empty={words.empty}
                columns={[
                  {
                    head: columns.name,
                    cell: ({ accountId, name }) => <a href={linkTo(["accounts", accountId])}>{name}</a>
                  },
                  { head: columns.id, cell: ({ accountId }) => <Id id={accountId} /> },
                  { head: columns.email, cell: ({ email }) => email ?? <Nothing /> },
                  {
                    head: columns.status,
                    cell: ({ blocked }) =>
                      blocked ? <Badge tone="bad" label={words.blocked} /> : <Badge tone="good" label={words.open} />,
                    look: "fit"
                  },
                  { head: words.perTx, cell: ({ perTxLimitBrl }) => <Reais value={perTxLimitBrl} />, look: "number" },
                  { head: words.flags, cell: ({ flags }) => flags.length, look: "number" },
                  { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
                ]}
              />
              <Pager paging={paging} next={nextCursor} />
            </>
          )}
        </Show>
      </Panel>
    </>
  )
}

const NewAccount = ({ onClose }: { readonly onClose: () => void }) => {
  const { common, work: { accounts: words } } = useWords()
  const { client } = useSignedIn()
  const action = useAction()
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const create = (): void => {
    void action.run(async () => {
      const { accountId } = await client.ask("createAccount", {
        body: { name, ...(email === "" ? {} : { email }) }
      })
      goTo(linkTo(["accounts", accountId]))
    })
  }
  return (
    <Confirm
      title={words.create}
      label={words.create}
      action={action}
      atFields={["name", "email"]}
      onConfirm={create}
      onClose={onClose}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <TextField label={words.name} required value={name} onInput={setName} wrong={wrongOf(action.failure, "name")} />
        <TextField
          label={`${words.email} (${common.optional})`}
          type="email"
          value={email}
          onInput={setEmail}
          wrong={wrongOf(action.failure, "email")}
        />
      </form>
    </Confirm>
  )
}
