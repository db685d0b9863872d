// Under which address people reach an environment from outside: what links in events begin with. It has no default, since a link that
// begins with whatever address somebody used could lead elsewhere.
import { Context } from "effect"

/** Scheme and host, without a slash at the end. */
export class PublicOrigin extends Context.Service<PublicOrigin, string | null>()("pontepay/core/ports/PublicOrigin") {
  /** No address is configured: a link can be made only for whoever is asking, with the address that was used. */
  static readonly none = null
}
