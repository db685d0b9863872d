// The whole interface as data: what the router serves, the OpenAPI document describes and typed clients are made from.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { deposits } from "./deposit.ts"
import { completed } from "./document.ts"
import { lightningInvoices } from "./lightning-invoice.ts"
import { kyb } from "./kyb.ts"
import { kyc } from "./kyc.ts"
import { documents, livenessGroup } from "./kyc-document.ts"
import { events } from "./event.ts"
import { payouts } from "./payout.ts"
import { namedProviders, provider } from "./provider.ts"
import { quotes } from "./quote.ts"
import { statements } from "./statement.ts"
import { swaps } from "./swap.ts"
import { subaccounts } from "./subaccount.ts"
import { transfers } from "./transfer.ts"
import { wallets } from "./wallet.ts"
import { withdrawals } from "./withdraw.ts"

const about = `
PIX, Lightning and stablecoin payments. Amounts named \`value\` are integers in BRL cents; decimal strings are reais. A key
works on the address of its own environment alone.

## Sandbox

Nothing in the sandbox is real money. A deposit is settled by posting its ticket to \`/provider/webhook\` with your own key.
Its address decides what happens then:

| EVM address | Outcome |
|---|---|
| ends in \`dead\`, any case | the delivery is refused: FAILED, DEPOSIT_ASSET_FAILED |
| ends in \`0510\` | the delivery is unknown for three seconds, then found done; delivered exactly once |
| any other | delivered at once |

The PIX of a payout settles by itself, unless its \`pixKey\` decides otherwise:

| pixKey | Outcome |
|---|---|
| \`fail@sandbox.test\` | the PIX is refused: FAILED, the asset goes back, PAYOUT_FAILED |
| \`hold@sandbox.test\` | it stays PENDING until the provider tells of it |
| \`timeout@sandbox.test\` | the provider's answer is lost for three seconds, then found settled; paid exactly once |
| \`reverse@sandbox.test\` | it completes, and then the bank sends it back: PAYOUT_REFUNDED |

They decide the PIX of a Lightning invoice as well; the invoice itself is paid when a signed LIGHTNING event says so.

KYC left alone is decided in less than a second; hosted pages wait for their person. A signed KYC event decides any attempt.

| KYC | Outcome |
|---|---|
| form with \`sandboxReject: true\` | REJECTED, SANDBOX_SIMULATED |
| form with \`fullName\` \`Review Manual\` | REVIEW until a KYC event |
| share token \`sandbox-invalid\`, \`sandbox-used\`, \`sandbox-not-enabled\`, \`sandbox-failed\` | that error |
| share token that begins with \`sandbox-rejected\` | taken, then REJECTED |
| any other form, proof or share token | APPROVED |
`.trim()

export const api = HttpApi.make("pontepay").add(subaccounts).add(wallets).add(transfers).add(payouts).add(documents)
  .add(livenessGroup).add(kyc).add(kyb).add(deposits).add(lightningInvoices).add(quotes).add(statements).add(events)
  .add(withdrawals).add(swaps).add(provider).add(namedProviders).annotateMerge(
    OpenApi.annotations({
      title: "Pontepay",
      version: "1.0.0",
      description: about,
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "/", description: "The host that serves this document" }],
      transform: completed
    })
  )
