// The operator's interface, described apart from the public one: nobody else can use it. The Host header names the environment
// that it works on.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { adminAccounts } from "./admin-account.ts"
import { adminBooks } from "./admin-books.ts"
import { adminJobs } from "./admin-job.ts"
import { adminWebhooks } from "./admin-webhook.ts"

export const adminApi = HttpApi.make("pontepay-operator").add(adminAccounts).add(adminWebhooks).add(adminJobs).add(
  adminBooks
)
  .annotateMerge(OpenApi.annotations({
    title: "Pontepay for its operator",
    version: "1.0.0",
    description:
      "Needs the operator's token. Nothing here takes an Idempotency-Key: answers that show a key or a secret "
      + "are not kept.",
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "The host that serves this document" }]
  }))
