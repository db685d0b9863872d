// An invitation, accepted: the second factor is set up, a password chosen, and the recovery codes are shown this once.
import { useEffect, useState } from "preact/hooks"
import { strangersClient } from "../api/client.ts"
import { useAction } from "../api/use-action.ts"
import type { Answer } from "../api/wire.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../parts/button.tsx"
import { CopyButton, Secret } from "../parts/copy.tsx"
import { Check, TextField, wrongOf } from "../parts/field.tsx"
import { NewPassword, useNewPassword } from "../parts/new-password.tsx"
import { Empty, FailureNotice, Loading } from "../parts/notice.tsx"
import { LoginBox } from "./login-box.tsx"

type Invited = Answer<"readInvitation">

export const InvitationPage = ({ invitation, onDone }: {
  readonly invitation: string
  /** The session is open; or there is nothing to accept, and nothing has changed. */
  readonly onDone: (isAccepted: boolean) => void
}) => {
  const { invitation: words } = useWords()
  const [invited, setInvited] = useState<Invited>()
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const reading = useAction()
  const read = (): void => {
    void reading.run(async () => setInvited(await strangersClient.ask("readInvitation", { body: { invitation } })))
  }
  useEffect(read, [invitation])
  return (
    <LoginBox title={words.title}>
      {codes !== undefined
        ? <RecoveryCodes codes={codes} onKept={() => onDone(true)} />
        : invited !== undefined
        ? <Acceptance invitation={invitation} invited={invited} onAccepted={setCodes} />
        : reading.failure === undefined
        ? <Loading />
        : reading.failure.status === 404
        ? (
          <>
            <Empty title={words.gone} hint={words.goneHint} />
            <div class="panel-foot">
              <Button onClick={() => onDone(false)}>{words.toDoor}</Button>
            </div>
          </>
        )
        : <FailureNotice failure={reading.failure} again={read} />}
    </LoginBox>
  )
}

const Acceptance = ({ invitation, invited, onAccepted }: {
  readonly invitation: string
  readonly invited: Invited
  readonly onAccepted: (codes: ReadonlyArray<string>) => void
}) => {
  const { columns, invitation: words, login, roles } = useWords()
  const password = useNewPassword()
  const [code, setCode] = useState("")
  const action = useAction()
  const isRefused = action.failure?.status === 401
  const accept = (agreed: string): void => {
    void action.run(async () => {
      const body = { invitation, password: agreed, code: code.trim() }
      onAccepted((await strangersClient.ask("acceptInvitation", { body })).recoveryCodes)
    })
  }
  return (
    <form
      class="panel-body form"
      onSubmit={(event) => {
        event.preventDefault()
        if (password.agreed !== undefined) accept(password.agreed)
      }}
    >
      <h1>{words.title}</h1>
      <p class="muted">{words.lead(invited.name, roles[invited.role])}</p>
      <h2>{words.factor}</h2>
      <p class="muted">{words.factorLead}</p>
      <img class="qr" alt={words.qr} src={`data:image/svg+xml,${encodeURIComponent(invited.qr)}`} />
      <Secret of={words.secret} hint={words.secretHint} text={invited.secret} />
      <TextField
        label={login.code}
        hint={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onInput={setCode}
        wrong={isRefused ? words.codeWrong : wrongOf(action.failure, "code")}
      />
      <h2>{words.password}</h2>
      <TextField
        label={columns.email}
        type="email"
        autoComplete="username"
        readOnly
        value={invited.email}
        onInput={() => undefined}
      />
      <NewPassword of={password} failure={action.failure} field="password" />
      {isRefused
        ? <p class="hidden-text" role="alert">{words.codeWrong}</p>
        : <FailureNotice failure={action.failure} atFields={["code", "password"]} />}
      <Button kind="main" submit disabled={action.isBusy || password.agreed === undefined}>
        {action.isBusy ? login.checking : words.accept}
      </Button>
    </form>
  )
}

const RecoveryCodes = ({ codes, onKept }: {
  readonly codes: ReadonlyArray<string>
  readonly onKept: () => void
}) => {
  const { invitation: words } = useWords()
  const [isKept, setIsKept] = useState(false)
  // Whoever closes the page now loses them.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [])
  return (
    <div class="panel-body form">
      <h1>{words.codes}</h1>
      <p class="muted">{words.codesLead}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton of={words.codes} text={codes.join("\n")} />
      <Check label={words.kept} checked={isKept} onInput={setIsKept} />
      <Button kind="main" disabled={!isKept} onClick={onKept}>{words.enter}</Button>
    </div>
  )
}
