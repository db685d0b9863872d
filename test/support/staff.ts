// Operators for tests: invited, accepted and signed in over HTTP, with an authenticator that goes by the clock of the test.
import { base32nopad } from "@scure/base"
import { bytesToHex } from "@noble/hashes/utils.js"
import { vi } from "vitest"
import type { OperatorRole } from "../../core/operations/operator/role.ts"
import { stepOf, totpCode } from "../../core/operations/operator/totp.ts"
import { type Answer, dataOf, fromElsewhere, send } from "./http.ts"

/** A password that may be set. */
export const goodPassword = "violet anchovy parade"

/** An operator who is signed in. */
export interface Staff {
  readonly operatorId: string
  readonly email: string
  /** The secret of the authenticator, hex. */
  readonly secret: string
  readonly recoveryCodes: ReadonlyArray<string>
  readonly cookie: string
  readonly csrf: string
}

export const signInPath = "/dashboard/api/sign-in"
export const invitationPath = "/dashboard/api/invitation"
export const acceptPath = "/dashboard/api/invitation/accept"
export const sessionPath = "/dashboard/api/session"

/** Freezes the time of the world; timers go on. */
export const freezeTime = (): void => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })

/** Moves the time of the world forward. */
export const forward = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

/** The code of an authenticator now, or so many steps later. */
export const codeOf = (secret: string, later = 0): string => totpCode(secret, stepOf(Date.now()) + later)

/** The secret of an authenticator, hex, as an invitation shows it. */
export const secretIn = (base32: unknown): string => bytesToHex(base32nopad.decode(String(base32)))

/** The value of the cookie that an answer sets; "" where it takes it back. */
export const cookieIn = (answer: Answer): string => {
  const header = (answer.headers as Readonly<Record<string, unknown>>)["set-cookie"]
  const text = Array.isArray(header) ? String(header[0]) : ""
  return /^(__Host-pontepay-[a-z]+=[^;]*)/.exec(text)?.[1] ?? ""
}

let made = 0

/** Invites somebody with a bearer; gives the invitation. */
export const invite = async (base: string, bearer: string, role: OperatorRole, parts: object = {}) => {
  const number = ++made
  const body = { name: `Person ${number}`, email: `person-${number}@staff.example`, role, ...parts }
  const data = dataOf(await send(base, { path: "/admin/operators", key: bearer, body }))
  return { email: body.email, operatorId: String(data["operatorId"]), invitation: String(data["invitation"]) }
}

/** Accepts an invitation. */
export const accept = async (
  base: string,
  { email, invitation, operatorId }: Awaited<ReturnType<typeof invite>>,
  password = goodPassword
): Promise<Staff> => {
  const shown = dataOf(await send(base, { path: invitationPath, body: { invitation }, headers: fromElsewhere() }))
  const secret = secretIn(shown["secret"])
  const body = { invitation, password, code: codeOf(secret) }
  const answer = await send(base, { path: acceptPath, body, headers: fromElsewhere() })
  const { csrf, recoveryCodes } = dataOf(answer)
  return {
    operatorId,
    email,
    secret,
    recoveryCodes: recoveryCodes as ReadonlyArray<string>,
    cookie: cookieIn(answer),
    csrf: String(csrf)
  }
}

/** An operator of a role who is signed in. */
export const staff = async (base: string, bearer: string, role: OperatorRole): Promise<Staff> =>
  accept(base, await invite(base, bearer, role))

/** Sends a request with a session, as its own page does. */
export const ask = (
  base: string,
  { cookie, csrf }: Pick<Staff, "cookie" | "csrf">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => send(base, { method, path, body, headers: { cookie, "x-csrf-token": csrf, ...headers } })
