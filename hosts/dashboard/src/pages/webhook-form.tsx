// Registers an endpoint, or changes one. A registration sends a signed test first, and shows the secret that signed it.
import { useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Secret } from "../parts/copy.tsx"
import { Confirm, Dialog } from "../parts/dialog.tsx"
import { Check, LongField, SelectField, TextField, wrongOf } from "../parts/field.tsx"
import { Notice } from "../parts/notice.tsx"
import { headersIn } from "./header-lines.ts"

type Webhook = Answer<"readWebhook">
type EventName = Answer<"readSession">["events"][number]

interface Draft {
  readonly events: ReadonlyArray<EventName> | null
  readonly headers: string
  readonly retry: boolean
}

// The interface retries only where it is asked to; people expect it, so the form asks unless they say otherwise.
const fresh: Draft = { events: null, headers: "", retry: true }

const bodyOf = ({ events, headers, retry }: Draft) => {
  const told = headersIn(headers)
  return { events, retry, ...(told === undefined ? {} : { headers: told }) }
}

export const RegisterWebhook = ({ accountId, onClose, onRegistered }: {
  readonly accountId: string
  readonly onClose: () => void
  /** Told the secret, also when the form was closed while the test went on. */
  readonly onRegistered: (secret: string) => void
}) => {
  const { work: { webhooks: words } } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const [url, setUrl] = useState("")
  const [draft, setDraft] = useState<Draft>(fresh)
  const register = (): void => {
    void action.run(async () => {
      const registered = await client.ask("registerWebhook", { params: { accountId }, body: { url, ...bodyOf(draft) } })
      announce(words.registered)
      onRegistered(registered.secret)
    })
  }
  return (
    <Confirm
      title={words.register}
      label={action.isBusy ? words.registering : words.register}
      action={action}
      atFields={["url"]}
      onConfirm={register}
      onClose={onClose}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          register()
        }}
      >
        <TextField
          label={words.url}
          hint={words.urlHint}
          type="url"
          required
          value={url}
          onInput={setUrl}
          placeholder="https://example.com/webhooks"
          wrong={wrongOf(action.failure, "url")}
        />
        <DraftFields draft={draft} onDraft={setDraft} headersHint={words.headersHint} />
      </form>
    </Confirm>
  )
}

/** What the endpoint's receiver checks signatures with. */
export const RegisteredWebhook = ({ onClose, secret }: { readonly secret: string; readonly onClose: () => void }) => {
  const { common, work: { webhooks: words } } = useWords()
  return (
    <Dialog
      title={words.register}
      onClose={onClose}
      foot={<Button kind="main" onClick={onClose}>{common.close}</Button>}
    >
      <Notice tone="good">{words.registered}</Notice>
      <Secret of={words.secret} hint={words.secretHint} text={secret} />
    </Dialog>
  )
}

export const ChangeWebhook = ({ onClose, onSaved, webhook }: {
  readonly webhook: Webhook
  readonly onClose: () => void
  readonly onSaved: () => void
}) => {
  const { common, work: { webhooks: words } } = useWords()
  const { client, session } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const { events } = webhook
  const wanted = events === null ? null : session.events.filter((name) => events.includes(name))
  const [draft, setDraft] = useState<Draft>({ events: wanted, headers: "", retry: webhook.retry })
  const save = (): void => {
    void action.run(async () => {
      await client.ask("updateWebhook", { params: { webhookId: webhook.webhookId }, body: bodyOf(draft) })
      announce(common.saved)
      onSaved()
      onClose()
    })
  }
  const kept = webhook.headers.length === 0 ? "" : ` ${webhook.headers.join(", ")}. ${words.headersKept}`
  return (
    <Confirm title={words.edit} label={common.save} action={action} onConfirm={save} onClose={onClose}>
      <DraftFields draft={draft} onDraft={setDraft} headersHint={words.headersHint + kept} />
    </Confirm>
  )
}

const DraftFields = ({ draft, headersHint, onDraft }: {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly headersHint: string
}) => {
  const { work: { webhooks: words } } = useWords()
  const { session } = useSignedIn()
  const { events } = draft
  const toggle = (name: EventName, on: boolean): void =>
    onDraft({ ...draft, events: on ? [...(events ?? []), name] : (events ?? []).filter((each) => each !== name) })
  return (
    <div class="form">
      <SelectField
        label={words.events}
        value={events === null ? "all" : "some"}
        onInput={(value) => onDraft({ ...draft, events: value === "all" ? null : [] })}
        choices={[{ value: "all", label: words.allEvents }, { value: "some", label: words.someEvents }]}
      />
      {events === null ? null : (
        <fieldset class="checks">
          <legend class="hidden-text">{words.someEvents}</legend>
          {session.events.map((name) => (
            <Check
              key={name}
              label={name}
              checked={events.includes(name)}
              onInput={(on) => toggle(name, on)}
            />
          ))}
        </fieldset>
      )}
      <LongField
        label={words.headers}
        hint={headersHint}
        value={draft.headers}
        onInput={(headers) => onDraft({ ...draft, headers })}
      />
      <Check
        label={words.retry}
        hint={words.retryHint}
        checked={draft.retry}
        onInput={(retry) => onDraft({ ...draft, retry })}
      />
    </div>
  )
}
