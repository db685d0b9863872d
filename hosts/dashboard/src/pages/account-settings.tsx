// Flags, limits and fees of an account. The operator changes them, the owner sees them; only what differs is sent.
import { useEffect, useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { linkTo } from "../app/router.ts"
import { useMay, useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Facts } from "../parts/facts.tsx"
import { Check, SelectField, TextField, wrongOf } from "../parts/field.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { Panel } from "../parts/panel.tsx"
import { Id, When } from "../parts/shown.tsx"
import { AccountRecipients } from "./account-recipients.tsx"
import { type Draft, changesOf, draftOf, feeOperations } from "./account-draft.ts"

const atFields = [
  "name",
  "email",
  "perTxLimitBrl",
  "chargeLifetimeMinutes",
  "requestRate",
  "allowedRecipients",
  "walletKeysPerHour",
  "fees"
]

type Account = Answer<"readAccount">

export const AccountSettings = ({ account, onSaved }: {
  readonly account: Account
  readonly onSaved: () => void
}) => {
  const { columns, common, locale, nav, said, work: { accounts: words } } = useWords()
  const { client, session } = useSignedIn()
  const may = useMay()
  const announce = useAnnounce()
  const action = useAction()
  const first = draftOf(account, locale)
  const [draft, setDraft] = useState<Draft>(first)
  const set = (changes: Partial<Draft>): void => setDraft((held) => ({ ...held, ...changes }))
  const wrong = (field: string) => wrongOf(action.failure, field)
  const isChanged = Object.keys(changesOf(first, draft)).length > 0
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isChanged])
  const save = (): void => {
    const body = changesOf(first, draft)
    if (Object.keys(body).length === 0) return announce(words.nothingChanged)
    void action.run(async () => {
      await client.ask("updateAccount", { params: { accountId: account.accountId }, body })
      announce(common.saved)
      onSaved()
    })
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <fieldset class="plain stack" disabled={!may("updateAccount")}>
        <div class="columns">
          <Panel title={words.settings}>
            <div class="form">
              <TextField
                label={words.name}
                value={draft.name}
                onInput={(name) => set({ name })}
                wrong={wrong("name")}
              />
              <TextField
                label={words.email}
                value={draft.email}
                onInput={(email) => set({ email })}
                wrong={wrong("email")}
              />
              <Check
                label={words.block}
                hint={words.blockHint}
                checked={draft.blocked}
                onInput={(blocked) => set({ blocked })}
              />
              <Check
                label={words.virtualAccount}
                hint={words.virtualAccountHint}
                checked={draft.virtualAccount}
                onInput={(virtualAccount) => set({ virtualAccount })}
              />
              <Facts
                of={[
                  [columns.id, <code class="break" key="id">{account.accountId}</code>],
                  [
                    words.main,
                    <Id key="main" id={account.mainSubAccountId} to={["subaccounts", account.mainSubAccountId]} />
                  ],
                  [columns.created, <When key="c" at={account.createdAt} />],
                  [columns.updated, <When key="u" at={account.updatedAt} />]
                ]}
              />
              <ul class="link-row">
                {(["subaccounts", "deposits", "payouts", "statement"] as const).map((list) => (
                  <li key={list}>
                    <a href={linkTo([list], { accountId: account.accountId })}>{nav[list]}</a>
                  </li>
                ))}
              </ul>
            </div>
          </Panel>
          <Panel title={words.limits}>
            <div class="form">
              <TextField
                label={words.perTx}
                inputMode="decimal"
                value={draft.perTxLimitBrl}
                onInput={(perTxLimitBrl) => set({ perTxLimitBrl })}
                wrong={wrong("perTxLimitBrl")}
              />
              <TextField
                label={words.charge}
                inputMode="numeric"
                value={draft.chargeLifetimeMinutes}
                onInput={(chargeLifetimeMinutes) => set({ chargeLifetimeMinutes })}
                wrong={wrong("chargeLifetimeMinutes")}
              />
              <div class="form-row">
                <TextField
                  label={words.rate}
                  inputMode="numeric"
                  value={draft.perSecond}
                  onInput={(perSecond) => set({ perSecond })}
                  hint={words.rateHint}
                  wrong={wrong("requestRate.perSecond")}
                />
                <TextField
                  label={words.burst}
                  inputMode="numeric"
                  value={draft.burst}
                  onInput={(burst) => set({ burst })}
                  wrong={wrong("requestRate.burst")}
                />
              </div>
              <SelectField
                label={words.duplicates}
                value={draft.duplicatePolicy}
                onInput={(value) => set({ duplicatePolicy: value === "refuse" ? "refuse" : "off" })}
                choices={[
                  { value: "off", label: words.duplicatesOff },
                  { value: "refuse", label: words.duplicatesRefuse }
                ]}
              />
            </div>
          </Panel>
        </div>
        <AccountRecipients draft={draft} set={set} failure={action.failure} />
        <Panel title={words.flags}>
          <p class="muted small">{words.flagsHint}</p>
          <div class="checks">
            {Object.entries(session.flags).map(([flag, about]) => (
              <Check
                key={flag}
                label={flag}
                hint={said.flag(flag, about)}
                checked={draft.flags.includes(flag)}
                onInput={(on) =>
                  set({ flags: on ? [...draft.flags, flag] : draft.flags.filter((each) => each !== flag) })}
              />
            ))}
          </div>
        </Panel>
        <Panel title={words.fees}>
          <p class="muted small">{words.feesHint}</p>
          <Fees draft={draft} set={set} wrong={wrong} />
        </Panel>
        <FailureNotice failure={action.failure} atFields={atFields} />
        {may("updateAccount")
          ? (
            <div class="actions">
              <Button kind="main" submit disabled={action.isBusy}>{words.saveChanges}</Button>
              {isChanged ? <span class="muted">{words.unsaved}</span> : null}
            </div>
          )
          : null}
      </fieldset>
    </form>
  )
}

const Fees = ({ draft, set, wrong }: {
  readonly draft: Draft
  readonly set: (changes: Partial<Draft>) => void
  readonly wrong: (field: string) => string | undefined
}) => {
  const { kinds, work: { accounts: words } } = useWords()
  return (
    <div class="fee-grid">
      {feeOperations.map((operation) => {
        const fee = draft.fees[operation]
        const change = (figures: Partial<Draft["fees"]["payout"]>) =>
          set({ fees: { ...draft.fees, [operation]: { ...fee, ...figures } } })
        return (
          <fieldset key={operation}>
            <legend>{kinds[operation]}</legend>
            <div class="form-row">
              <TextField
                label={words.fixed}
                inputMode="numeric"
                value={fee.fixedCents}
                onInput={(fixedCents) => change({ fixedCents })}
                wrong={wrong(`fees.${operation}.fixedCents`)}
              />
              <TextField
                label={words.basisPoints}
                inputMode="numeric"
                value={fee.basisPoints}
                onInput={(basisPoints) => change({ basisPoints })}
                wrong={wrong(`fees.${operation}.basisPoints`)}
              />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
