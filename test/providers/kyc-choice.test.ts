// Sumsub and Avenia, chosen by variables: for the roles that they are chosen for, and not without what those need.
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { chosenProviders } from "../../hosts/http/environments/providers/index.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pontepay-"))
  const key = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" })
  writeFileSync(join(folder, "secret"), "secret", { mode: 0o600 })
  writeFileSync(join(folder, "key"), key, { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true }))

const name = (variable: string) => `PONTEPAY_PRODUCTION_${variable}`
const chosen = (variables: Readonly<Record<string, string>>) => {
  const named = Object.entries({ DATABASE_URL: "postgres://bank", ...variables })
  return Effect.runPromise(
    Effect.result(chosenProviders(Object.fromEntries(named.map(([key, text]) => [name(key), text]))))
  )
}
const avenia = () => ({ AVENIA_API_KEY_FILE: join(folder, "secret"), AVENIA_PRIVATE_KEY_FILE: join(folder, "key") })
const wallet = { AVENIA_WALLET: "0x52908400098527886E0F7030069857D2E4169EE7" }

it("stand behind the ports of the roles that they are chosen for", async () => {
  const of = async (variables: Readonly<Record<string, string>>) => {
    const found = await chosen(variables)
    return found._tag === "Success" ? Object.keys(found.success).toSorted() : found.failure
  }
  const always = ["providerInboxes", "providers"]
  expect(await of({ PIX: "avenia", ...avenia(), ...wallet })).toEqual(["pixRail", ...always])
  expect(await of({ KYC: "avenia", ...avenia() })).toEqual(["kycProvider", "livenessProvider", ...always])
  const both = await chosen({ PIX: "avenia", KYC: "avenia", ...avenia(), ...wallet })
  expect(both._tag === "Success" && both.success.providers?.map(({ ports }) => ports)).toEqual([
    ["pixRail", "kycProvider", "livenessProvider"]
  ])
})

it("Avenia needs its wallet for PIX", async () => {
  expect(await chosen({ PIX: "avenia", ...avenia() })).toMatchObject({
    _tag: "Failure",
    failure: [{ variable: name("AVENIA_WALLET"), message: "is required for PIX" }]
  })
})

it("Sumsub has liveness where a level is named, and every variable that lacks is named", async () => {
  const files = ["APP_TOKEN", "SECRET_KEY", "WEBHOOK_SECRET"].map((
    each
  ) => [`SUMSUB_${each}_FILE`, join(folder, "secret")])
  const levels = ["FORM", "LIGHT", "FULL", "COMPANY"].map((each) => [`SUMSUB_${each}_LEVEL`, each.toLowerCase()])
  const variables = { KYC: "sumsub", SUMSUB_CLIENT_ID: "pontepay", ...Object.fromEntries([...files, ...levels]) }
  const found = await chosen({ ...variables, SUMSUB_LIVENESS_LEVEL: "selfie" })
  expect(found._tag === "Success" && Object.keys(found.success)).toContain("livenessProvider")
  const without = await chosen(variables)
  expect(without._tag === "Success" && Object.keys(without.success)).not.toContain("livenessProvider")
  const nothing = await chosen({ KYC: "sumsub" })
  expect(nothing._tag === "Failure" && nothing.failure.map(({ variable }) => variable)).toEqual(
    [
      "APP_TOKEN_FILE",
      "SECRET_KEY_FILE",
      "WEBHOOK_SECRET_FILE",
      "CLIENT_ID",
      "FORM_LEVEL",
      "LIGHT_LEVEL",
      "FULL_LEVEL",
      "COMPANY_LEVEL"
    ]
      .map((each) => name(`SUMSUB_${each}`))
  )
})
