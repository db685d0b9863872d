// The API keys of an account: made, rotated, revoked. A new one is shown in a dialog, and nowhere again.
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
import { Show } from "../parts/loaded.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { usePaging } from "../parts/paged.ts"
import { Pager } from "../parts/pager.tsx"
import { Panel } from "../parts/panel.tsx"
import { When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Key = Answer<"listKeys">["keys"][number]

type Asking =
  | { readonly what: "nothing" }
  | { readonly what: "rotate" | "revoke"; readonly key: Key }
  | { readonly what: "show"; readonly secret: string }

const nothing: Asking = { what: "nothing" }

export const Keys = ({ accountId }: { readonly accountId: string }) => {
  const { columns, common, work: { keys: words } } = useWords()
  const { client, session } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const [asking, setAsking] = useState<Asking>(nothing)
  const creating = useAction()
  const changing = useAction()
  const paging = usePaging(accountId)
  const loaded = useAnswer(
    "listKeys",
    { params: { accountId }, query: { cursor: paging.cursor } },
    ({ kind }) => kind === "apiKey"
  )
  const create = (): void => {
    void creating.run(async () => {
      const { secret } = await client.ask("createKey", { params: { accountId }, body: {} })
      setAsking({ what: "show", secret })
      loaded.again()
    })
  }
  const rotate = (keyId: string): void => {
    void changing.run(async () => {
      const { secret } = await client.ask("rotateKey", { params: { accountId, keyId } })
      setAsking({ what: "show", secret })
      loaded.again()
    })
  }
  const revoke = (keyId: string): void => {
    void changing.run(async () => {
      await client.ask("revokeKey", { params: { accountId, keyId } })
      setAsking(nothing)
      announce(words.revoked)
      loaded.again()
    })
  }
  const close = (): void => {
    changing.clear()
    setAsking(nothing)
  }
  return (
    <>
      <Panel
        title={words.title}
        flush
        actions={may("createKey")
          ? <Button kind="main" small disabled={creating.isBusy} onClick={create}>{words.create}</Button>
          : undefined}
      >
        <FailureNotice failure={creating.failure} />
        <Show of={loaded}>
          {({ keys, nextCursor }) => (
            <>
              <Table
                caption={words.title}
                rows={keys}
                keyOf={({ keyId }) => keyId}
                empty={words.empty}
                columns={[
                  { head: words.key, cell: ({ key }) => <code class="nowrap">{key}</code> },
                  { head: columns.status, cell: ({ state }) => <Status status={state} kind="apiKey" />, look: "fit" },
                  { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" },
                  { head: words.until, cell: ({ revokedAt }) => <When at={revokedAt} />, look: "fit" },
                  {
                    head: columns.actions,
                    cell: (key) =>
                      key.state === "REVOKED" ? null : (
                        <div class="actions">
                          {key.state === "ACTIVE" && may("rotateKey")
                            ? (
                              <Button
                                small
                                label={`${words.rotate} ${key.key}`}
                                onClick={() => setAsking({ what: "rotate", key })}
                              >
                                {words.rotate}
                              </Button>
                            )
                            : null}
                          {may("revokeKey")
                            ? (
                              <Button
                                small
                                kind="danger"
                                label={`${words.revoke} ${key.key}`}
                                onClick={() => setAsking({ what: "revoke", key })}
                              >
                                {words.revoke}
                              </Button>
                            )
                            : null}
                        </div>
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
      {asking.what === "rotate" ?
        (
          <Confirm
            title={words.rotateTitle}
            label={words.rotate}
            action={changing}
            onClose={close}
            onConfirm={() => rotate(asking.key.keyId)}
          >
            <p>
              <code>{asking.key.key}</code>
            </p>
            <p>{words.rotateBody(session.limits.rotationOverlapHours)}</p>
          </Confirm>
        ) :
        null}
      {asking.what === "revoke" ?
        (
          <Confirm
            title={words.revokeTitle}
            label={words.revoke}
            danger
            action={changing}
            onClose={close}
            onConfirm={() => revoke(asking.key.keyId)}
          >
            <p>
              <code>{asking.key.key}</code>
            </p>
            <p>{words.revokeBody}</p>
          </Confirm>
        ) :
        null}
      {asking.what === "show" ?
        (
          <Dialog
            title={words.newKey}
            warning={words.closeAnyway}
            onClose={close}
            foot={<Button kind="main" onClick={close}>{common.close}</Button>}
          >
            <Secret of={words.key} hint={words.once} text={asking.secret} />
          </Dialog>
        ) :
        null}
    </>
  )
}
