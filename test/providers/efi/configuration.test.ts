// The variables that choose a bank: each wrong one is named, and what they open are the adapters of a plane.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"
import type { EfiAdapters } from "../../../adapters/efi/index.ts"
import { certificateFor } from "../../support/certificate.ts"
import { railOf } from "./bench.ts"

let folder: string
const file = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bank-"))
  const { cert, key } = certificateFor("client.test", "200101", "491231")
  const files = { "certificate.pem": cert, "key.pem": key, secret: "secret", hmac: "hmac" }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(file(name), text)
    chmodSync(file(name), 0o600)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const common = (name: string): Record<string, string> => ({
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_PIX: name.toLowerCase(),
  [`PONTEPAY_PRODUCTION_${name}_CLIENT_ID`]: "client",
  [`PONTEPAY_PRODUCTION_${name}_CLIENT_SECRET_FILE`]: file("secret"),
  [`PONTEPAY_PRODUCTION_${name}_CERTIFICATE_FILE`]: file("certificate.pem"),
  [`PONTEPAY_PRODUCTION_${name}_KEY_FILE`]: file("key.pem"),
  [`PONTEPAY_PRODUCTION_${name}_PIX_KEY`]: "chave@example.com",
  [`PONTEPAY_PRODUCTION_${name}_CALLBACK_SECRET_FILE`]: file("hmac")
})

const ofBank = {
  PONTEPAY_PRODUCTION_BCB_URL: "https://pix.bank.example/api/v2",
  PONTEPAY_PRODUCTION_BCB_TOKEN_URL: "https://auth.bank.example/oauth/token",
  PONTEPAY_PRODUCTION_BCB_MERCHANT_NAME: "PONTEPAY",
  PONTEPAY_PRODUCTION_BCB_MERCHANT_CITY: "SAO PAULO"
}

const opened = (variables: Readonly<Record<string, string>>) => Effect.runPromise(chosenProviders(variables))
const problems = (variables: Readonly<Record<string, string>>) =>
  Effect.runPromise(Effect.flip(chosenProviders(variables)))

describe("banks by variables §bank-variables", () => {
  it("efi stands behind the rail, the books and its callbacks", async () => {
    const own = await opened(common("EFI"))
    expect(Object.keys(own).toSorted()).toEqual(["pixRail", "providerInboxes", "providers", "railBooks"])
    expect(Object.keys(own.providerInboxes ?? {})).toEqual(["efi"])
    expect(own.providers?.map(({ name, ports }) => [name, ports])).toEqual([["efi", [
      "pixRail",
      "railBooks",
      "providerInbox"
    ]]])
  })

  it("dynamic codes are paid up to what their variable says, and not at all without it", async () => {
    const bound = async (variables: Readonly<Record<string, string>>) => {
      const { pixRail } = await opened({ ...common("EFI"), ...variables })
      return pixRail === undefined
        ? undefined
        : (await railOf({ pixRail: pixRail as EfiAdapters["pixRail"] })).dynamicCodesUpTo
    }
    const variable = "PONTEPAY_PRODUCTION_EFI_DYNAMIC_CODES_UP_TO_BRL"
    expect(await bound({})).toBe(0n)
    expect(await bound({ [variable]: "50" })).toBe(5_000n)
    expect(await problems({ ...common("EFI"), [variable]: "50.00" })).toMatchObject([{ variable }])
  })

  it("another bank stands behind the rail and its callbacks", async () => {
    const own = await opened({ ...common("BCB"), ...ofBank })
    expect(Object.keys(own).toSorted()).toEqual(["pixRail", "providerInboxes", "providers"])
    expect(Object.keys(own.providerInboxes ?? {})).toEqual(["bcb"])
  })

  it("what is missing or wrong is named", async () => {
    const { PONTEPAY_PRODUCTION_EFI_CALLBACK_SECRET_FILE: _, ...noProof } = common("EFI")
    expect(await problems(noProof)).toMatchObject([{ variable: "PONTEPAY_PRODUCTION_EFI_CALLBACK_SECRET_FILE" }])
    const fingerprints = { ...noProof, PONTEPAY_PRODUCTION_EFI_CALLBACK_FINGERPRINTS: "AB".repeat(32) }
    expect(Object.keys(await opened(fingerprints))).toContain("pixRail")
    expect(await problems({ ...fingerprints, PONTEPAY_PRODUCTION_EFI_CALLBACK_FINGERPRINTS: "AB" })).toMatchObject([
      { variable: "PONTEPAY_PRODUCTION_EFI_CALLBACK_FINGERPRINTS" }
    ])
    expect((await problems(common("BCB"))).map(({ variable }) => variable).toSorted()).toEqual(
      Object.keys(ofBank).toSorted()
    )
  })
})
