// To whom an account may pay (0196), and of how many wallets its keys may be read in an hour (0195).
import type { Failure } from "../api/failure.ts"
import { useWords } from "../i18n/language.tsx"
import { Check, LongField, TextField, wrongOf } from "../parts/field.tsx"
import { Panel } from "../parts/panel.tsx"
import type { Draft } from "./account-draft.ts"

/** What a failure says of the first wrong entry of a list. */
const wrongIn = (failure: Failure | undefined, list: string): string | undefined =>
  failure?.details.find(({ field }) => field === list || field.startsWith(`${list}.`))?.message

export const AccountRecipients = ({ draft, failure, set }: {
  readonly draft: Draft
  readonly failure: Failure | undefined
  readonly set: (changes: Partial<Draft>) => void
}) => {
  const { work: { accounts: words } } = useWords()
  return (
    <Panel title={words.recipients}>
      <div class="form">
        <Check
          label={words.listed}
          hint={words.listedHint}
          checked={draft.isListed}
          onInput={(isListed) => set({ isListed })}
        />
        {draft.isListed
          ? (
            <>
              <LongField
                label={words.pixKeys}
                hint={words.onePerLine}
                value={draft.pixKeys}
                onInput={(pixKeys) => set({ pixKeys })}
                wrong={wrongIn(failure, "allowedRecipients.pixKeys")}
              />
              <LongField
                label={words.addresses}
                hint={words.onePerLine}
                value={draft.addresses}
                onInput={(addresses) => set({ addresses })}
                wrong={wrongIn(failure, "allowedRecipients.addresses")}
              />
            </>
          )
          : null}
        <TextField
          label={words.walletKeys}
          inputMode="numeric"
          value={draft.walletKeysPerHour}
          onInput={(walletKeysPerHour) => set({ walletKeysPerHour })}
          hint={words.walletKeysHint}
          wrong={wrongOf(failure, "walletKeysPerHour")}
        />
      </div>
    </Panel>
  )
}
