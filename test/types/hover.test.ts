// What an editor shows of the client and of the embedded service: every method and member has its documentation, and fields
// have that of the interface's document. Asked of the language server itself.
import { execFileSync } from "node:child_process"
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createClient } from "../../hosts/client/index.ts"
import { scratch } from "../support/host.ts"
import { mark, openLanguageServer } from "../support/language-server.ts"

let server: Awaited<ReturnType<typeof openLanguageServer>>
beforeAll(async () => {
  server = await openLanguageServer()
})
afterAll(() => server.close())

const given = `
import { createClient, makeTestEvent, unlockWallet, verifyWebhook } from "../../hosts/client/index.ts"
import type { CallOptions, ClientOptions, EventData, WebhookEvent, ListedEvent } from "../../hosts/client/index.ts"
import { embed } from "../../hosts/http/index.ts"
declare const options: ClientOptions
declare const callOptions: CallOptions
declare const delivery: WebhookEvent
declare const listed: ListedEvent
declare const paid: EventData<"PAYOUT_SUCCESSFUL">
const client = createClient(options)
const payments = await embed({})
const deposit = await client.deposits.get("order-1")
const made = await client.deposits.create({ value: 1, asset: "USDC", network: "base", address: "0x" })
const page = await client.events.list()
type DepositBody = Parameters<typeof client.deposits.create>[0]
type TransferBody = Parameters<typeof client.transfers.create>[0]
declare const order: DepositBody
const to = { value: 1, address: "0x" }
const proof = { walletPin: "123456", protectedSymmetricKey: "k" }
declare const transfer: TransferBody
`

const shown = (lines: ReadonlyArray<string>) => server.shownIn("test/types/hover-of-an-editor.ts", given, lines)

const undocumented = async (lines: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const all = await shown(lines)
  return lines.filter((_, place) => all[place]?.type === "" || all[place]?.documentation === "")
}

const client = createClient({ baseUrl: "http://127.0.0.1:3000" })
const methods = Object.entries(client).flatMap((
  [resource, methods]
) => [`client.${resource}`, ...Object.keys(methods).map((method) => `client.${resource}.${method}`)])

/** The declarations of the client, as the package has them. */
const declarations = (): string => {
  const root = join(import.meta.dirname, "../..")
  const folder = scratch()
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: join(root, "hosts/client"),
        outDir: folder,
        typeRoots: [join(root, "node_modules/@types")]
      },
      include: [join(root, "hosts/client")]
    })
  )
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder])
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".d.ts"))) {
    const text = readFileSync(join(folder, name), "utf8")
    writeFileSync(join(folder, name), text.replace(/(["'])(\.\/[^"']*)\.ts\1/g, "$1$2.js$1"))
  }
  return folder
}

describe("an editor", () => {
  it("shows the documentation of every resource and method of the client §client-hover", async () => {
    expect(methods.length).toBeGreaterThan(55)
    expect(await undocumented(methods)).toEqual([])
  })

  it("shows it to whoever has the declarations of the package alone §client-hover", async () => {
    const folder = declarations()
    const ofPackage = await openLanguageServer(folder)
    try {
      const made = "import { createClient } from \"./index.js\"\nconst client = createClient({ baseUrl: \"http://x\" })"
      const all = await ofPackage.shownIn("editor.ts", made, methods)
      expect(methods.filter((_, place) => all[place]?.documentation === "")).toEqual([])
    } finally {
      ofPackage.close()
    }
  })

  it("shows that of every member of an embedded service, and of every option §client-hover", async () => {
    const members = ["client", "clientFor", "fetch", "sandboxApiKey", "close"].map((name) => `payments.${name}`)
    const options = ["baseUrl", "apiKey", "fetch", "timeoutMs", "retries"].map((name) => `options.${name}`)
    const ofCall = ["signal", "idempotencyKey", "timeoutMs", "retries"].map((name) => `callOptions.${name}`)
    const variables = ["DATABASE_URL", "PONTEPAY_PUBLIC_URL", "LOG_LEVEL"].map((name) =>
      `void embed({ ${name}${mark}: "x" })`
    )
    const adapters = ["sandbox", "production"].map((plane) => `void embed({}, { ${plane}${mark}: {} })`)
    const functions = ["createClient", "embed", "verifyWebhook", "makeTestEvent", "unlockWallet"]
    expect(await undocumented([...members, ...options, ...ofCall, ...variables, ...adapters, ...functions])).toEqual([])
  })

  it("shows a request, an answer and an event field by field §client-hover", async () => {
    const fields = {
      "order.value": "What the payer pays, in BRL cents",
      [`client.deposits.create({ ...to, asset: "USDC", network${mark}: "base" })`]:
        "Where it is delivered; LIGHTNING needs none",
      [`client.payouts.create({ value: 1, network${mark}: "base", asset: "BRLA" })`]:
        "Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone",
      [`client.transfers.create({ ...proof, amount: "1", network: "base", asset${mark}: "USDC" })`]:
        "Asset to transfer; USDT by default",
      "transfer.amount": "Whole units of the asset as a decimal string, above 0 and at most 10000",
      "made.chargeUrl":
        "The page on which the payer pays the charge and follows it; null in a dry run, and where no address is known",
      "deposit.receivedAmount": "Smallest units of the asset: an exact JSON integer that may pass 2^53",
      "deposit.payer?.taxId": "CPF or CNPJ, no punctuation",
      "page.nextCursor": "Where to go on from; also at the end, for what comes later",
      "paid.receiptUrl": "Link to the receipt as a PDF, which opens for 30 days; null until the PIX settles",
      "paid.receipt?.receiver?.bankName": "Name of the receiver's bank; null if it is not known",
      "delivery.eventId":
        "Id of the event, the same in `GET /api/events` and in all its deliveries: store it to handle each event once.",
      "listed.createdAt": "When the event was stored, ISO 8601 in UTC."
    }
    const all = await shown(Object.keys(fields))
    expect(all.map(({ documentation }) => documentation)).toEqual(Object.values(fields))
  })
})
