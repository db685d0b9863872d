// One's own page: who one is here, a new password, and the way out of every session.
import { useState } from "preact/hooks"
import { useAction } from "../api/use-action.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Confirm } from "../parts/dialog.tsx"
import { Facts } from "../parts/facts.tsx"
import { TextField, wrongOf } from "../parts/field.tsx"
import { NewPassword, useNewPassword } from "../parts/new-password.tsx"
import { FailureNotice } from "../parts/notice.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { MissingPage } from "./missing.tsx"

export const OwnPage = () => {
  const { columns, operators, own: words, roles } = useWords()
  const { session: { viewer } } = useSignedIn()
  if (viewer.who !== "operator" || viewer.by === null || viewer.csrf === null) return <MissingPage />
  return (
    <>
      <PageHead title={words.title} />
      <div class="columns">
        <Panel title={words.changePassword}>
          <ChangePassword />
        </Panel>
        <Panel title={words.sessions}>
          <Facts of={[[columns.name, viewer.by.name], [operators.role, roles[viewer.role]]]} />
          <Sessions />
        </Panel>
      </div>
    </>
  )
}

const ChangePassword = () => {
  const { login, own: words } = useWords()
  const { client } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const chosen = useNewPassword()
  const change = (newPassword: string): void => {
    void action.run(async () => {
      await client.ask("changePassword", { body: { password, code: code.trim(), newPassword } })
      announce(words.changed)
      setPassword("")
      setCode("")
      chosen.clear()
    })
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.agreed !== undefined) change(chosen.agreed)
      }}
    >
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onInput={setPassword}
        wrong={wrongOf(action.failure, "password")}
      />
      <TextField
        label={login.code}
        hint={login.codeHint}
        autoComplete="one-time-code"
        required
        value={code}
        onInput={setCode}
        wrong={wrongOf(action.failure, "code")}
      />
      <NewPassword of={chosen} failure={action.failure} field="newPassword" />
      {action.failure?.status === 401
        ? <p class="wrong" role="alert">{words.refused}</p>
        : <FailureNotice failure={action.failure} atFields={["password", "code", "newPassword"]} />}
      <div class="actions">
        <Button kind="main" submit disabled={action.isBusy || chosen.agreed === undefined}>
          {words.changePassword}
        </Button>
      </div>
    </form>
  )
}

const Sessions = () => {
  const { login, own: words } = useWords()
  const { client, leave, signOut } = useSignedIn()
  const [isAsking, setIsAsking] = useState(false)
  const action = useAction()
  const leaving = useAction()
  return (
    <>
      <FailureNotice failure={leaving.failure} />
      <div class="actions link-row">
        <Button onClick={() => void leaving.run(signOut)}>{login.signOut}</Button>
        <Button kind="danger" onClick={() => setIsAsking(true)}>{words.signOutEverywhere}</Button>
      </div>
      {isAsking ?
        (
          <Confirm
            title={words.signOutEverywhere}
            label={words.signOutEverywhere}
            danger
            action={action}
            onClose={() => setIsAsking(false)}
            onConfirm={() =>
              void action.run(async () => {
                await client.ask("signOutEverywhere", {})
                leave()
              })}
          >
            <p>{words.everywhereBody}</p>
          </Confirm>
        ) :
        null}
    </>
  )
}
