// The form of the door. What is typed goes nowhere but into a header.
import { useEffect, useRef, useState } from "preact/hooks"
import { useDeed } from "../api/use-deed.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { TextField } from "../parts/field.tsx"
import { Mark } from "../parts/icon.tsx"
import { FailureNotice, Notice } from "../parts/notice.tsx"
import { Preferences } from "./preferences.tsx"

export const Login = ({ enter, hasEnded }: {
  readonly enter: (token: string) => Promise<void>
  readonly hasEnded: boolean
}) => {
  const words = useWords()
  const [token, setToken] = useState("")
  const deed = useDeed()
  const form = useRef<HTMLFormElement>(null)
  const isRefused = deed.failure?.status === 401
  // There is one thing to do here.
  useEffect(() => form.current?.querySelector("input")?.focus(), [])
  useEffect(() => {
    document.title = words.title(words.login.title)
  }, [words])
  return (
    <main class="login">
      <div class="login-box">
        <div class="brand">
          <Mark />Pontepay
        </div>
        <div class="panel">
          <form
            ref={form}
            class="panel-body form"
            onSubmit={(event) => {
              event.preventDefault()
              void deed.run(() => enter(token.trim()))
            }}
          >
            <h1>{words.login.title}</h1>
            <p class="muted">{words.login.lead}</p>
            {hasEnded && deed.failure === undefined ? <Notice tone="warn">{words.login.ended}</Notice> : null}
            <TextField
              label={words.login.token}
              hint={words.login.hint}
              type="password"
              required
              value={token}
              onInput={setToken}
              wrong={isRefused ? words.login.refused : undefined}
            />
            {isRefused ?
              <p class="hidden-text" role="alert">{words.login.refused}</p> :
              <FailureNotice failure={deed.failure} />}
            <Button kind="main" submit disabled={deed.isBusy || token.trim() === ""}>
              {deed.isBusy ? words.login.checking : words.login.submit}
            </Button>
          </form>
        </div>
        <div class="login-foot">
          <Preferences />
        </div>
      </div>
    </main>
  )
}
