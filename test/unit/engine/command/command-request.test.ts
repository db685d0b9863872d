// What may be commanded on a store without SQL functions: the rules of `pontepay.command`, at their edges.
import { Effect, Exit, Redacted, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type CommandRequest,
  newCommand,
  packSecrets,
  unpackSecrets
} from "../../../../core/engine/command/command-request.ts"
import { Commands, ended } from "../../../../core/engine/command/command.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { depositPayload, harmlessNames, nested, secretNames } from "../../inbox/commands.scene.ts"

const request = { id: "order-1", account: "acc_01", name: "create-deposit", payload: depositPayload }

const asked = (parts: Partial<CommandRequest> = {}) =>
  Effect.runSync(Effect.result(newCommand({ ...request, ...parts }, 7)))

const refusal = (parts: Parameters<typeof asked>[0]): string => {
  const result = asked(parts)
  return Result.isFailure(result) ? result.failure.details.map(({ field }) => field).join() : "taken"
}

describe("a command", () => {
  it("is one record and one job of the same subject §command-request", () => {
    const { job, write } = Result.getOrThrow(asked())
    expect(job).toEqual({ id: "run-command/order-1", task: "run-command", subject: "command/order-1", runAt: 7 })
    expect(Commands.decode(write.body)).toEqual({
      id: "command/order-1",
      owner: "acc_01",
      commandId: "order-1",
      name: "create-deposit",
      state: "WAITING",
      payload: JSON.stringify(depositPayload),
      sealed: null,
      createdAt: 7,
      endedAt: null
    })
    expect([write.keys, write.lists]).toEqual([[], []])
  })

  it("has an id of 1 to 128 visible characters §limit-command-id", () => {
    const { maximum } = limits.commandId
    expect(["", "x".repeat(maximum + 1), "a b", "a\n", "ä", "\u0000"].map((id) => refusal({ id }))).toEqual(
      Array.from({ length: 6 }, () => "id")
    )
    expect(["x", "x".repeat(maximum), "!~;'\"\\"].map((id) => refusal({ id }))).toEqual(["taken", "taken", "taken"])
  })

  it("has a known name, an account and no secret in clear §command-request §command-names", () => {
    expect(refusal({ name: "create-wallet" })).toBe("name")
    expect(refusal({ account: "" })).toBe("account")
    for (const field of ["walletPin", "pin", "PIN", "protectedSymmetricKey"]) {
      expect(refusal({ payload: { [field]: "123456" } })).toBe(`payload.${field}`)
    }
  })

  // S11
  it("has no secret in clear at any depth and in any spelling §command-request", () => {
    for (const field of secretNames) {
      expect(refusal({ payload: { list: ["x", { of: { [field]: 123_456 } }] } })).toBe(`payload.list.1.of.${field}`)
    }
    for (const field of harmlessNames) expect(refusal({ payload: { [field]: "123456" } })).toBe("taken")
  })

  it("is nested as deep as a body §command-request", () => {
    expect(refusal({ payload: nested(31, {}) })).toBe("taken")
    expect(refusal({ payload: nested(32, {}) })).toBe("payload")
  })

  it("has a seal where it spends, and none elsewhere §command-seal §limit-command-seal", () => {
    const sealed = (text: unknown) => ({ name: "create-payout", payload: { sealed: text } })
    expect(["", 7, null, undefined, "x".repeat(limits.commandSeal + 1)].map((text) => refusal(sealed(text)))).toEqual(
      Array.from({ length: 5 }, () => "payload.sealed")
    )
    expect(refusal(sealed("x".repeat(limits.commandSeal)))).toBe("taken")
    expect(refusal({ payload: { sealed: "x" } })).toBe("payload.sealed")
    expect(refusal({ payload: { sealed: null } })).toBe("taken")
  })

  it("has a payload as large as a body §command-request", () => {
    const of = (bytes: number) => ({ payload: { a: "x".repeat(bytes - JSON.stringify({ a: "" }).length) } })
    expect(refusal(of(limits.body.bytes))).toBe("taken")
    expect(refusal(of(limits.body.bytes + 1))).toBe("payload")
  })

  it("keeps whatever the payload says, as it says it §command-request", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
      const result = asked({ payload })
      if (Result.isFailure(result)) return
      const { sealed: _, ...rest } = payload
      expect(JSON.parse(Commands.decode(result.success.write.body).payload ?? "")).toEqual(
        JSON.parse(JSON.stringify(rest))
      )
    }))
  })
})

it("ends under one event, however often that is decided §command-once", () => {
  const command = Commands.decode(Result.getOrThrow(asked()).write.body)
  const ids = [1, 2].map((now) => ended(command, { on: "answered", result: {} }, now).write.id)
  const refused = ended(command, { on: "refused", error: { code: "C", message: "m", details: [] } }, 3)
  expect(new Set([...ids, refused.write.id]).size).toBe(1)
  expect(refused.write.lists).toEqual([["byOwner", "acc_01"], ["bySubject", "command/order-1"]])
})

it("packs PIN and key for a seal, and nothing else comes out §command-seal", () => {
  const secrets = { walletPin: "12\"34", protectedSymmetricKey: "k\\ey" }
  expect(Effect.runSync(unpackSecrets(packSecrets(secrets)))).toEqual(secrets)
  const exit = Effect.runSyncExit(unpackSecrets(Redacted.make("{}")))
  expect(Exit.isFailure(exit)).toBe(true)
})
