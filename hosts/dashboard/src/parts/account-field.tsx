// Whose records are listed: the operator names an account, an owner is never asked. The newest accounts are offered by their
// names; any other is named by its id.
import { useAnswer } from "../api/use-answer.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { IdField } from "./id-field.tsx"

export const AccountField = ({ isRequired = false, onInput, value }: {
  readonly value: string
  readonly onInput: (accountId: string) => void
  readonly isRequired?: boolean
}) => {
  const { session } = useSignedIn()
  return session.viewer.who === "operator"
    ? <Choice value={value} onInput={onInput} isRequired={isRequired} />
    : null
}

const Choice = ({ isRequired, onInput, value }: {
  readonly value: string
  readonly onInput: (accountId: string) => void
  readonly isRequired: boolean
}) => {
  const { filters } = useWords()
  const { answer } = useAnswer("listAccounts", {})
  const known = answer?.accounts ?? []
  // A name that two accounts have names neither: they are offered by their ids.
  const offers = known.map(({ accountId, name }) =>
    known.some((other) => other.name === name && other.accountId !== accountId)
      ? { accountId, value: accountId, label: name }
      : { accountId, value: name, label: accountId }
  )
  return (
    <IdField
      label={filters.account}
      value={offers.find(({ accountId }) => accountId === value)?.value ?? value}
      offers={offers}
      placeholder={isRequired ? filters.accountNamed : filters.accountAny}
      onChosen={(text) => onInput(offers.find((offer) => offer.value === text)?.accountId ?? text)}
    />
  )
}
