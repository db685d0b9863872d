// The form of the door: an operator's own sign-in where there are operators, else a token. What is typed goes nowhere but into
// a request, and a token into a header.
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { type Credential, stranger, strangersClient } from "../api/client.ts"
import { useAction } from "../api/use-action.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { TextField } from "../parts/field.tsx"
import { FailureNotice, Notice } from "../parts/notice.tsx"
import { LoginBox } from "./login-box.tsx"

/** What is over: a session of a cookie, or what a token opened. */
export type Ended = Credential["by"]

interface FormProps {
  readonly enter: (credential: Credential) => Promise<void>
  readonly ended: Ended | undefined
  /** The other way in, under the form. */
  readonly other: ComponentChildren
}

export const Login = (
  { ended, enter, hasOperators }: Omit<FormProps, "other"> & { readonly hasOperators: boolean }
) => {
  const { login } = useWords()
  const [isByToken, setIsByToken] = useState(!hasOperators)
  const other = !hasOperators ? null : (
    <Button kind="quiet" onClick={() => setIsByToken(!isByToken)}>
      {isByToken ? login.byPassword : login.byToken}
    </Button>
  )
  const Form = isByToken ? TokenForm : PasswordForm
  return (
    <LoginBox title={login.title}>
      <Form enter={enter} ended={ended} other={other} />
    </LoginBox>
  )
}

/** There is one thing to do here, so its first field has the focus. */
const useFirstField = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("input")?.focus(), [])
  return form
}

const TokenForm = ({ ended, enter, other }: FormProps) => {
  const { login } = useWords()
  const [token, setToken] = useState("")
  const action = useAction()
  const form = useFirstField()
  const isRefused = action.failure?.status === 401
  return (
    <form
      ref={form}
      class="panel-body form"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(() => enter({ by: "token", token: token.trim() }))
      }}
    >
      <h1>{login.title}</h1>
      <p class="muted">{login.lead}</p>
      {ended !== undefined && action.failure === undefined ? <Notice tone="warn">{login.ended[ended]}</Notice> : null}
      <TextField
        label={login.token}
        hint={login.hint}
        type="password"
        required
        value={token}
        onInput={setToken}
        wrong={isRefused ? login.refused : undefined}
      />
      {isRefused ?
        <p class="hidden-text" role="alert">{login.refused}</p> :
        <FailureNotice failure={action.failure} />}
      <Button kind="main" submit disabled={action.isBusy || token.trim() === ""}>
        {action.isBusy ? login.checking : login.submit}
      </Button>
      {other}
    </form>
  )
}

const PasswordForm = ({ ended, enter, other }: FormProps) => {
  const { columns, login } = useWords()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const action = useAction()
  const form = useFirstField()
  const signIn = async (): Promise<void> => {
    await strangersClient.ask("signIn", { body: { email: email.trim(), password, code: code.trim() } })
    await enter(stranger)
  }
  return (
    <form
      ref={form}
      class="panel-body form"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(signIn)
      }}
    >
      <h1>{login.title}</h1>
      <p class="muted">{login.leadPassword}</p>
      {ended !== undefined && action.failure === undefined ? <Notice tone="warn">{login.ended[ended]}</Notice> : null}
      <TextField label={columns.email} type="email" autoComplete="username" required value={email} onInput={setEmail} />
      <TextField
        label={login.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onInput={setPassword}
      />
      <TextField
        label={login.code}
        hint={login.codeHint}
        autoComplete="one-time-code"
        required
        value={code}
        onInput={setCode}
      />
      {action.failure?.status === 401
        ? <p class="wrong" role="alert">{login.refusedPassword}</p>
        : <FailureNotice failure={action.failure} />}
      <Button kind="main" submit disabled={action.isBusy}>{action.isBusy ? login.checking : login.submit}</Button>
      {other}
    </form>
  )
}
