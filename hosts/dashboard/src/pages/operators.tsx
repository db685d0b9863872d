// Operators and the tokens of automation, for owners: who may do what here, and since when.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { Show } from "../parts/loaded.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"
import { type Asking, OperatorDialog, nothing } from "./operator-dialogs.tsx"
import { ServiceTokens } from "./service-tokens.tsx"

type Row = Answer<"listOperators">["operators"][number]

export const OperatorsPage = () => {
  const { operators: words } = useWords()
  const may = useMay()
  const [asking, setAsking] = useState<Asking>(nothing)
  const paging = usePaging("operators")
  const loaded = useAnswer("listOperators", { query: { cursor: paging.cursor } }, ({ kind }) => kind === "operatorAct")
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={may("inviteOperator")
          ? <Button kind="main" onClick={() => setAsking({ what: "invite" })}>{words.invite}</Button>
          : undefined}
      />
      <div class="stack">
        <Panel flush>
          <Show of={loaded}>
            {({ nextCursor, operators }) => (
              <>
                <OperatorTable rows={operators} onAsk={setAsking} />
                <Pager paging={paging} next={nextCursor} />
              </>
            )}
          </Show>
        </Panel>
        {may("listServiceTokens") ? <ServiceTokens /> : null}
      </div>
      <OperatorDialog asking={asking} onAsk={setAsking} onDone={loaded.again} />
    </>
  )
}

const OperatorTable = ({ onAsk, rows }: {
  readonly rows: ReadonlyArray<Row>
  readonly onAsk: (asking: Asking) => void
}) => {
  const { columns, operators: words, roles } = useWords()
  return (
    <Table
      caption={words.title}
      rows={rows}
      keyOf={({ operatorId }) => operatorId}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        { head: columns.name, cell: (row) => <Name of={row} /> },
        { head: words.role, cell: ({ role }) => roles[role], look: "fit" },
        { head: columns.status, cell: (row) => <State of={row} />, look: "fit" },
        { head: words.lastSignIn, cell: ({ lastSignInAt }) => <When at={lastSignInAt} />, look: "fit" },
        {
          head: columns.actions,
          cell: (operator) => operator.state === "DISABLED" ? null : <Actions of={operator} onAsk={onAsk} />,
          look: "act"
        }
      ]}
    />
  )
}

const Name = ({ of: { email, name, operatorId } }: { readonly of: Row }) => {
  const { operators: words } = useWords()
  const { session: { viewer } } = useSignedIn()
  const isOneself = viewer.who === "operator" && viewer.by?.id === operatorId
  return (
    <span class="words">
      {isOneself ? `${name} ${words.you}` : name}
      <span class="small muted own-line">{email}</span>
    </span>
  )
}

const State = ({ of: { invitationExpiresAt, state } }: { readonly of: Row }) => {
  const { operators: words } = useWords()
  const isOpen = invitationExpiresAt !== null
  return (
    <>
      <Status status={state} kind="operator" />
      {state !== "INVITED" ? null : (
        <span class="small muted own-line">
          {isOpen ? words.until : words.expired} {isOpen ? <When at={invitationExpiresAt} /> : null}
        </span>
      )}
    </>
  )
}

const Actions = ({ of: operator, onAsk }: { readonly of: Row; readonly onAsk: (asking: Asking) => void }) => {
  const { operators: words } = useWords()
  const may = useMay()
  const button = (what: "role" | "again" | "disable", label: string) => (
    <Button
      small
      kind={what === "disable" ? "danger" : "plain"}
      label={`${label}: ${operator.name}`}
      onClick={() => onAsk({ what, operator })}
    >
      {label}
    </Button>
  )
  return (
    <div class="actions">
      {may("updateOperator") ? button("role", words.changeRole) : null}
      {may("inviteAgain") ? button("again", words.inviteAgain) : null}
      {may("disableOperator") ? button("disable", words.disable) : null}
    </div>
  )
}
