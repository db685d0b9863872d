// Deliveries of events to endpoints, each with its latest attempt and a way to send it once more.
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { linkTo } from "../app/router.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { type Column, Table } from "../parts/table.tsx"

type Delivery = Answer<"listDeliveries">["deliveries"][number]

export const DeliveryTable = ({ deliveries, empty, onReplayed, withWebhook = false }: {
  readonly deliveries: ReadonlyArray<Delivery>
  readonly empty: string
  readonly onReplayed: () => void
  readonly withWebhook?: boolean
}) => {
  const { columns, nav, work: { webhooks: words } } = useWords()
  const { client } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const replay = ({ eventId, webhookId }: Delivery): void => {
    void action.run(async () => {
      await client.ask("replayDelivery", { params: { webhookId, eventId } })
      announce(words.replayed)
      onReplayed()
    })
  }
  const all: ReadonlyArray<Column<Delivery> | undefined> = [
    {
      head: words.event,
      cell: ({ event, eventId }) => (
        <a href={linkTo(["events", eventId])}>
          <code>{event}</code>
        </a>
      )
    },
    withWebhook
      ? { head: nav.webhooks, cell: ({ webhookId }) => <Id id={webhookId} to={["webhooks", webhookId]} /> }
      : undefined,
    {
      head: columns.status,
      cell: ({ attemptCount, replays, state }) => (
        <>
          <Status status={state} kind="delivery" />
          {withWebhook && attemptCount > 1
            ? <div class="small muted">{words.attempts}: {attemptCount}</div>
            : null}
          {replays === 0 ? null : <div class="small muted">{words.replays(replays)}</div>}
        </>
      ),
      look: "fit"
    },
    withWebhook
      ? undefined
      : { head: words.attempts, cell: ({ attemptCount }) => attemptCount, look: "number" },
    { head: words.lastAttempt, cell: (delivery) => <LastAttempt delivery={delivery} /> },
    // Beside its endpoint there is less room, and the timeline or the event itself says when it was.
    withWebhook
      ? undefined
      : { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
    may("replayDelivery")
      ? {
        head: columns.actions,
        cell: (delivery) => (
          <Button
            small
            disabled={action.isBusy}
            label={`${words.replay} ${delivery.event} ${delivery.eventId}`}
            onClick={() => replay(delivery)}
          >
            {words.replay}
          </Button>
        ),
        look: "act"
      }
      : undefined
  ]
  return (
    <>
      <FailureNotice failure={action.failure} />
      <Table
        caption={words.log}
        rows={deliveries}
        keyOf={({ eventId, webhookId }) => `${webhookId} ${eventId}`}
        empty={empty}
        columns={all.filter((column) => column !== undefined)}
      />
    </>
  )
}

const LastAttempt = ({ delivery }: { readonly delivery: Delivery }) => {
  const { said, work: { webhooks: words } } = useWords()
  const attempt = delivery.attempts.at(-1)
  if (attempt === undefined) return <Nothing />
  return (
    <>
      <When at={attempt.at} />
      <div class="small muted">
        {attempt.cause === null ? <>{words.answer} {attempt.status}</> : said.reason(attempt.cause)}
      </div>
    </>
  )
}
