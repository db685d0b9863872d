// The whole interface as data: what the router serves, the OpenAPI document describes and typed clients are made from.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { deposits } from "./deposit.ts"
import { completed } from "./document.ts"
import { provider } from "./provider.ts"
import { subaccounts } from "./subaccount.ts"

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
`.trim()

export const api = HttpApi.make("pontepay").add(subaccounts).add(deposits).add(provider).annotateMerge(
  OpenApi.annotations({
    title: "Pontepay",
    version: "1.0.0",
    description: about,
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "The host that serves this document" }],
    transform: completed
  })
)
