// The accounts of a crash test, each with a holder's wallet where it needs one.
import { Client } from "./client.ts"
import { type HostConfig, startHost } from "./host.ts"
import { Random } from "./random.ts"
import type { Purse } from "./wallet-story.ts"

/** An account with its one webhook; `n` from 1 to 9 tells it from others. */
export const account = (n: number, webhook: object) => ({
  name: `Account ${n}`,
  environment: "sandbox",
  apiKey: `pontepay_test_${String(n).repeat(40)}`,
  taxId: "11144477735",
  kyc: "APPROVED",
  flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"],
  webhooks: [webhook]
})

/** Wallets for these keys. The first host makes the tables and leaves its compiled code behind, as an installation does. */
export const furnish = async (
  keys: ReadonlyArray<string>,
  config: Pick<HostConfig, "bootstrapFile" | "databaseUrl" | "directory">
): Promise<ReadonlyArray<Purse>> => {
  const host = await startHost({ ...config, clockAheadMs: 0 })
  const client = new Client(() => [host], keys.length, new Random(0))
  const purses: Array<Purse> = []
  for (const apiKey of keys) {
    const answer = await client.post("/api/wallet/keys", apiKey, {})
    const { data } = JSON.parse(answer?.body ?? "{}") as { readonly data: Omit<Purse, "apiKey"> }
    purses.push({ apiKey, protectedSymmetricKey: data.protectedSymmetricKey })
  }
  client.close()
  await host.stop()
  return purses
}
