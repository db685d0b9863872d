// The door: asks for a token until one opens, then shows the frame. A token that stops opening leads back here.
import { useCallback, useEffect, useState } from "preact/hooks"
import { makeClient } from "../api/client.ts"
import { type Failure, failureOf } from "../api/failure.ts"
import { openLive } from "../api/live.ts"
import { whileSeen } from "../api/seen.ts"
import { FailureNotice, Loading } from "../parts/notice.tsx"
import { Frame } from "./frame.tsx"
import { Login } from "./login.tsx"
import { type SignedIn, SignedInProvider } from "./session.tsx"
import { forgetToken, keepToken, storedToken } from "./token.ts"

type DoorState =
  | { readonly at: "login"; readonly hasEnded: boolean }
  | { readonly at: "checking"; readonly token: string; readonly failure?: Failure }
  | { readonly at: "inside"; readonly signedIn: SignedIn }

const first = (): DoorState => {
  const token = storedToken()
  return token === null ? { at: "login", hasEnded: false } : { at: "checking", token }
}

export const Door = () => {
  const [standing, setStanding] = useState<DoorState>(first)
  const [round, setRound] = useState(0)

  const enter = useCallback(async (token: string): Promise<void> => {
    const session = await makeClient(token, () => undefined).ask("readSession", {})
    const aheadMs = Date.parse(session.now) - Date.now()
    let close = (): void => undefined
    const leave = (hasEnded: boolean): void => {
      close()
      forgetToken()
      setStanding({ at: "login", hasEnded })
    }
    const client = makeClient(token, () => leave(true))
    const live = openLive(client, whileSeen)
    close = live.close
    keepToken(token)
    setStanding({ at: "inside", signedIn: { session, aheadMs, client, live, signOut: () => leave(false) } })
  }, [])

  const token = standing.at === "checking" ? standing.token : undefined
  useEffect(() => {
    if (token === undefined) return
    enter(token).catch((thrown: unknown) => {
      const failure = failureOf(thrown)
      if (failure.status !== 401) return setStanding({ at: "checking", token, failure })
      forgetToken()
      return setStanding({ at: "login", hasEnded: true })
    })
  }, [token, round, enter])

  switch (standing.at) {
    case "login":
      return <Login enter={enter} hasEnded={standing.hasEnded} />
    case "checking":
      return (
        <main class="login">
          <div class="login-box">
            {standing.failure === undefined
              ? <Loading />
              : <FailureNotice failure={standing.failure} again={() => setRound(round + 1)} />}
          </div>
        </main>
      )
    case "inside":
      return (
        <SignedInProvider value={standing.signedIn}>
          <Frame />
        </SignedInProvider>
      )
  }
}
