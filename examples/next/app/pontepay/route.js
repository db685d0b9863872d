// All that Pontepay serves; next.config.mjs leads it here.
import { pontepay } from "pontepay/next"
import { payments } from "../../payments.js"

export const { GET, HEAD, POST, PUT } = pontepay(payments)
