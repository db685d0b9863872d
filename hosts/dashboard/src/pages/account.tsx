// One account: its settings, its keys, its webhooks, each at its own address.
import { useAnswer } from "../api/use-answer.ts"
import { linkTo } from "../app/router.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Show } from "../parts/loaded.tsx"
import { PageHead } from "../parts/panel.tsx"
import { Badge } from "../parts/status.tsx"
import { AccountSettings } from "./account-settings.tsx"
import { Keys } from "./keys.tsx"
import { MissingPage } from "./missing.tsx"
import { Webhooks } from "./webhooks.tsx"

export const AccountPage = ({ accountId, part }: { readonly accountId: string; readonly part: string | undefined }) => {
  const { work: { accounts: words, keys, webhooks } } = useWords()
  const { session } = useSignedIn()
  const loaded = useAnswer(
    "readAccount",
    { params: { accountId } },
    ({ id, kind }) => kind === "account" && id === accountId
  )
  const isOwner = session.viewer.who === "owner"
  const parts = [
    { at: undefined, label: words.settings, title: words.settings, lead: undefined },
    { at: "keys", label: words.keys, title: keys.title, lead: keys.lead },
    { at: "webhooks", label: words.webhooks, title: webhooks.title, lead: webhooks.lead }
  ]
  const chosen = parts.find(({ at }) => at === part)
  if (chosen === undefined) return <MissingPage />
  const name = loaded.answer?.name ?? accountId
  return (
    <>
      <PageHead
        title={isOwner ? chosen.title : name}
        tab={isOwner ? undefined : `${chosen.title} · ${name}`}
        beside={loaded.answer?.blocked === true ? <Badge tone="bad" label={words.blocked} /> : undefined}
        {...(chosen.lead === undefined ? {} : { lead: chosen.lead })}
      />
      <div class="stack">
        {isOwner ? null : (
          <nav class="tabs" aria-label={words.tabs}>
            {parts.map(({ at, label }) => (
              <a
                key={label}
                href={linkTo(at === undefined ? ["accounts", accountId] : ["accounts", accountId, at])}
                aria-current={at === part ? "page" : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
        )}
        {part === "keys" ? <Keys accountId={accountId} /> : part === "webhooks"
          ? <Webhooks accountId={accountId} />
          : (
            <Show of={loaded}>
              {(account) => <AccountSettings key={account.updatedAt} account={account} onSaved={loaded.again} />}
            </Show>
          )}
      </div>
    </>
  )
}
