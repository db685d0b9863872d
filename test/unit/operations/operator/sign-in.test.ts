// Proof of an operator: password, codes, recovery codes, the lock, and what a session is.
import { Context, Effect, Redacted, Result } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as memory from "../../../../adapters/memory/store.ts"
import { SignInRefused } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { acceptInvitation } from "../../../../core/operations/operator/accept-invitation.ts"
import { sessionsOf } from "../../../../core/operations/operator/find-operator.ts"
import { Operators } from "../../../../core/operations/operator/operator.ts"
import { readInvitation } from "../../../../core/operations/operator/read-invitation.ts"
import { revokeSession, revokeSessions } from "../../../../core/operations/operator/revoke-session.ts"
import { signedInBy } from "../../../../core/operations/operator/find-session.ts"
import { stepOf } from "../../../../core/operations/operator/totp.ts"
import { updatePassword } from "../../../../core/operations/operator/update-password.ts"
import { PasswordHasher } from "../../../../core/ports/password-hasher.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { active, codeIn, invitedTo, signIn, visitor, wrongCode } from "../../../support/operators.ts"
import { goodPassword, secretIn } from "../../../support/staff.ts"
import { World } from "../../../support/world.ts"

const stepMs = 30_000
const otherPassword = "seven quiet marmots"

describe("an operator who signs in", () => {
  let world: World
  beforeEach(async () => {
    world = await World.open()
  })
  afterEach(() => world.close())

  const outcomes = (tries: ReadonlyArray<ReturnType<typeof signIn>>) =>
    world.run(Effect.all(tries.map((each) => Effect.result(each)), { concurrency: "unbounded" }))

  const stepOn = (steps = 1) => {
    world.clock.now += steps * stepMs
  }

  it("shows e-mail address, password and a code; each wrong one is refused alike §error-sign-in-refused", async () => {
    const ana = await active(world, "owner")
    stepOn()
    const code = codeIn(world, ana.secret)
    const refused = [
      await world.refusal(signIn("nobody@staff.example", code)),
      await world.refusal(signIn(ana.email, code, otherPassword)),
      await world.refusal(signIn(ana.email, wrongCode))
    ]
    expect(refused).toEqual([new SignInRefused(), new SignInRefused(), new SignInRefused()])
    const { cookie, csrf } = await world.run(signIn(` ${ana.email.toUpperCase()}`, code))
    const { by } = await world.run(signedInBy(cookie))
    expect(by).toMatchObject({ id: ana.operatorId, role: "owner" })
    expect(csrf).toMatch(/^[0-9a-f]{64}$/)
  })

  it("uses a code once, also that of the acceptance, and also two times at once §operator-proof", async () => {
    const ana = await active(world, "owner")
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret)))).toEqual(new SignInRefused())
    stepOn()
    const code = codeIn(world, ana.secret)
    const results = await outcomes([signIn(ana.email, code), signIn(ana.email, code), signIn(ana.email, code)])
    expect(results.filter(Result.isSuccess)).toHaveLength(1)
    expect(await world.refusal(signIn(ana.email, code))).toEqual(new SignInRefused())
    // A code of a step before the last one that was taken is no better.
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret, -1)))).toEqual(new SignInRefused())
  })

  it("uses each recovery code once in place of a code §limit-recovery-codes", async () => {
    const ana = await active(world, "owner")
    const bea = await active(world, "owner")
    expect(new Set(ana.recoveryCodes).size).toBe(limits.recoveryCodes)
    expect(ana.recoveryCodes.every((code) => /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toBe(true)
    const [first = "", second = ""] = ana.recoveryCodes
    expect(await world.refusal(signIn(bea.email, first))).toEqual(new SignInRefused())
    await world.run(signIn(ana.email, first.toLowerCase().replaceAll("-", " ")))
    expect(await world.refusal(signIn(ana.email, first))).toEqual(new SignInRefused())
    const both = await outcomes([signIn(ana.email, second), signIn(ana.email, second)])
    expect(both.filter(Result.isSuccess)).toHaveLength(1)
  })

  it("is locked by ten wrong tries in a row for 15 minutes, and his sessions are not touched §limit-sign-in", async () => {
    const ana = await active(world, "owner")
    stepOn()
    const wrong = () => world.refusal(signIn(ana.email, wrongCode))
    for (let n = 1; n < limits.signIn.tries; n++) await wrong()
    await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    for (let n = 1; n <= limits.signIn.tries; n++) await wrong()
    stepOn()
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret)))).toEqual(new SignInRefused())
    expect((await world.run(signedInBy(ana.cookie))).by.id).toBe(ana.operatorId)
    world.clock.now += limits.signIn.lockMs - stepMs - 1
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret)))).toEqual(new SignInRefused())
    world.clock.now += 1
    await world.run(signIn(ana.email, codeIn(world, ana.secret)))
  })

  it("is judged ten times however many try at once, and each try takes one hash", async () => {
    await world.close()
    const hashed: Array<string | undefined> = []
    world = await World.open(memory.layer, (services) => {
      const hasher = Context.get(services, PasswordHasher)
      const verify: typeof hasher.verify = (password, hash, turn) => {
        hashed.push(hash)
        return hasher.verify(password, hash, turn)
      }
      return Context.add(services, PasswordHasher, { ...hasher, verify })
    })
    const ana = await active(world, "owner")
    stepOn()
    // Sixty wrong passwords at once, and then the right one, from addresses of their own.
    const who = (n: number) => ({ ...visitor, turn: `198.51.100.${n}` })
    const tries = Array.from({ length: 60 }, (_, n) => signIn(ana.email, wrongCode, otherPassword, who(n)))
    const results = await outcomes(tries)
    expect(results.every(Result.isFailure)).toBe(true)
    expect(hashed).toHaveLength(60)
    expect(hashed.filter((hash) => hash !== undefined)).toHaveLength(limits.signIn.tries)
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret)))).toEqual(new SignInRefused())
    await world.refusal(signIn("nobody@staff.example", wrongCode))
    expect(hashed).toHaveLength(62)
  })

  it("has at most five sessions, the oldest goes §limit-operator-session", async () => {
    const ana = await active(world, "owner")
    const cookies = [ana.cookie]
    for (let n = 0; n < limits.operatorSession.most; n++) {
      stepOn()
      cookies.push((await world.run(signIn(ana.email, codeIn(world, ana.secret)))).cookie)
    }
    const open = await outcomesOf(cookies)
    expect(open).toEqual([false, true, true, true, true, true])
  })

  const outcomesOf = async (cookies: ReadonlyArray<Redacted.Redacted>) =>
    (await world.run(Effect.all(cookies.map((cookie) => Effect.result(signedInBy(cookie)))))).map(Result.isSuccess)

  it("is signed out after 30 minutes without a request, and after 12 hours in any case §limit-operator-session", async () => {
    const ana = await active(world, "owner")
    const { idleMs, lifetimeMs } = limits.operatorSession
    world.clock.now += idleMs - 1
    await world.run(signedInBy(ana.cookie))
    world.clock.now += idleMs - 1
    await world.run(signedInBy(ana.cookie))
    world.clock.now += idleMs
    expect((await world.refusal(signedInBy(ana.cookie)))._tag).toBe("Unauthorized")
    stepOn()
    const { cookie } = await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    const end = world.clock.now + lifetimeMs
    while (world.clock.now + idleMs - 1 < end) {
      world.clock.now += idleMs - 1
      await world.run(signedInBy(cookie))
    }
    world.clock.now = end - 1
    await world.run(signedInBy(cookie))
    world.clock.now = end
    expect((await world.refusal(signedInBy(cookie)))._tag).toBe("Unauthorized")
  })

  it("is noted to be there once a minute at most", async () => {
    const ana = await active(world, "owner")
    const before = world.commits.length
    for (let n = 0; n < 5; n++) await world.run(signedInBy(ana.cookie))
    expect(world.commits.length).toBe(before)
    world.clock.now += limits.operatorSession.seenMs
    for (let n = 0; n < 5; n++) await world.run(signedInBy(ana.cookie))
    expect(world.commits.length).toBe(before + 1)
  })

  it("ends one session, or all of them", async () => {
    const ana = await active(world, "owner")
    stepOn()
    const second = await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    await world.run(revokeSession(ana.signedIn))
    expect(await outcomesOf([ana.cookie, second.cookie])).toEqual([false, true])
    stepOn()
    const third = await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    await world.run(revokeSessions(await world.run(signedInBy(third.cookie))))
    expect(await outcomesOf([second.cookie, third.cookie])).toEqual([false, false])
  })

  it("never keeps the session that he brings along", async () => {
    const ana = await active(world, "owner")
    stepOn()
    const brought = { ...visitor, cookie: ana.cookie }
    const { cookie } = await world.run(signIn(ana.email, codeIn(world, ana.secret), goodPassword, brought))
    expect(Redacted.value(cookie)).not.toBe(Redacted.value(ana.cookie))
    expect(await outcomesOf([ana.cookie, cookie])).toEqual([false, true])
  })

  it("changes his password with proof, and is signed out everywhere else", async () => {
    const ana = await active(world, "owner")
    stepOn()
    const other = await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    stepOn()
    const change = (parts: object) =>
      updatePassword(ana.actor, ana.signedIn, {
        password: Redacted.make(goodPassword),
        newPassword: Redacted.make(otherPassword),
        code: codeIn(world, ana.secret),
        turn: "x",
        ...parts
      })
    expect((await world.refusal(change({ newPassword: Redacted.make("senha1234567") })))._tag).toBe("ValidationFailed")
    expect(await world.refusal(change({ password: Redacted.make(otherPassword) }))).toEqual(new SignInRefused())
    expect(await world.refusal(change({ code: wrongCode }))).toEqual(new SignInRefused())
    expect(await outcomesOf([ana.cookie, other.cookie])).toEqual([true, true])
    await world.run(change({}))
    expect(await outcomesOf([ana.cookie, other.cookie])).toEqual([true, false])
    stepOn()
    expect(await world.refusal(signIn(ana.email, codeIn(world, ana.secret)))).toEqual(new SignInRefused())
    await world.run(signIn(ana.email, codeIn(world, ana.secret), otherPassword))
  })

  it("leaves neither password, nor code, nor cookie in any record", async () => {
    const ana = await active(world, "owner")
    const { invitation } = await invitedTo(world, "support")
    const stored = world.commits.flatMap(({ writes }) => writes.map(({ body }) => body)).join("\n")
    const secrets = [goodPassword, ana.secret, ana.csrf, ...ana.recoveryCodes]
    const tokens = [ana.cookie, ana.invitation, invitation].map((each) => Redacted.value(each).split(".")[1] ?? "?")
    for (const secret of [...secrets, ...tokens]) expect(stored.includes(secret)).toBe(false)
    expect(stored).toContain("$argon2id$v=19$")
  })

  it("has had ten wrong codes at the acceptance of an invitation", async () => {
    const { invitation } = await invitedTo(world, "owner")
    const { secret: shown } = await world.run(readInvitation(visitor, invitation))
    const secret = secretIn(Redacted.value(shown))
    const accept = (code: string) =>
      acceptInvitation(visitor, { invitation, code, password: Redacted.make(goodPassword) })
    for (let n = 0; n < limits.signIn.tries; n++) {
      expect(await world.refusal(accept(wrongCode))).toEqual(new SignInRefused())
    }
    expect(await world.refusal(accept(codeIn(world, secret)))).toEqual(new SignInRefused())
    world.clock.now += limits.signIn.lockMs
    await world.run(accept(codeIn(world, secret)))
  })

  it("keeps the last step that was taken, and at most five sessions, in the records", async () => {
    const ana = await active(world, "owner")
    const record = await world.run(get(Operators, ana.operatorId))
    expect(record).toMatchObject({ value: { value: { credentials: { lastStep: stepOf(world.clock.now) } } } })
    expect((await world.run(sessionsOf(ana.operatorId))).value.sessions).toHaveLength(1)
  })
})
