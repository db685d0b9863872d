// Who looks, at what, and what he may do here.
import { Clock, Effect } from "effect"
import { flags } from "../../../../core/account/flags.ts"
import { browsed, browsedKinds } from "../../../../core/browse/row.ts"
import { EventName } from "../../../../core/event/event.ts"
import { limits } from "../../../../core/limits/limits.ts"
import { assetCodes, decimalsOf } from "../../../../core/money/assets.ts"
import { printBrl } from "../../../../core/money/decimal.ts"
import { unitsUnsafe } from "../../../../core/money/units.ts"
import { isoInstant } from "../../../../core/time/instant.ts"
import type { Session } from "../answers.ts"
import type { Handlers } from "../bind.ts"
import { endpoints } from "../contract.ts"
import { clockView } from "../sandbox-time.ts"

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

export const sessionHandlers: Handlers<"readSession"> = {
  readSession: Effect.fnUntraced(function*({ caller, operator: { environment } }) {
    const isSandbox = environment === "sandbox"
    const may = endpoints.filter(([, { sandbox, who }]) =>
      (who === "viewer" || caller === undefined) && (sandbox !== true || isSandbox)
    )
    return {
      ...always,
      viewer: caller === undefined
        ? { who: "operator" as const }
        : { who: "owner" as const, accountId: caller.account.id, name: caller.account.name },
      environment,
      may: may.map(([name]) => name),
      now: isoInstant(yield* Clock.currentTimeMillis),
      sandbox: isSandbox ? yield* clockView : null
    }
  })
}
