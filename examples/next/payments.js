// One service for the whole process, however often Next.js loads this module.
import { embed } from "pontepay/http"

const place = Symbol.for("pontepay.example")

const start = () =>
  embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error", PONTEPAY_BOOTSTRAP_FILE: "accounts.json" }).catch((error) => {
    // Forgotten, so that the next request starts it again.
    globalThis[place] = undefined
    throw error
  })

/** The embedded service. */
export const payments = () => globalThis[place] ??= start()

/** The key of the shop. It stays on this side. */
export const key = "pontepay_test_shop-example-key-0123456789abcdefghij"
