// A new password, typed twice: what differs is said at the second field.
import { useState } from "preact/hooks"
import type { Failure } from "../api/failure.ts"
import { useWords } from "../i18n/language.tsx"
import { TextField, wrongOf } from "./field.tsx"

/** The new password while both fields agree, else undefined. */
export const useNewPassword = () => {
  const [first, setFirst] = useState("")
  const [second, setSecond] = useState("")
  return {
    first,
    setFirst,
    second,
    setSecond,
    agreed: first !== "" && first === second ? first : undefined,
    clear: () => {
      setFirst("")
      setSecond("")
    }
  }
}

export const NewPassword = ({ failure, field, of: { first, second, setFirst, setSecond } }: {
  readonly of: ReturnType<typeof useNewPassword>
  readonly failure: Failure | undefined
  /** What the interface calls it. */
  readonly field: string
}) => {
  const { own } = useWords()
  return (
    <>
      <TextField
        label={own.newPassword}
        hint={own.newPasswordHint}
        type="password"
        autoComplete="new-password"
        required
        value={first}
        onInput={setFirst}
        wrong={wrongOf(failure, field)}
      />
      <TextField
        label={own.again}
        type="password"
        autoComplete="new-password"
        required
        value={second}
        onInput={setSecond}
        wrong={second === "" || first.startsWith(second) || first === second ? undefined : own.differ}
      />
    </>
  )
}
