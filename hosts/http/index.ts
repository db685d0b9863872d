// `pontepay/http`: embedding, for whatever Node.js imports it. The service uses modules that an older one does not have, and
// an import of those fails before any code of ours runs; so it is loaded once the version has been checked.
import type { Embedded } from "./embed.ts"
import { olderNode } from "./settings/node-version.ts"
import type { OwnPlanes } from "./service.ts"
import type { Variables } from "./settings/variables.ts"

export type { Embedded } from "./embed.ts"
export type { FetchHandler } from "./server/fetch.ts"
export type { RequestDetails, RequestListener } from "./server/node-server.ts"
export type { OwnAdapters, OwnEnvironment } from "./environments/own-adapters.ts"
export type { OwnPlanes } from "./service.ts"
export type { Variables } from "./settings/variables.ts"

/**
 * Opens a service from the same variables as the standalone host (`DATABASE_URL`, `PONTEPAY_BOOTSTRAP_FILE`, …), with
 * adapters of your own behind the ports of either environment, and with them what restricts it. Rejects with an error that
 * names every wrong variable, or the Node.js that is needed.
 */
export const embed = async (
  environment: Variables,
  own: OwnPlanes = {}
): Promise<Embedded> => {
  const older = olderNode(process.version)
  if (older !== undefined) throw new Error(older)
  const { openEmbedded } = await import("./embed.ts")
  return openEmbedded(environment, own)
}
