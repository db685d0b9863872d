// How operators come in and go out. What is open to all takes requests of our own pages alone; passwords, codes and invitations
// are wrapped before anything else sees them.
import { Effect, Redacted } from "effect"
import { acceptInvitation } from "../../../../core/operations/operator/accept-invitation.ts"
import { readRoster } from "../../../../core/operations/operator/find-operator.ts"
import { readInvitation } from "../../../../core/operations/operator/read-invitation.ts"
import { revokeSession, revokeSessions } from "../../../../core/operations/operator/revoke-session.ts"
import { startSession } from "../../../../core/operations/operator/start-session.ts"
import { updatePassword } from "../../../../core/operations/operator/update-password.ts"
import type { Visitor } from "../../../../core/operations/operator/visitor.ts"
import * as api from "../definition/sign-in.ts"
import { qrSvg } from "../qr.ts"
import { type OpenRequest, managed, managedWithHeaders, openToAll } from "../request/management-route.ts"
import { noSessionHeader, sessionCookieOf, sessionHeader } from "../request/session-cookie.ts"
import { personOf } from "../request/viewer.ts"
import { peerName } from "../request/peer.ts"

/** Where an address is not known, those who name the same wait in one queue. */
const turnOf = (peer: string | undefined, named: string): string => peer === undefined ? named : peerName(peer)

const visitorOf = ({ environment, request, requestId }: OpenRequest, named: string): Visitor => {
  const cookie = sessionCookieOf(request, environment)
  return {
    environment,
    requestId,
    turn: turnOf(request.peer, named),
    ...(cookie === undefined ? {} : { cookie })
  }
}

/** Endpoints that need no credential. */
export const openRoutes = [
  openToAll(api.readDoor, ({ environment }) =>
    Effect.map(readRoster, ({ value }) => ({
      data: { environment, hasOperators: value.firstActiveAt !== null },
      headers: {}
    }))),
  openToAll(
    api.signIn,
    Effect.fnUntraced(function*(asked, { payload: { code, email, password } }) {
      const visitor = visitorOf(asked, email)
      const { cookie, csrf } = yield* startSession(visitor, { email, code, password: Redacted.make(password) })
      return { data: { csrf }, headers: sessionHeader(asked.environment, cookie) }
    })
  ),
  openToAll(
    api.readInvitation,
    Effect.fnUntraced(function*(asked, { payload }) {
      const { secret, uri, ...shown } = yield* readInvitation(asked, Redacted.make(payload.invitation))
      const text = Redacted.value(uri)
      const data = { ...shown, secret: Redacted.value(secret), uri: text, qr: qrSvg(text, "Second factor") }
      return { data, headers: {} }
    })
  ),
  openToAll(
    api.acceptInvitation,
    Effect.fnUntraced(function*(asked, { payload: { code, invitation, password } }) {
      const { cookie, csrf, recoveryCodes } = yield* acceptInvitation(visitorOf(asked, invitation), {
        code,
        invitation: Redacted.make(invitation),
        password: Redacted.make(password)
      })
      return { data: { csrf, recoveryCodes }, headers: sessionHeader(asked.environment, cookie) }
    })
  )
]

/** Endpoints of whoever is signed in. */
export const signInRoutes = [
  managedWithHeaders(
    api.signOut,
    Effect.fnUntraced(function*(viewer) {
      yield* revokeSession(yield* personOf(viewer))
      return { data: {}, headers: noSessionHeader(viewer.operator.environment) }
    })
  ),
  managedWithHeaders(
    api.signOutEverywhere,
    Effect.fnUntraced(function*(viewer) {
      yield* revokeSessions(yield* personOf(viewer))
      return { data: {}, headers: noSessionHeader(viewer.operator.environment) }
    })
  ),
  managed(
    api.changePassword,
    Effect.fnUntraced(function*(viewer, { payload: { code, newPassword, password }, peer }) {
      const signedIn = yield* personOf(viewer)
      yield* updatePassword(viewer.operator, signedIn, {
        code,
        password: Redacted.make(password),
        newPassword: Redacted.make(newPassword),
        turn: turnOf(peer, signedIn.by.id)
      })
      return {}
    })
  )
]
