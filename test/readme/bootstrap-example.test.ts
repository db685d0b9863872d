// The bootstrap file that the guide to the configuration shows: the service takes it, and the table below it names every
// field and flag that a file may have.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { flags } from "../../core/customers/account/flags.ts"
import { readBootstrapFile } from "../../core/operations/provisioning/bootstrap-file.ts"
import { textOf } from "../../hosts/http/pages/docs/files.ts"

const guide = textOf("hosts/docs/configuration.md")
const section = /^## Bootstrap file\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? ""
const named = new Set([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name))

it("is taken, and holds what the tables name", async () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  const [account] = await Effect.runPromise(readBootstrapFile(example))
  expect(account?.name).toBe("Acme")
  const webhook = account?.webhooks?.[0] ?? {}
  for (const field of [...Object.keys(account ?? {}), ...Object.keys(webhook)]) expect([...named]).toContain(field)
})

it("has every flag and field in its tables, and none that is refused", async () => {
  for (const flag of Object.keys(flags).filter((name) => name !== "THIRD_PARTY")) expect([...named]).toContain(flag)
  const whole = {
    name: "Acme",
    environment: "sandbox",
    apiKey: "pontepay_test_acme-example-key-0123456789abcdefghij",
    email: "ops@acme.test",
    taxId: "11144477735",
    accountType: "COMPANY",
    kyc: "APPROVED",
    financialCapacity: "APPROVED",
    flags: Object.keys(flags),
    thirdParty: true,
    perTxLimitBrl: "3000.00",
    virtualAccount: true,
    duplicatePolicy: "refuse",
    allowedRecipients: { pixKeys: ["maria@example.com"], addresses: [] },
    walletKeysPerHour: 50,
    webhooks: [{
      url: "https://acme.test",
      secret: "5e".repeat(32),
      events: ["PAYOUT_FAILED"],
      headers: {},
      retry: true
    }]
  }
  await Effect.runPromise(readBootstrapFile(JSON.stringify({ accounts: [whole] })))
  const fields = [...Object.keys(whole), ...Object.keys(whole.webhooks[0] ?? {})]
  const notFields = new Set<string>(Object.keys(flags))
  expect([...named].filter((name) => !notFields.has(name)).toSorted()).toEqual(fields.toSorted())
})
