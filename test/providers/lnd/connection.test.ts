// How the node is reached: by its own certificate and no one else's, and how a host chooses it by variables.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Layer, Redacted, Result } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { lnd } from "../../../adapters/lnd/index.ts"
import { LightningNode } from "../../../core/ports/lightning-node.ts"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"
import { certificateFor } from "../../support/certificate.ts"
import { adapterOf, settingsFor } from "./bench.ts"
import { macaroon, openFront } from "./front.ts"
import { LedgerNode } from "./ledger-node.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-lnd-"))

afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, text: string, mode = 0o600): string => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode })
  return path
}

describe("a node with a certificate of its own", () => {
  it("is reached by it, and by no other", async () => {
    const own = certificateFor("localhost", "250101", "491231")
    const front = await openFront(new LedgerNode(), own)
    const found = async (certificate: string | undefined) => {
      const trusted = certificate === undefined ? {} : { certificate: Redacted.make(certificate) }
      const node = await adapterOf(lnd({ ...settingsFor(front.url), ...trusted }))
      return Effect.runPromise(node.lookUpInvoice({ paymentHash: "00".repeat(32), amount: unitsUnsafe("BTC", 1_000n) }))
    }
    expect(await found(own.cert)).toEqual({ _tag: "Absent" })
    expect(await found(undefined)).toMatchObject({ _tag: "Unknown" })
    expect(await found(certificateFor("localhost", "250101", "491231").cert)).toMatchObject({ _tag: "Unknown" })
    expect(front.calls).toHaveLength(1)
    await front.close()
  })
})

const variables = (change: Readonly<Record<string, string>> = {}) => ({
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_LIGHTNING: "lnd",
  PONTEPAY_PRODUCTION_LND_URL: "https://localhost:8080",
  PONTEPAY_PRODUCTION_LND_MACAROON_FILE: fileOf("macaroon", `${macaroon}\n`),
  PONTEPAY_PRODUCTION_LND_INVOICE_KEY_FILE: fileOf("key", "k".repeat(64)),
  ...change
})

const chosen = (given: Readonly<Record<string, string>>) => Effect.runPromise(Effect.result(chosenProviders(given)))

describe("the provider lnd", () => {
  it("stands behind LIGHTNING, on the network that it is told", async () => {
    const adapters = Result.getOrThrow(await chosen(variables({ PONTEPAY_PRODUCTION_LND_NETWORK: "signet" })))
    expect(adapters.providers?.map(({ name, ports }) => [name, ports])).toEqual([["lnd", ["lightningNode"]]])
    const layer = adapters.lightningNode
    if (layer === undefined) throw new Error("there is none")
    const network = LightningNode.use((node) => Effect.succeed(node.network)).pipe(
      Effect.provide(layer as Layer.Layer<LightningNode>)
    )
    expect(await Effect.runPromise(network)).toBe("signet")
  })

  it.each<[string, string, string, number, RegExp]>([
    ["the macaroon is binary", "MACAROON_FILE", "\u0002\u0001\u0003lnd", 0o600, /no macaroon in hex/],
    ["the key is short", "INVOICE_KEY_FILE", "secret", 0o600, /at least 32 characters/],
    ["everybody may read the key", "INVOICE_KEY_FILE", "k".repeat(64), 0o604, /chmod/]
  ])("is not used where %s", async (name, row, content, mode, message) => {
    const variable = `PONTEPAY_PRODUCTION_LND_${row}`
    const found = await chosen(variables({ [variable]: fileOf(name, content, mode) }))
    expect(Result.isFailure(found) && found.failure).toEqual([{ variable, message: expect.stringMatching(message) }])
  })
})
