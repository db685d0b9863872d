// Prepares networks for the service, such as with nonce accounts on Solana.
import { Effect, Result } from "effect"
import { failed, misused } from "../failure.ts"
import type { PreparedNetwork } from "../world.ts"
import type { Environment } from "./configured.ts"

export const prepareNetworks = async (env: Environment): Promise<ReadonlyArray<PreparedNetwork>> => {
  const networks = await import("../../http/environments/networks/index.ts")
  const { logging } = await import("../../http/settings/logging.ts")
  const found = await Effect.runPromise(Effect.provide(Effect.result(networks.prepareNetworks(env)), logging("warn")))
  if (Result.isSuccess(found)) return found.success
  if ("reason" in found.failure) {
    throw failed(`${found.failure.network} was not prepared: ${found.failure.reason}`, "Run it again")
  }
  throw misused(found.failure.map(({ message, variable }) => `${variable} ${message}`).join("; "))
}
