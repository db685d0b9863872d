// What an endpoint needs, beside its declaration: something behind it, and a key that is for it, an operator whose role is enough.
import { Context } from "effect"
import type { KeyScope } from "../../../../core/customers/account/api-key.ts"
import type { OperatorRole } from "../../../../core/operations/operator/role.ts"

/** The adapter behind it: where the sandbox has none, it is refused by name (spec "Environments and sandbox" 14). */
export const Upstream = Context.Reference<string | undefined>("pontepay/http/Upstream", {
  defaultValue: () => undefined
})

/** The scope of keys that it needs (0186). */
export const Scope = Context.Reference<KeyScope | undefined>("pontepay/http/Scope", { defaultValue: () => undefined })

/** The scope that a key needs for an endpoint: what only reads needs `read`, and what says nothing needs a key for everything. */
export const scopeOf = (
  { annotations, method }: { readonly annotations: Context.Context<never>; readonly method: string }
): KeyScope | undefined => Context.get(annotations, Scope) ?? (method === "GET" ? "read" : undefined)

/** The least role of an operator that it needs. */
export const LeastRole = Context.Reference<OperatorRole | undefined>("pontepay/http/LeastRole", {
  defaultValue: () => undefined
})

/** The least role that an operator needs for an endpoint: what only reads is open to support. */
export const leastRoleOf = (
  { annotations, method }: { readonly annotations: Context.Context<never>; readonly method: string }
): OperatorRole => Context.get(annotations, LeastRole) ?? (method === "GET" ? "support" : "operator")

/** Whether a second operator has to agree above the environment's amount. */
export const SecondOperator = Context.Reference<boolean>("pontepay/http/SecondOperator", { defaultValue: () => false })
