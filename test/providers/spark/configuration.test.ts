// How a host chooses Breez SDK Spark by variables, and what it refuses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { afterAll, expect, it } from "vitest"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"
import { settlement } from "./bench.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-breez-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const chosen = (change: Readonly<Record<string, string>> = {}) =>
  Effect.runPromise(Effect.result(chosenProviders({
    PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
    PONTEPAY_PRODUCTION_SPARK: "breez",
    PONTEPAY_PRODUCTION_BREEZ_API_KEY_FILE: file("key", "key of Breez"),
    PONTEPAY_PRODUCTION_BREEZ_MNEMONIC_FILE: file("words", `${settlement.mnemonic}\n`),
    PONTEPAY_PRODUCTION_BREEZ_DEPIX_TOKEN: `btkn1${"q".repeat(50)}`,
    PONTEPAY_PRODUCTION_BREEZ_DIRECTORY: folder,
    ...change
  })))

it("stands behind SPARK, and loads the SDK at its first use", async () => {
  const adapters = Result.getOrThrow(await chosen())
  expect(adapters.providers?.map(({ name, ports }) => [name, ports])).toEqual([["breez", ["sparkWallet", "swapPool"]]])
  const state = await Effect.runPromise(adapters.providers?.[0]?.state ?? Effect.never)
  expect(state.state).toBe("unused")
})

it.each([
  ["MNEMONIC_FILE", () => file("wrong words", settlement.mnemonic.replace(/ \w+$/, " zebra"))],
  ["MNEMONIC_FILE", () => join(folder, "nothing")],
  ["DEPIX_TOKEN", () => "usdb1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"],
  ["DIRECTORY", () => ""],
  ["CONVERSIONS", () => "automatic"]
])("is not used with a wrong %s, and its words are not told", async (row, value) => {
  const found = await chosen({ [`PONTEPAY_PRODUCTION_BREEZ_${row}`]: value() })
  if (Result.isSuccess(found)) expect.unreachable()
  expect(found.failure.map(({ variable }) => variable)).toEqual([`PONTEPAY_PRODUCTION_BREEZ_${row}`])
  for (const word of settlement.mnemonic.split(" ")) {
    expect(found.failure.map(({ message }) => message).join(" ").split(/\W+/)).not.toContain(word)
  }
})
