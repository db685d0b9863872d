// The one service of the process. It starts with the first request that needs it.
import { embed } from "pontepay/http"
import { shared } from "pontepay/next"

export const payments = shared(() =>
  embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error", PONTEPAY_BOOTSTRAP_FILE: "accounts.json" })
)

/** The key of the shop. It stays on the server. */
export const key = "pontepay_test_shop-example-key-0123456789abcdefghij"
