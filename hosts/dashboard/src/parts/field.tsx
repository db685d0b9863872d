// Fields of forms, each with its label, its hint and what was wrong with it.
import type { ComponentChildren, InputHTMLAttributes } from "preact"
import { useId } from "preact/hooks"
import type { Failure } from "../api/failure.ts"
import { useWords } from "../i18n/language.tsx"

/** What a failure says of a field. */
export const wrongOf = (failure: Failure | undefined, field: string): string | undefined =>
  failure?.details.find((detail) => detail.field === field)?.message

interface Common {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string | undefined
  readonly wrong?: string | undefined
}

const Around = ({ children, hint, id, label, wrong }: Pick<Common, "label" | "hint" | "wrong"> & {
  readonly id: string
  readonly children: ComponentChildren
}) => {
  const { said } = useWords()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint === undefined ? null : <span class="hint" id={`${id}-hint`}>{hint}</span>}
      {wrong === undefined ? null : <span class="wrong" id={`${id}-wrong`}>{said.detail(wrong)}</span>}
    </div>
  )
}

const describedBy = (id: string, { hint, wrong }: Pick<Common, "hint" | "wrong">): string | undefined => {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong === undefined ? [] : [`${id}-wrong`])]
  return ids.length === 0 ? undefined : ids.join(" ")
}

// One object for each type, because the typings of inputs tell them apart by this literal.
const types = {
  text: { type: "text" },
  password: { type: "password" },
  email: { type: "email" },
  url: { type: "url" },
  "datetime-local": { type: "datetime-local" },
  search: { type: "search" }
} as const satisfies Readonly<Record<string, InputHTMLAttributes>>

export const TextField = (
  {
    autoComplete = "off",
    hint,
    inputMode,
    label,
    onInput,
    placeholder,
    readOnly = false,
    required = false,
    type = "text",
    value,
    wrong
  }:
    & Common
    & {
      readonly type?: keyof typeof types
      readonly required?: boolean
      readonly readOnly?: boolean
      readonly placeholder?: string
      readonly inputMode?: "numeric" | "decimal"
      readonly autoComplete?: string
    }
) => {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <input
        id={id}
        class="input"
        {...types[type]}
        value={value}
        required={required}
        readOnly={readOnly}
        placeholder={placeholder}
        inputMode={inputMode}
        autoComplete={autoComplete}
        spellcheck={false}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={describedBy(id, { hint, wrong })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Around>
  )
}

export const LongField = ({ hint, label, onInput, value, wrong }: Common) => {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <textarea
        id={id}
        class="input mono"
        rows={3}
        value={value}
        spellcheck={false}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={describedBy(id, { hint, wrong })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Around>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

export const SelectField = ({ choices, hint, label, onInput, value, wrong }: Common & {
  readonly choices: ReadonlyArray<Choice>
}) => {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <select
        id={id}
        class="input"
        value={value}
        aria-describedby={describedBy(id, { hint, wrong })}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>{choice.label}</option>
        ))}
      </select>
    </Around>
  )
}

export const Check = ({ checked, hint, label, onInput }: {
  readonly label: string
  readonly checked: boolean
  readonly onInput: (checked: boolean) => void
  readonly hint?: string | undefined
}) => (
  <label class="check">
    <input type="checkbox" checked={checked} onChange={(event) => onInput(event.currentTarget.checked)} />
    <span>
      {label}
      {hint === undefined ? null : (
        <span class="muted small">
          <br />
          {hint}
        </span>
      )}
    </span>
  </label>
)
