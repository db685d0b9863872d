// Who sent a message of Woovi: its published signature verifies, and nothing that differs from what was signed.
import { Context, Effect, Exit, Layer, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { woovi } from "../../../adapters/woovi/index.ts"
import { makeProof } from "../../../adapters/woovi/proof.ts"
import { ProviderInbox, type ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { appId } from "./stand-in.ts"
import { type Opened, authorization, inboxAt, keys, opened, pemOf, signed } from "./bench.ts"
import { publishedBody, publishedKey, publishedSignature } from "./published-vector.ts"

const own = Redacted.make(authorization)
const bytes = (text: string) => new TextEncoder().encode(text)

const published = (body: Uint8Array): ProviderMessage => ({
  ...signed(body),
  headers: { authorization, "x-webhook-signature": publishedSignature }
})

const provenBy = (publicKeys: string) => {
  const prove = makeProof({ publicKeys: Redacted.make(publicKeys), authorization: own })
  return async (message: ProviderMessage) => {
    const exit = await Effect.runPromiseExit(prove(message))
    return Exit.isSuccess(exit)
      ? "proven"
      : (Exit.findErrorOption(exit) as { value?: { proof?: string; _tag: string } }).value
  }
}

const proven = provenBy(publishedKey)
const body = bytes(publishedBody)

it("the published signature verifies over the bytes as they came", async () => {
  expect(body.length).toBe(1_902)
  expect(await proven(published(body))).toBe("proven")
})

const bitChanged = (place: number) => body.map((byte, index) => index === place ? byte ^ 1 : byte)

it.each([
  ["read and written again", bytes(JSON.stringify(JSON.parse(publishedBody)))],
  ["in Latin-1", Uint8Array.from(Buffer.from(publishedBody, "latin1"))],
  ["with its first bit changed", bitChanged(0)],
  ["with a bit in its middle changed", bitChanged(950)],
  ["with its last bit changed", bitChanged(1_901)],
  ["with a line break behind it", bytes(`${publishedBody}\n`)]
])("the published body %s is refused", async (_what, other) => {
  expect(other).not.toEqual(body)
  expect(await proven(published(other))).toMatchObject({ _tag: "ProofRefused", proof: "invalid" })
})

it("neither proof stands without the other", async () => {
  const { headers } = published(body)
  const wrong = { _tag: "ProofRefused", proof: "invalid" }
  expect(await proven({ ...published(body), headers: { ...headers, authorization: "another value" } })).toMatchObject(
    wrong
  )
  expect(await proven({ ...published(body), headers: { ...headers, authorization: undefined } })).toMatchObject(wrong)
  expect(await proven({ ...published(body), headers: { authorization } })).toMatchObject({ proof: "missing" })
  expect(await proven({ ...published(body), headers: { authorization, "x-webhook-signature": "" } })).toMatchObject(
    wrong
  )
})

it("two keys are taken at once, and a third is not", async () => {
  const both = provenBy(`${pemOf(keys[0])}\n${pemOf(keys[1])}`)
  expect(await both(signed(body, 0, keys[0]))).toBe("proven")
  expect(await both(signed(body, 0, keys[1]))).toBe("proven")
  expect(await both(signed(body, 0, keys[2]))).toMatchObject({ proof: "invalid" })
})

it("keys that cannot be used have the message sent again", async () => {
  expect(await provenBy("no key")(signed(body))).toMatchObject({ _tag: "InboxUnavailable" })
})

let there: Opened
let folder: string

beforeAll(async () => {
  there = await opened()
  folder = mkdtempSync(join(tmpdir(), "woovi-"))
})

afterAll(async () => {
  await there.close()
  rmSync(folder, { recursive: true })
})

const put = (pem: string): void => {
  const path = join(folder, "keys.pem")
  writeFileSync(`${path}.new`, pem, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

it("a key of a file is changed while messages come in", async () => {
  put(pemOf(keys[0]))
  const adapters = woovi({
    baseUrl: there.to.url,
    appId: Redacted.make(appId),
    webhook: { publicKeys: { file: join(folder, "keys.pem") }, authorization: own }
  })
  const inbox = Context.get(
    await Effect.runPromise(Effect.scoped(Layer.build(adapters.providerInboxes.woovi))),
    ProviderInbox
  )
  const message = bytes(JSON.stringify({ event: "OPENPIX:CHARGE_CREATED" }))
  const answer = (pair: (typeof keys)[number]) => Effect.runPromiseExit(inbox.read(signed(message, 0, pair)))
  expect(Exit.isSuccess(await answer(keys[0]))).toBe(true)
  expect(Exit.isSuccess(await answer(keys[1]))).toBe(false)
  put(`${pemOf(keys[0])}${pemOf(keys[1])}`)
  expect(Exit.isSuccess(await answer(keys[0]))).toBe(true)
  expect(Exit.isSuccess(await answer(keys[1]))).toBe(true)
  put(pemOf(keys[1]))
  expect(Exit.isSuccess(await answer(keys[0]))).toBe(false)
})

it("the published message names no PIX of ours, and is asked of the provider", async () => {
  const inbox = await inboxAt(there.to.url, publishedKey)
  expect(await Effect.runPromise(inbox.read(published(body)))).toEqual([
    { _tag: "Unsupported", eventId: null, subscription: "OPENPIX:CHARGE_COMPLETED" }
  ])
})
