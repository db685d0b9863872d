// What each operation has to ask, as data: where the sandbox has nothing behind it, the operation is refused by name instead
// of seeming to succeed (spec "Environments and sandbox" 14).
import { NoSandboxUpstream } from "../../core/errors/errors.ts"
import type { Plane } from "./plane.ts"

interface Needed {
  readonly method: string
  readonly path: string
  readonly adapter: string
}

const needed: ReadonlyArray<Needed> = [
  { method: "POST", path: "/api/deposit/asset", adapter: "pixRail" },
  { method: "POST", path: "/api/lightning/invoice", adapter: "lightningNode" },
  { method: "POST", path: "/api/wallet/payout", adapter: "pixRail" },
  { method: "POST", path: "/api/wallet/transfer", adapter: "chain" },
  { method: "POST", path: "/api/wallet/create", adapter: "walletVault" },
  { method: "POST", path: "/api/quote", adapter: "fxRates" },
  { method: "POST", path: "/api/kyc", adapter: "kycProvider" },
  { method: "POST", path: "/api/kyc/document", adapter: "documentStore" },
  { method: "POST", path: "/api/kyb", adapter: "kycProvider" }
]

/** The refusal of an operation that a sandbox has no upstream for. */
export const missingUpstream = (
  { adapters, environment }: Pick<Plane, "adapters" | "environment">,
  route: { readonly method: string; readonly path: string },
  host: string
): NoSandboxUpstream | undefined => {
  if (environment !== "sandbox") return undefined
  const need = needed.find(({ method, path }) => method === route.method && path === route.path)
  return need !== undefined && adapters[need.adapter] === "unconfigured"
    ? new NoSandboxUpstream({ host, path: route.path })
    : undefined
}
