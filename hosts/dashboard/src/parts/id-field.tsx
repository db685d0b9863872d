// A field that names one of something: it is told when the name is whole (Enter, leaving it, a choice), not at every letter.
import { useEffect, useId, useState } from "preact/hooks"

export interface Offered {
  readonly value: string
  readonly label?: string
}

export const IdField = ({ label, offers = [], onChosen, placeholder, value }: {
  readonly label: string
  readonly value: string
  readonly onChosen: (value: string) => void
  /** What can be chosen; anything else can be typed. */
  readonly offers?: ReadonlyArray<Offered>
  readonly placeholder?: string
}) => {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="search"
        value={typed}
        placeholder={placeholder}
        autoComplete="off"
        spellcheck={false}
        list={offers.length === 0 ? undefined : `${id}-offers`}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => onChosen(event.currentTarget.value.trim())}
      />
      {offers.length === 0 ? null : (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => <option key={offer.value} value={offer.value} label={offer.label} />)}
        </datalist>
      )}
    </div>
  )
}
