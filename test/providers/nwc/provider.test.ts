// How a host chooses a wallet by variables, and what it refuses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { afterAll, expect, it } from "vitest"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-nwc-"))
const connection = `nostr+walletconnect://${"a".repeat(64)}?relay=wss%3A%2F%2Frelay.example&secret=${"b".repeat(64)}`

afterAll(() => rmSync(folder, { recursive: true }))

const chosen = (text: string, change: Readonly<Record<string, string>> = {}) => {
  const path = join(folder, "connection")
  writeFileSync(path, text, { mode: 0o600 })
  return Effect.runPromise(Effect.result(chosenProviders({
    PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
    PONTEPAY_PRODUCTION_LIGHTNING: "nwc",
    PONTEPAY_PRODUCTION_NWC_CONNECTION_FILE: path,
    PONTEPAY_PRODUCTION_NWC_UNBOUNDED_FEE: "yes",
    ...change
  })))
}

const problemsOf = <A>(
  found: Result.Result<A, ReadonlyArray<{ readonly variable: string; readonly message: string }>>
) => Result.isFailure(found) ? found.failure : []

it("stands behind LIGHTNING once fees without a bound are accepted", async () => {
  const adapters = Result.getOrThrow(await chosen(connection))
  expect(adapters.providers?.map(({ name, ports }) => [name, ports])).toEqual([["nwc", ["lightningNode"]]])
})

it("is not used while fees without a bound are not accepted", async () => {
  const problems = problemsOf(await chosen(connection, { PONTEPAY_PRODUCTION_NWC_UNBOUNDED_FEE: "no" }))
  expect(problems.map(({ variable }) => variable)).toEqual(["PONTEPAY_PRODUCTION_NWC_UNBOUNDED_FEE"])
})

it("is not used where the file holds no connection, and its content is not told", async () => {
  const problems = problemsOf(await chosen(connection.replace("nostr", "nostrum")))
  expect(problems.map(({ variable }) => variable)).toEqual(["PONTEPAY_PRODUCTION_NWC_CONNECTION_FILE"])
  expect(JSON.stringify(problems)).not.toContain("b".repeat(64))
})
