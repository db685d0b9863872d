// The door: lets in whoever has a token or a session, else asks for one, and then shows the frame. A token or session that ends
// leads back here.
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { type Credential, makeClient, stranger, strangersClient } from "../api/client.ts"
import { type Failure, failureOf } from "../api/failure.ts"
import { openLive } from "../api/live.ts"
import { whilePresent } from "../api/presence.ts"
import { whileSeen } from "../api/seen.ts"
import { FailureNotice, Loading } from "../parts/notice.tsx"
import { Frame } from "./frame.tsx"
import { type Ended, Login } from "./login.tsx"
import { type SignedIn, SignedInProvider } from "./session.tsx"
import { forgetToken, keepToken, storedToken } from "./token.ts"

type DoorState =
  | { readonly at: "opening"; readonly failure?: Failure }
  | { readonly at: "login"; readonly hasOperators: boolean; readonly ended: Ended | undefined }
  | { readonly at: "inside"; readonly signedIn: SignedIn }

const isRefused = (thrown: unknown): boolean => failureOf(thrown).status === 401

export const Door = () => {
  const [state, setState] = useState<DoorState>({ at: "opening" })
  const close = useRef<() => void>(() => undefined)

  const orFailure = useCallback((work: Promise<void>): void => {
    work.catch((thrown: unknown) => setState({ at: "opening", failure: failureOf(thrown) }))
  }, [])

  /** Asks for a token or a sign-in, whichever there is. */
  const askWho = useCallback(async (ended?: Ended): Promise<void> => {
    const { hasOperators } = await strangersClient.ask("readDoor", {})
    setState({ at: "login", hasOperators, ended })
  }, [])

  const enter = useCallback(async (first: Credential): Promise<void> => {
    let credential = first
    const read = async () => {
      const session = await makeClient(() => credential, () => undefined).ask("readSession", {})
      if (credential.by === "cookie" && session.viewer.who === "operator") {
        credential = { by: "cookie", csrf: session.viewer.csrf }
      }
      return session
    }
    const session = await read()
    const aheadMs = Date.parse(session.now) - Date.now()
    const leave = (ended?: Ended): void => {
      close.current()
      forgetToken()
      setState({ at: "opening" })
      orFailure(askWho(ended))
    }
    const client = makeClient(() => credential, () => leave(first.by))
    const present = whilePresent(whileSeen)
    const live = first.by === "token" ? openLive(client, whileSeen) : openLive(client, present.remind, present.isHere)
    const signOut = async (): Promise<void> => {
      if (first.by === "cookie") await client.ask("signOut", {})
      leave()
    }
    const signedIn: SignedIn = { session, aheadMs, client, live, signOut, leave: () => leave() }
    // What somebody may do can change while he is here, and another tab may have opened another session.
    const forget = live.listen((change) => {
      if (change !== "everything") return
      read().then(
        (now) =>
          setState((held) => held.at === "inside" ? { at: "inside", signedIn: { ...signedIn, session: now } } : held),
        () => undefined
      )
    })
    close.current = () => {
      close.current = () => undefined
      forget()
      live.close()
    }
    if (first.by === "token") keepToken(first.token)
    setState({ at: "inside", signedIn })
  }, [askWho, orFailure])

  const open = useCallback(async (): Promise<void> => {
    const token = storedToken()
    if (token === null) {
      const { hasOperators } = await strangersClient.ask("readDoor", {})
      if (!hasOperators) return setState({ at: "login", hasOperators, ended: undefined })
    }
    try {
      await enter(token === null ? stranger : { by: "token", token })
    } catch (thrown) {
      if (!isRefused(thrown)) throw thrown
      forgetToken()
      await askWho(token === null ? undefined : "token")
    }
  }, [askWho, enter])

  useEffect(() => {
    orFailure(open())
    return () => close.current()
  }, [open, orFailure])

  switch (state.at) {
    case "login":
      return <Login enter={enter} hasOperators={state.hasOperators} ended={state.ended} />
    case "opening":
      return (
        <main class="login">
          <div class="login-box">
            {state.failure === undefined ? <Loading /> : (
              <FailureNotice
                failure={state.failure}
                again={() => {
                  setState({ at: "opening" })
                  orFailure(open())
                }}
              />
            )}
          </div>
        </main>
      )
    case "inside":
      return (
        <SignedInProvider value={state.signedIn}>
          <Frame />
        </SignedInProvider>
      )
  }
}
