// One endpoint: what it wants, its secret, shown or rotated, and the log of its deliveries with replay.
import { useState } from "preact/hooks"
import { useAnswer } from "../api/use-answer.ts"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Secret } from "../parts/copy.tsx"
import { Confirm, Dialog } from "../parts/dialog.tsx"
import { Facts } from "../parts/facts.tsx"
import { Show } from "../parts/loaded.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { DeliveryTable } from "./delivery-table.tsx"
import { ChangeWebhook } from "./webhook-form.tsx"

type Webhook = Answer<"readWebhook">

export const WebhookPage = ({ id }: { readonly id: string }) => {
  const { nav, work: { webhooks: words } } = useWords()
  const loaded = useAnswer("readWebhook", { params: { webhookId: id } }, (change) => change.id === id)
  const paging = usePaging(id)
  const log = useAnswer(
    "listDeliveries",
    { params: { webhookId: id }, query: { cursor: paging.cursor } },
    ({ kind }) => kind === "delivery"
  )
  const webhook = loaded.answer
  return (
    <>
      <PageHead
        title={nav.webhooks}
        tab={`${nav.webhooks} ${id}`}
        beside={webhook === undefined ? undefined : (
          <>
            <Status status={webhook.removedAt === null ? "ACTIVE" : "REMOVED"} />
            <code class="break">{webhook.url}</code>
          </>
        )}
        actions={webhook === undefined || webhook.removedAt !== null
          ? undefined
          : <WebhookActions webhook={webhook} onDone={loaded.again} />}
      />
      <div class="stack">
        <Panel>
          <Show of={loaded}>{(shown) => <WebhookFacts webhook={shown} />}</Show>
        </Panel>
        <Panel title={words.log} flush>
          <Show of={log}>
            {({ deliveries, nextCursor }) => (
              <>
                <DeliveryTable deliveries={deliveries} empty={words.logEmpty} onReplayed={log.again} />
                <Pager paging={paging} next={nextCursor} note={deliveries.length === 0 ? undefined : words.logLead} />
              </>
            )}
          </Show>
        </Panel>
      </div>
    </>
  )
}

const WebhookFacts = ({ webhook }: { readonly webhook: Webhook }) => {
  const { columns, common, nav, work: { webhooks: words } } = useWords()
  return (
    <Facts
      of={[
        [columns.id, <code key="id" class="break">{webhook.webhookId}</code>],
        [nav.account, <Id key="a" id={webhook.accountId} to={["accounts", webhook.accountId, "webhooks"]} />],
        [words.events, webhook.events === null ? words.allEvents : <code key="e">{webhook.events.join(", ")}</code>],
        [
          words.headers,
          webhook.headers.length === 0 ? <Nothing key="h" /> : <code key="h">{webhook.headers.join(", ")}</code>
        ],
        [words.retries, webhook.retry ? common.yes : common.no],
        [words.previousUntil, <When key="p" at={webhook.previousSecretUntil} />],
        [columns.created, <When key="c" at={webhook.createdAt} />]
      ]}
    />
  )
}

type Asking = "nothing" | "change" | "rotate" | "remove"

const WebhookActions = ({ onDone, webhook }: { readonly webhook: Webhook; readonly onDone: () => void }) => {
  const { common, work: { webhooks: words } } = useWords()
  const { client, session } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const [asking, setAsking] = useState<Asking>("nothing")
  const [secret, setSecret] = useState<string>()
  const params = { webhookId: webhook.webhookId }
  const close = (): void => {
    action.clear()
    setSecret(undefined)
    setAsking("nothing")
  }
  const reveal = (): void => {
    void action.run(async () => setSecret((await client.ask("readSecret", { params })).secret))
  }
  const rotate = (): void => {
    void action.run(async () => {
      setSecret((await client.ask("rotateSecret", { params })).secret)
      onDone()
    })
  }
  const remove = (): void => {
    void action.run(async () => {
      await client.ask("removeWebhook", { params })
      announce(words.removed)
      onDone()
      close()
    })
  }
  return (
    <>
      {may("updateWebhook") ? <Button onClick={() => setAsking("change")}>{words.edit}</Button> : null}
      {may("readSecret") ? <Button disabled={action.isBusy} onClick={reveal}>{words.reveal}</Button> : null}
      {may("rotateSecret") ? <Button onClick={() => setAsking("rotate")}>{words.rotate}</Button> : null}
      {may("removeWebhook")
        ? <Button kind="danger" onClick={() => setAsking("remove")}>{words.remove}</Button>
        : null}
      {asking === "nothing" ? <FailureNotice failure={action.failure} /> : null}
      {asking === "change" ? <ChangeWebhook webhook={webhook} onClose={close} onSaved={onDone} /> : null}
      {asking === "rotate" && secret === undefined ?
        (
          <Confirm
            key="rotate"
            title={words.rotateTitle}
            label={words.rotate}
            action={action}
            onClose={close}
            onConfirm={rotate}
          >
            <p>{words.rotateBody(session.limits.rotationOverlapHours)}</p>
          </Confirm>
        ) :
        null}
      {secret === undefined ?
        null :
        (
          <Dialog
            key="secret"
            title={asking === "rotate" ? words.rotate : words.reveal}
            onClose={close}
            foot={<Button kind="main" onClick={close}>{common.close}</Button>}
          >
            <Secret of={words.secret} hint={words.secretHint} text={secret} />
          </Dialog>
        )}
      {asking === "remove" ?
        (
          <Confirm
            title={words.removeTitle}
            label={words.remove}
            danger
            action={action}
            onClose={close}
            onConfirm={remove}
          >
            <p>
              <code class="break">{webhook.url}</code>
            </p>
            <p>{words.removeBody}</p>
          </Confirm>
        ) :
        null}
    </>
  )
}
