// Who looks, at what, and what he may do here.
import { Clock, Effect } from "effect"
import { flags } from "../../../../core/customers/account/flags.ts"
import { browsed, browsedKinds } from "../../../../core/reports/browse/row.ts"
import { EventName } from "../../../../core/engine/event/event.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { assetCodes, decimalsOf } from "../../../../core/base/money/assets.ts"
import { printBrl } from "../../../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { isEnough } from "../../../../core/operations/operator/role.ts"
import { csrfOf } from "../../../../core/operations/operator/find-session.ts"
import { isoInstant } from "../../../../core/base/time/instant.ts"
import * as api from "../definition/dashboard.ts"
import { type Listed, managementEndpoints } from "../definition/management.ts"
import type { Session } from "../definition/management-answers.ts"
import { managed } from "../request/management-route.ts"
import { roleOf } from "../request/viewer.ts"
import { clockView } from "../../environments/live-plane.ts"

const day = 86_400_000

const range = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) => ({
  minimum: printBrl(unitsUnsafe("BRL", BigInt(minimum))),
  maximum: printBrl(unitsUnsafe("BRL", BigInt(maximum)))
})

const { THIRD_PARTY: _, ...straight } = flags

const always = {
  events: EventName.literals,
  flags: { ...straight, THIRD_PARTY_DISABLED: "no operations for a beneficiary other than the subaccount's own taxId" },
  assets: assetCodes.map((code) => ({ code, decimals: decimalsOf(code) })),
  kinds: Object.fromEntries(
    browsed.map((kind) => [kind, { statuses: browsedKinds[kind].statuses, final: browsedKinds[kind].final }])
  ) as unknown as Session["kinds"],
  limits: {
    depositValueBrl: range(limits.depositValue),
    payoutValueBrl: range(limits.payoutValue),
    lightningInvoiceValueBrl: range(limits.lightningInvoiceValue),
    webhookEndpoints: limits.webhooks.endpoints,
    webhookHeaders: limits.webhooks.headers,
    rotationOverlapHours: limits.rotationOverlapMs / 3_600_000,
    statementWindowDays: limits.statementWindowMs / day,
    eventsKeptDays: limits.eventsKeptMs / day
  }
}

export const sessionRoutes = [
  managed(
    api.readSession,
    Effect.fnUntraced(function*(viewer) {
      const { caller, operator: { by, environment }, signedIn } = viewer
      const isSandbox = environment === "sandbox"
      const role = roleOf(viewer)
      const mayUse = ({ isForOwners, isForPersons, leastRole }: Listed): boolean =>
        caller === undefined ? isEnough(role, leastRole) && (!isForPersons || signedIn !== undefined) : isForOwners
      const may = managementEndpoints.filter((endpoint) =>
        !endpoint.isOpen && (isSandbox || !endpoint.isSandboxOnly) && mayUse(endpoint)
      )
      return {
        ...always,
        viewer: caller === undefined
          ? {
            who: "operator" as const,
            by: by === undefined ? null : { id: by.id, name: by.name },
            role,
            csrf: signedIn === undefined ? null : yield* csrfOf(signedIn.session)
          }
          : { who: "owner" as const, accountId: caller.account.id, name: caller.account.name },
        environment,
        may: may.map(({ identifier }) => identifier),
        now: isoInstant(yield* Clock.currentTimeMillis),
        sandbox: isSandbox ? yield* clockView : null
      }
    })
  )
]
