// Which passwords may be set.
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { normalPassword, passwordProblem } from "../../../../core/operations/operator/password.ts"

const ana = { name: "Ana Beatriz Souza", email: "bia.souza@staff.example" }
const problemOf = (text: string) => passwordProblem(Redacted.make(text), ana)

describe("a password that is set §limit-operator-password", () => {
  it.each([
    "violet anchovy parade",
    "correcthorsebatterystaple",
    "três tristes tigres",
    "Xk9#mQ2$vL7!",
    "                x7 quiet marmot",
    "密码学院的图书馆里有七只猫头鹰",
    "👩‍🚀 rocket pours tea",
    "o cachorro comeu 17 livros",
    "j4kl-8wqe-zz0p-31mv",
    "a".repeat(1) + "nimosity vexed 128"
  ])("may be %s", (text) => {
    expect(problemOf(text)).toBeUndefined()
  })

  it.each([["eleven char", "short"], ["x7".repeat(65), "long"], ["", "empty"]])(
    "is of 12 to 128 characters: %s (%s)",
    (text) => {
      expect(problemOf(text)).toMatch(/12 to 128/)
    }
  )

  it("counts characters, not the units of their encoding", () => {
    expect(problemOf("🦊🐻🐼🐨🐯🦁")).toMatch(/12 to 128/)
    expect(problemOf("🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧")).toBeUndefined()
  })

  it.each([
    "passwordpassword",
    "Password1234",
    "password123456",
    "P@ssw0rd2024",
    "senha1234567",
    "minhasenha123",
    "qwertyuiop123",
    "1q2w3e4r5t6y",
    "123456789012",
    "123456123456",
    "abcdefghijkl",
    "aaaaaaaaaaaa",
    "aaaabbbbcccc",
    "abcabcabcabc",
    "829461730285",
    "flamengo2024",
    "iloveyou1234",
    "admin@123456",
    "changeme1234",
    "pontepay2026!",
    "adminadmin12",
    "qwerty-asdfgh",
    "!@#$%^&*()_+"
  ])("is not one that is guessed early: %s", (text) => {
    expect(problemOf(text)).toMatch(/guess/)
  })

  it.each([
    "beatriz runs at dawn",
    "SOUZA is on the ledge",
    "hello bia.souza@staff.example",
    "the staff room is blue"
  ])("holds neither a name nor the e-mail address: %s", (text) => {
    expect(problemOf(text)).toMatch(/name or the e-mail/)
  })

  it("is one for all ways of composing its characters", () => {
    const composed = normalPassword(Redacted.make("ação ﬁnal"))
    const decomposed = normalPassword(Redacted.make("ac\u0327a\u0303o final"))
    expect(Redacted.value(composed)).toBe(Redacted.value(decomposed))
  })
})
