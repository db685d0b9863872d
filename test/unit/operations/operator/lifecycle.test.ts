// The lifecycle of an operator: invited, active, invited again, disabled; and the last owner, who stays.
import { Effect, Redacted, Result } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { EmailTaken, LastOwner, NotFound, StateConflict } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { acceptInvitation } from "../../../../core/operations/operator/accept-invitation.ts"
import { createServiceToken } from "../../../../core/operations/operator/create-service-token.ts"
import { disableOperator } from "../../../../core/operations/operator/disable-operator.ts"
import { inviteAgain } from "../../../../core/operations/operator/invite-again.ts"
import { inviteOperator } from "../../../../core/operations/operator/invite-operator.ts"
import { listOperators } from "../../../../core/operations/operator/list-operators.ts"
import { readRoster } from "../../../../core/operations/operator/find-operator.ts"
import { readInvitation } from "../../../../core/operations/operator/read-invitation.ts"
import { revokeServiceToken } from "../../../../core/operations/operator/revoke-service-token.ts"
import { newSession, serviceOf, sessionIsOpen, signedInBy } from "../../../../core/operations/operator/find-session.ts"
import { updateOperator } from "../../../../core/operations/operator/update-operator.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { listActs } from "../../../../core/operations/review/list-acts.ts"
import { operator } from "../../../support/operator.ts"
import { accepting, active, codeIn, invitedTo, signIn, visitor, wrongCode } from "../../../support/operators.ts"
import { goodPassword } from "../../../support/staff.ts"
import { World } from "../../../support/world.ts"

const noInvitation = new NotFound({ resource: "Invitation" })
const stepMs = 30_000

describe("an operator", () => {
  let world: World
  beforeEach(async () => {
    world = await World.open()
  })
  afterEach(() => world.close())

  const acts = async () => (await world.run(listActs(undefined))).acts.map(({ action, by }) => [action, by?.id ?? null])

  it("is invited once for an e-mail address, which is free again when he is disabled §operator-lifecycle §error-email-taken", async () => {
    const first = await invitedTo(world, "support")
    const again = { name: "Again", email: first.email.toUpperCase(), role: "support" as const }
    expect(await world.refusal(inviteOperator(operator, again))).toEqual(new EmailTaken())
    await world.run(disableOperator(operator, first.operatorId))
    const second = await world.run(inviteOperator(operator, again))
    expect(second.operatorId).not.toBe(first.operatorId)
    expect(await world.refusal(inviteOperator(operator, again))).toEqual(new EmailTaken())
  })

  it("is invited once also when two invite the same address at once", async () => {
    const request = { name: "Twice", email: "twice@staff.example", role: "support" as const }
    const results = await world.run(
      Effect.all([1, 2, 3].map(() => Effect.result(inviteOperator(operator, request))), { concurrency: "unbounded" })
    )
    expect(results.filter(Result.isSuccess)).toHaveLength(1)
  })

  it("opens an invitation that is right, open and not used; any other answers alike §limit-invitation-ms", async () => {
    const { invitation, operatorId } = await invitedTo(world, "owner")
    const [, secret = ""] = Redacted.value(invitation).split(".")
    const wrong = [`${operatorId}.${"0".repeat(64)}`, `opr_nobody.${secret}`, secret, "", `${operatorId}.${secret}0`]
    for (const token of wrong) {
      expect(await world.refusal(readInvitation(visitor, Redacted.make(token)))).toEqual(noInvitation)
    }
    world.clock.now += limits.invitationMs - 1
    await accepting(world, invitation)
    expect(await world.refusal(readInvitation(visitor, invitation))).toEqual(noInvitation)
    const late = await invitedTo(world, "owner")
    world.clock.now += limits.invitationMs
    expect(await world.refusal(readInvitation(visitor, late.invitation))).toEqual(noInvitation)
    const acceptance = { invitation: late.invitation, password: Redacted.make(goodPassword), code: wrongCode }
    expect(await world.refusal(acceptInvitation(visitor, acceptance))).toEqual(noInvitation)
  })

  it("sees the same second factor as often as he opens the invitation, and another one for another", async () => {
    const { invitation, operatorId } = await invitedTo(world, "owner")
    const secrets = await world.run(
      Effect.all([1, 2, 3].map(() => readInvitation(visitor, invitation)), { concurrency: "unbounded" })
    )
    expect(new Set(secrets.map(({ secret }) => Redacted.value(secret))).size).toBe(1)
    const again = await world.run(inviteAgain(operator, operatorId))
    const { secret } = await world.run(readInvitation(visitor, again.invitation))
    expect(Redacted.value(secret)).not.toBe(Redacted.value(secrets[0]?.secret ?? Redacted.make("")))
    expect(await world.refusal(readInvitation(visitor, invitation))).toEqual(noInvitation)
  })

  it("accepts once, with a password that may be set and a right code", async () => {
    const { invitation } = await invitedTo(world, "owner")
    const accept = (parts: object) =>
      acceptInvitation(visitor, { invitation, password: Redacted.make(goodPassword), code: wrongCode, ...parts })
    // No one has a code before the invitation was looked at.
    expect((await world.refusal(accept({})))._tag).toBe("SignInRefused")
    expect((await world.refusal(accept({ password: Redacted.make("senha1234567") })))._tag).toBe("ValidationFailed")
    const { cookie } = await accepting(world, invitation)
    await world.run(signedInBy(cookie))
    expect(await world.refusal(accept({}))).toEqual(noInvitation)
  })

  it("loses what he signed in with, and his sessions, when he is invited again", async () => {
    await active(world, "owner")
    const bea = await active(world, "operator")
    const again = await world.run(inviteAgain(operator, bea.operatorId))
    expect(again).toMatchObject({ state: "INVITED", role: "operator" })
    expect((await world.refusal(signedInBy(bea.cookie)))._tag).toBe("Unauthorized")
    world.clock.now += stepMs
    expect((await world.refusal(signIn(bea.email, codeIn(world, bea.secret))))._tag).toBe("SignInRefused")
    expect((await world.refusal(signIn(bea.email, bea.recoveryCodes[0] ?? "")))._tag).toBe("SignInRefused")
    const anew = await accepting(world, again.invitation, "seven quiet marmots")
    expect(anew.secret).not.toBe(bea.secret)
    // The cookie from before opens nothing either, now that he is active again.
    expect((await world.refusal(signedInBy(bea.cookie)))._tag).toBe("Unauthorized")
  })

  it("opens nothing when he is disabled, and stays so", async () => {
    await active(world, "owner")
    const bea = await active(world, "owner")
    const waiting = await invitedTo(world, "owner")
    expect(await world.run(disableOperator(operator, bea.operatorId))).toMatchObject({ state: "DISABLED" })
    expect((await world.refusal(signedInBy(bea.cookie)))._tag).toBe("Unauthorized")
    world.clock.now += stepMs
    expect((await world.refusal(signIn(bea.email, codeIn(world, bea.secret))))._tag).toBe("SignInRefused")
    await world.run(disableOperator(operator, waiting.operatorId))
    expect(await world.refusal(readInvitation(visitor, waiting.invitation))).toEqual(noInvitation)
    const before = world.commits.length
    await world.run(disableOperator(operator, bea.operatorId))
    expect(world.commits.length).toBe(before)
    const closed = new StateConflict({ resource: "operator", state: "DISABLED" })
    expect(await world.refusal(inviteAgain(operator, bea.operatorId))).toEqual(closed)
    expect(await world.refusal(updateOperator(operator, bea.operatorId, { role: "support" }))).toEqual(closed)
    expect(await world.refusal(disableOperator(operator, "opr_nobody"))).toEqual(new NotFound({ resource: "Operator" }))
  })

  it("opens nothing while he is not active, whatever session there is", async () => {
    await active(world, "owner")
    const bea = await active(world, "owner")
    await world.run(disableOperator(operator, bea.operatorId))
    const { cookie, digest, write } = await world.run(newSession(bea.operatorId, world.clock.now))
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
    expect((await world.refusal(signedInBy(cookie)))._tag).toBe("Unauthorized")
    expect(await world.run(sessionIsOpen({ ...bea.signedIn, session: digest }))).toBe(false)
  })

  it("has another role at once, in the sessions that are open", async () => {
    await active(world, "owner")
    const bea = await active(world, "owner")
    await world.run(updateOperator(operator, bea.operatorId, { role: "support" }))
    expect((await world.run(signedInBy(bea.cookie))).by.role).toBe("support")
    const before = world.commits.length
    await world.run(updateOperator(operator, bea.operatorId, { role: "support" }))
    expect(world.commits.length).toBe(before)
  })

  it("who is the last active owner is neither disabled, nor lowered, nor invited again §error-last-owner", async () => {
    const ana = await active(world, "owner")
    // Neither one who is only invited nor one of a lower role could let others in.
    await invitedTo(world, "owner")
    await active(world, "operator")
    expect(await world.refusal(disableOperator(operator, ana.operatorId))).toEqual(new LastOwner())
    expect(await world.refusal(inviteAgain(operator, ana.operatorId))).toEqual(new LastOwner())
    expect(await world.refusal(updateOperator(operator, ana.operatorId, { role: "operator" }))).toEqual(new LastOwner())
    const bea = await active(world, "owner")
    const both = [
      Effect.result(disableOperator(operator, ana.operatorId)),
      Effect.result(disableOperator(operator, bea.operatorId))
    ]
    const results = await world.run(Effect.all(both, { concurrency: "unbounded" }))
    expect(results.filter(Result.isSuccess)).toHaveLength(1)
    expect((await world.run(readRoster)).value.owners).toHaveLength(1)
  })

  it("is named in the audit, by each action of his and each that is about him", async () => {
    const ana = await active(world, "owner")
    world.clock.now += stepMs
    await world.run(signIn(ana.email, codeIn(world, ana.secret)))
    const { operatorId } = await world.run(
      inviteOperator(ana.actor, { name: "Bea", email: "bea@staff.example", role: "support" })
    )
    await world.run(updateOperator(ana.actor, operatorId, { role: "operator" }))
    await world.run(inviteAgain(ana.actor, operatorId))
    await world.run(disableOperator(ana.actor, operatorId))
    const { tokenId } = await world.run(
      createServiceToken(ana.actor, { name: "Nightly", role: "support", expiresInDays: 1 })
    )
    await world.run(revokeServiceToken(ana.actor, tokenId))
    expect(await acts()).toEqual([
      ["serviceToken.revoke", ana.operatorId],
      ["serviceToken.create", ana.operatorId],
      ["operator.disable", ana.operatorId],
      ["operator.inviteAgain", ana.operatorId],
      ["operator.changeRole", ana.operatorId],
      ["operator.invite", ana.operatorId],
      ["operator.signIn", ana.operatorId],
      ["operator.accept", ana.operatorId],
      ["operator.invite", null]
    ])
  })

  it("is listed, the newest first, without anything that opens", async () => {
    const { operatorId } = await invitedTo(world, "support")
    const ana = await active(world, "owner")
    const { operators } = await world.run(listOperators(undefined))
    expect(operators.map((each) => each.operatorId)).toEqual([ana.operatorId, operatorId])
    expect(operators.map((each) => each.state)).toEqual(["ACTIVE", "INVITED"])
    expect(Object.keys(operators[0] ?? {}).toSorted()).toEqual([
      "createdAt",
      "email",
      "invitationExpiresAt",
      "lastSignInAt",
      "name",
      "operatorId",
      "role",
      "state"
    ])
  })
})

describe("a service token", () => {
  it("opens until it expires or is revoked §limit-service-token-days", async () => {
    const world = await World.open()
    const made = await world.run(createServiceToken(operator, { name: "Nightly", role: "operator", expiresInDays: 1 }))
    expect(Redacted.value(made.secret)).toMatch(/^pontepay_service_svt_\w+\.[0-9a-f]{64}$/)
    expect(await world.run(serviceOf(made.secret))).toEqual({
      id: made.tokenId,
      name: "Nightly",
      role: "operator",
      madeBy: null
    })
    expect(await world.run(serviceOf(Redacted.make("pontepay_test_x")))).toBeUndefined()
    const wrong = Redacted.make(`pontepay_service_${made.tokenId}.${"0".repeat(64)}`)
    expect((await world.refusal(serviceOf(wrong)))._tag).toBe("Unauthorized")
    world.clock.now += 86_400_000 - 1
    await world.run(serviceOf(made.secret))
    world.clock.now += 1
    expect((await world.refusal(serviceOf(made.secret)))._tag).toBe("Unauthorized")
    const other = await world.run(createServiceToken(operator, { name: "Other", role: "support", expiresInDays: 365 }))
    expect(await world.run(revokeServiceToken(operator, other.tokenId))).toMatchObject({ state: "REVOKED" })
    expect((await world.refusal(serviceOf(other.secret)))._tag).toBe("Unauthorized")
    const before = world.commits.length
    await world.run(revokeServiceToken(operator, other.tokenId))
    expect(world.commits.length).toBe(before)
    await world.close()
  })
})
