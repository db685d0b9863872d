// An app that is small enough to be run often: it asks for one charge, and what else it does is up to the test.
import type { AppApi, Own, OwnApp } from "../../hosts/simulate/index.ts"

export const account = {
  name: "Kiosk",
  environment: "sandbox" as const,
  apiKey: `pontepay_test_${"kiosk".padEnd(32, "-")}`,
  kyc: "APPROVED" as const,
  flags: ["AUTO_REFUND"] as const,
  webhooks: [{ url: "https://kiosk.test/hook", secret: "5".repeat(64), retry: true }]
}

/** A deposit of the kiosk, paid at once; the status that its answer had. */
export const buy = async (api: AppApi, externalId: string): Promise<number> => {
  const body = JSON.stringify({
    value: 1_000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId
  })
  const headers = { "content-type": "application/json" }
  const answer = await api.fetch("/api/deposit/asset", { method: "POST", headers, body })
  if (answer.status === 200) api.payCharge((await answer.json() as { readonly walletCharge: string }).walletCharge)
  return answer.status
}

/** One app with the account that it needs. */
export const ownWith = (app: Omit<OwnApp, "account">): Own => ({ accounts: [account], apps: [{ account: 0, ...app }] })
