// The same suite on a node of yours: LND_REST_URL, LND_MACAROON_FILE and LND_CERT_FILE name it, and LND_NETWORK its network. It makes
// invoices and looks things up; it pays nothing, since no one is there to be paid.
import { Redacted } from "effect"
import { describe, it } from "vitest"
import { lightningNodeSuite, register } from "../../../adapters/conformance/index.ts"
import { lnd } from "../../../adapters/lnd/index.ts"
import { bolt11Networks } from "../../../core/standards/address/bolt11.ts"
import { adapterOf } from "./bench.ts"
import { invoiceOf, sha256 } from "./invoices.ts"

const url = process.env["LND_REST_URL"] ?? ""
const macaroon = process.env["LND_MACAROON_FILE"] ?? ""
const certificate = process.env["LND_CERT_FILE"]
const network = Object.values(bolt11Networks).find((each) => each === process.env["LND_NETWORK"]) ?? "regtest"
const prefix = Object.entries(bolt11Networks).find(([, each]) => each === network)?.[0] ?? "bcrt"

const shown = {
  ...lightningNodeSuite,
  checks: lightningNodeSuite.checks.filter(({ name }) => /^an invoice|never asked for/.test(name))
}

const open = async () => ({
  node: await adapterOf(lnd({
    url,
    macaroon: { file: macaroon },
    ...certificate === undefined ? {} : { certificate: { file: certificate } },
    invoiceKey: Redacted.make("a key of a test, which is long enough"),
    network
  })),
  invoice: (id: string, sats: bigint) =>
    invoiceOf({
      preimage: sha256(id),
      msat: sats * 1_000n,
      createdAt: Math.floor(Date.now() / 1_000),
      seconds: 600,
      prefix: `ln${prefix}`
    }),
  paid: async () => [],
  seesInvoices: true
})

describe.skipIf(url === "")("a node of yours (LND_REST_URL)", () => {
  register("LND", shown, open, { describe, it })
})
