// Woovi is chosen by variables, and its secrets are files that others may not read.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"
import { keys, pemOf } from "./bench.ts"

const folder = mkdtempSync(join(tmpdir(), "woovi-variables-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const variables = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "postgres://somewhere",
  PONTEPAY_PRODUCTION_PIX: "woovi",
  PONTEPAY_PRODUCTION_WOOVI_APP_ID_FILE: file("app-id", "an AppID"),
  PONTEPAY_PRODUCTION_WOOVI_WEBHOOK_KEYS_FILE: file("keys.pem", pemOf(keys[0])),
  PONTEPAY_PRODUCTION_WOOVI_WEBHOOK_AUTHORIZATION_FILE: file("authorization", "a value of our own")
}

it("its variables give the rail, its books and its inbox", async () => {
  const adapters = await Effect.runPromise(chosenProviders(variables))
  expect(adapters.pixRail).toBeDefined()
  expect(adapters.railBooks).toBeDefined()
  expect(Object.keys(adapters.providerInboxes ?? {})).toEqual(["woovi"])
  expect(adapters.providers?.map(({ name, ports }) => [name, ports])).toEqual([
    ["woovi", ["pixRail", "railBooks", "providerInbox"]]
  ])
})

it("a variable that is missing, and a file that others may read, are named", async () => {
  const open = file("open", "an AppID")
  chmodSync(open, 0o644)
  const problems = await Effect.runPromise(Effect.flip(chosenProviders({
    ...variables,
    PONTEPAY_PRODUCTION_WOOVI_APP_ID_FILE: open,
    PONTEPAY_PRODUCTION_WOOVI_WEBHOOK_KEYS_FILE: undefined
  })))
  expect(problems.map(({ variable }) => variable)).toEqual([
    "PONTEPAY_PRODUCTION_WOOVI_APP_ID_FILE",
    "PONTEPAY_PRODUCTION_WOOVI_WEBHOOK_KEYS_FILE"
  ])
})
