// The client certificate that the bank asks for on every call: none, a foreign one and an expired one move nothing, and one that is
// renewed while the service runs is used without a restart.
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { type Server, createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TLSSocket } from "node:tls"
import { Effect, Redacted } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type EfiAdapters, efi } from "../../../adapters/efi/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { certificateFor } from "../../support/certificate.ts"
import { answering } from "../bcb/server.ts"
import { ourKey, railOf, settingsOf } from "./bench.ts"
import { StandInEfi, receivers } from "./stand-in.ts"

const bankOwn = certificateFor("localhost", "200101", "491231")
const first = certificateFor("client.test", "200101", "491231")
const second = certificateFor("renewed.test", "200101", "491231")
const foreign = certificateFor("client.test", "200101", "491231")
const expired = certificateFor("expired.test", "200101", "210101")

let bank: StandInEfi
let server: Server
let folder: string
const shown = new Set<string | undefined>()

beforeEach(async () => {
  bank = new StandInEfi(ourKey)
  shown.clear()
  folder = mkdtempSync(join(tmpdir(), "efi-"))
  const answer = answering(bank.handle)
  const asks = { requestCert: true, rejectUnauthorized: true, ca: [first.cert, second.cert, expired.cert] }
  server = createServer({ key: bankOwn.key, cert: bankOwn.cert, ...asks }, (request, response) => {
    shown.add((request.socket as TLSSocket).getPeerCertificate().fingerprint256)
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const replace = (name: string, text: string): void => {
  const next = join(folder, `${name}.next`)
  writeFileSync(next, text)
  chmodSync(next, 0o600)
  renameSync(next, join(folder, name))
}

/** The adapter with a certificate in files, or without one. */
const openWith = (mine?: { readonly cert: string; readonly key: string }): EfiAdapters => {
  if (mine !== undefined) {
    replace("certificate.pem", mine.cert)
    replace("key.pem", mine.key)
  }
  const certificate = { file: join(folder, "certificate.pem") }
  const files = mine === undefined ? {} : { certificate, key: { file: join(folder, "key.pem") } }
  return efi({
    ...settingsOf(`https://localhost:${(server.address() as AddressInfo).port}`),
    timeoutMs: 5_000,
    tls: { authorities: Redacted.make(bankOwn.cert), ...files }
  })
}

let payments = 0
const request = (paymentId: string) => ({
  paymentId,
  value: unitsUnsafe("BRL", 100n),
  destination: { by: "key", key: receivers.paid, keyType: "EMAIL" } as const
})
const pay = async (rail: Awaited<ReturnType<typeof railOf>>) =>
  Effect.runPromise(rail.pay(request(`pay_${(++payments).toString().padStart(32, "0")}`)))

const wrong = [["none", undefined], ["a foreign one", foreign], ["an expired one", expired]] as const

it.each(wrong)("%s moves nothing, refuses nothing, and is told to the operator §efi-certificate", async (_, mine) => {
  const adapters = openWith(mine)
  const rail = await railOf(adapters)
  expect(["Held", "Unknown"]).toContain((await pay(rail))._tag)
  expect((await Effect.runPromise(rail.lookUpPayment(request("pay_1"))))._tag).toBe("Unknown")
  expect(bank.payments.size).toBe(0)
  const [provider] = adapters.providers
  expect(provider && await Effect.runPromise(provider.state)).toMatchObject({ state: "failing" })
})

it("a certificate that is renewed while the service runs is used without a restart §efi-certificate", async () => {
  const adapters = openWith(first)
  const rail = await railOf(adapters)
  expect((await pay(rail))._tag).toBe("Unknown")
  // In the middle of the replacement the old pair is used on.
  replace("certificate.pem", second.cert)
  expect((await pay(rail))._tag).toBe("Unknown")
  expect([bank.payments.size, shown.size]).toEqual([2, 1])
  replace("key.pem", second.key)
  expect((await pay(rail))._tag).toBe("Unknown")
  expect([bank.payments.size, shown.size]).toEqual([3, 2])
  // The bank takes the old one no more.
  server.setSecureContext({ key: bankOwn.key, cert: bankOwn.cert, ca: second.cert })
  server.closeAllConnections()
  expect((await pay(rail))._tag).toBe("Unknown")
  expect(bank.payments.size).toBe(4)
  const [provider] = adapters.providers
  expect(provider && await Effect.runPromise(provider.state)).toMatchObject({ state: "ready", problem: null })
})
