// What the shop brings into a simulation: its account, itself, and an adapter for its bank.
import type { Own } from "pontepay/simulate"
import { bankRail } from "./bank.ts"
import { Shop } from "./shop.ts"

const accounts = [{
  name: "Shop",
  environment: "sandbox" as const,
  apiKey: `pontepay_test_${"shop".padEnd(32, "-")}`,
  kyc: "APPROVED" as const,
  flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"] as const,
  webhooks: [{ url: "https://shop.test/hook", secret: "5".repeat(64) }]
}]

/** A shop with the bank adapter that takes care, or the one that does not. */
export const ownOf = (shop: Shop, carelessly: boolean): Own => ({
  accounts,
  apps: [shop],
  adapters: bankRail(carelessly)
})

/** What the smallest scenario that breaks a promise is run with: a quiet shop, for the bank is what is looked at. */
export const own = (): Own => ownOf(new Shop(1), true)
