// What an endpoint needs behind it, by the name of the adapter, beside its declaration.
import { Context } from "effect"

/** Where the sandbox has nothing there, the endpoint is refused by name (spec "Environments and sandbox" 14). */
export const Upstream = Context.Reference<string | undefined>("pontepay/http/Upstream", {
  defaultValue: () => undefined
})
