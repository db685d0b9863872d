// What the kit has to know to look at the rail: destinations, the provider's own books, and a line to be disturbed.
import type { Opening, PixRailBench } from "pontepay/conformance"
import { startProvider } from "./provider.ts"
import { type OnFault, httpRail } from "./rail.ts"

/** Opens a rail on a provider of its own for each check; how the line to it fails is chosen by its name. */
export const subject = (onFault?: OnFault, through: "line" | "gateway" = "line"): Opening<PixRailBench> => async () => {
  const { close, payments, settle, url, ...lines } = await startProvider()
  const key = (key: string) => ({ by: "key", keyType: "EMAIL", key }) as const
  return {
    rail: httpRail(url, onFault),
    charges: false,
    paid: key("maria@example.com"),
    refused: key("nobody@example.com"),
    open: {
      destination: key("slow@example.com"),
      settle: (paymentId) => settle(paymentId, "settled"),
      refuse: (paymentId) => settle(paymentId, "refused")
    },
    payments: async (paymentId) => {
      const payment = payments.get(paymentId)
      return payment?.state === "settled" ? [BigInt(payment.cents)] : []
    },
    line: lines[through],
    reopen: async () => httpRail(url, onFault),
    patienceMs: 4_000,
    close
  }
}
