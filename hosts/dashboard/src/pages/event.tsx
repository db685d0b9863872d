// An event: what every delivery of it carries, and what became of them.
import { useAnswer } from "../api/use-answer.ts"
import { useAction } from "../api/use-action.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Facts } from "../parts/facts.tsx"
import { Json } from "../parts/json.tsx"
import { Show } from "../parts/loaded.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, When } from "../parts/shown.tsx"
import { DeliveryTable } from "./delivery-table.tsx"

export const EventPage = ({ id }: { readonly id: string }) => {
  const { columns, record, work: { webhooks: words } } = useWords()
  const { client } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const loaded = useAnswer("readEvent", { params: { eventId: id } }, ({ kind }) => kind === "delivery")
  const replay = (): void => {
    void action.run(async () => {
      await client.ask("replayEvent", { params: { eventId: id } })
      announce(words.replayed)
      loaded.again()
    })
  }
  return (
    <>
      <PageHead
        title={words.eventTitle}
        tab={`${words.eventTitle} ${id}`}
        beside={loaded.answer === undefined ? undefined : <code>{loaded.answer.event}</code>}
        actions={may("replayEvent")
          ? <Button disabled={action.isBusy} onClick={replay}>{words.eventReplay}</Button>
          : undefined}
      />
      <div class="stack">
        <FailureNotice failure={action.failure} />
        <Show of={loaded}>
          {(event) => (
            <>
              <Panel>
                <Facts
                  of={[
                    [columns.id, <code key="id" class="break">{event.id}</code>],
                    [words.subject, <Id key="s" id={event.subject} to={["records", event.subject]} />],
                    [columns.created, <When key="c" at={event.createdAt} />]
                  ]}
                />
              </Panel>
              <Panel title={words.eventData}>
                <Json value={event.data} label={words.eventData} />
              </Panel>
              <Panel title={record.deliveries} flush>
                <DeliveryTable
                  deliveries={event.deliveries}
                  empty={record.deliveriesEmpty}
                  onReplayed={loaded.again}
                  withWebhook
                />
              </Panel>
            </>
          )}
        </Show>
      </div>
    </>
  )
}
