// The endpoints of an account, and a form that registers one by a signed test.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import { linkTo } from "../app/router.ts"
import { useMay } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { Show } from "../parts/loaded.tsx"
import { Panel } from "../parts/panel.tsx"
import { When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"
import { RegisterWebhook, RegisteredWebhook } from "./webhook-form.tsx"

export const Webhooks = ({ accountId }: { readonly accountId: string }) => {
  const { columns, work: { webhooks: words } } = useWords()
  const may = useMay()
  const [isRegistering, setIsRegistering] = useState(false)
  // Held here and not by the form: whoever closes that while the test goes on has an endpoint all the same.
  const [secret, setSecret] = useState<string>()
  const loaded = useAnswer("listWebhooks", { params: { accountId } }, ({ kind }) => kind === "webhook")
  return (
    <>
      <Panel
        title={words.title}
        flush
        actions={may("registerWebhook")
          ? <Button kind="main" small onClick={() => setIsRegistering(true)}>{words.register}</Button>
          : undefined}
      >
        <Show of={loaded}>
          {({ webhooks }) => (
            <Table
              caption={words.title}
              rows={webhooks}
              keyOf={({ webhookId }) => webhookId}
              empty={words.empty}
              emptyHint={words.emptyHint}
              columns={[
                {
                  head: words.url,
                  cell: ({ url, webhookId }) => <a class="mono break" href={linkTo(["webhooks", webhookId])}>{url}</a>
                },
                {
                  head: columns.status,
                  cell: ({ removedAt }) => <Status status={removedAt === null ? "ACTIVE" : "REMOVED"} />,
                  look: "fit"
                },
                {
                  head: words.events,
                  cell: ({ events }) =>
                    events === null ? words.allEvents : <code class="break">{events.join(", ")}</code>
                },
                { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
              ]}
            />
          )}
        </Show>
      </Panel>
      {secret === undefined ? null : <RegisteredWebhook secret={secret} onClose={() => setSecret(undefined)} />}
      {isRegistering && secret === undefined
        ? (
          <RegisterWebhook
            accountId={accountId}
            onClose={() => setIsRegistering(false)}
            onRegistered={(told) => {
              setIsRegistering(false)
              setSecret(told)
              loaded.again()
            }}
          />
        )
        : null}
    </>
  )
}
