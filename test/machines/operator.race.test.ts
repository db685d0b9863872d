// What two at once must not do to operators, on every store: close each other's access, take one address, use one code or one
// invitation two times.
import { Effect, Redacted, Result } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { acceptInvitation } from "../../core/operations/operator/accept-invitation.ts"
import { disableOperator } from "../../core/operations/operator/disable-operator.ts"
import { inviteOperator } from "../../core/operations/operator/invite-operator.ts"
import { readRoster, sessionsOf } from "../../core/operations/operator/find-operator.ts"
import { readInvitation } from "../../core/operations/operator/read-invitation.ts"
import { updateOperator } from "../../core/operations/operator/update-operator.ts"
import { operator } from "../support/operator.ts"
import { active, codeIn, invitedTo, signIn, visitor, wrongCode } from "../support/operators.ts"
import { planes } from "../support/planes.ts"
import { goodPassword, secretIn } from "../support/staff.ts"
import { World } from "../support/world.ts"

describe.each(Object.entries(planes))("operators on %s", (_, plane) => {
  let world: World
  beforeEach(async () => {
    world = await World.open(plane)
  })
  afterEach(() => world.close())

  /** How many of several at once succeed. */
  const succeeding = async (tries: ReadonlyArray<Parameters<World["run"]>[0]>): Promise<number> =>
    (await world.run(Effect.all(tries.map(Effect.result), { concurrency: "unbounded" }))).filter(Result.isSuccess)
      .length

  it("keep one active owner, whoever closes whose access §operator-lifecycle", async () => {
    const owners = [await active(world, "owner"), await active(world, "owner"), await active(world, "owner")]
    const [ana, bea, eva] = owners.map(({ operatorId }) => operatorId)
    const closing = [
      disableOperator(operator, ana ?? ""),
      updateOperator(operator, bea ?? "", { role: "support" }),
      disableOperator(operator, eva ?? "")
    ]
    expect(await succeeding(closing)).toBe(2)
    expect((await world.run(readRoster)).value.owners).toHaveLength(1)
  })

  it("have an e-mail address each §operator-lifecycle", async () => {
    const request = { name: "Twice", email: "twice@staff.example", role: "support" as const }
    expect(await succeeding([1, 2, 3, 4].map(() => inviteOperator(operator, request)))).toBe(1)
  })

  it("use a code and an invitation once §operator-proof", async () => {
    const { email, invitation, operatorId } = await invitedTo(world, "owner")
    const { secret: shown } = await world.run(readInvitation(visitor, invitation))
    const secret = secretIn(Redacted.value(shown))
    const proof = { invitation, password: Redacted.make(goodPassword), code: codeIn(world, secret) }
    expect(await succeeding([1, 2, 3].map(() => acceptInvitation(visitor, proof)))).toBe(1)
    world.clock.now += 30_000
    expect(await succeeding([1, 2, 3].map(() => signIn(email, codeIn(world, secret))))).toBe(1)
    expect((await world.run(sessionsOf(operatorId))).value.sessions).toHaveLength(2)
  })

  it("are locked by tries that come at once §operator-brute-force", async () => {
    const ana = await active(world, "owner")
    world.clock.now += 30_000
    expect(
      await succeeding(
        Array.from(
          { length: 12 },
          (_, n) => signIn(ana.email, wrongCode, goodPassword, { ...visitor, turn: `198.51.100.${n}` })
        )
      )
    ).toBe(0)
    expect((await world.refusal(signIn(ana.email, codeIn(world, ana.secret))))._tag).toBe("SignInRefused")
  })
})
