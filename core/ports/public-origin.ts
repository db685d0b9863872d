// Under which address people reach this plane from outside: what links in events begin with. Null where no one said so;
// then a link can be made only for whoever is asking, with the address that he asked.
import { Context } from "effect"

/** Scheme and host, without a slash at the end; null unless the host was told. */
export const PublicOrigin = Context.Reference<string | null>("pontepay/core/ports/PublicOrigin", {
  defaultValue: () => null
})
