// Whether anything is sent at all. An operator switches it off to look at a restored store before it moves money again (C68; 0253).
import { Context } from "effect"

/** False: what is planned stays planned, and everything else goes on. */
export const IsSending = Context.Reference<boolean>("pontepay/core/ports/IsSending", { defaultValue: () => true })
