// What every page of somebody signed in can count on: who it is, the client that asks in his name, and the live stream.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { EndpointName } from "../../../http/api/definition/management.ts"
import type { Client } from "../api/client.ts"
import type { Live } from "../api/live.ts"
import type { Answer } from "../api/wire.ts"

export type Session = Answer<"readSession">

export interface SignedIn {
  readonly session: Session
  /** How far the service's clock was ahead of the browser's at the login: a sandbox's may have been moved. Milliseconds. */
  readonly aheadMs: number
  readonly client: Client
  readonly live: Live
  /** Ends the session, or forgets the token, and leads to the door. */
  readonly signOut: () => Promise<void>
  /** Leads to the door: what let him in is over. */
  readonly leave: () => void
}

const SignedInContext = createContext<SignedIn | undefined>(undefined)
export const SignedInProvider = SignedInContext.Provider

/** Whoever is signed in; only pages behind the login ask. */
export const useSignedIn = (): SignedIn => {
  const signedIn = useContext(SignedInContext)
  if (signedIn === undefined) throw new Error("no one is signed in here")
  return signedIn
}

/** Whether the viewer may use an endpoint here. */
export const useMay = (): (name: EndpointName) => boolean => {
  const { session } = useSignedIn()
  return (name) => session.may.includes(name)
}

/** Whose the page is: an owner's own account; undefined for the operator. */
export const ownAccountOf = ({ viewer }: Session): string | undefined =>
  viewer.who === "owner" ? viewer.accountId : undefined
