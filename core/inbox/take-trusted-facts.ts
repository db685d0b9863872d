// Facts in the protocol that the interface publishes, from somebody who needs no signature: a backend that writes the
// database (0111), or the sandbox's own panel.
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { invalidField } from "../base/errors/errors.ts"
import { ProviderInboxes } from "../ports/provider-inbox.ts"
import { whole } from "../base/text/text.ts"
import { takeProviderFacts } from "./take-provider-facts.ts"

/** Takes the facts of a body as the provider's; refused where the provider has a protocol of its own. */
export const takeTrustedFacts = Effect.fnUntraced(function*(body: unknown) {
  const { inbox, name } = (yield* ProviderInboxes).main
  if (inbox.readTrusted === undefined) {
    return yield* invalidField(whole, "The provider of this environment only reports by signed messages")
  }
  yield* takeProviderFacts({ inbox: name }, yield* inbox.readTrusted(utf8ToBytes(JSON.stringify(body))))
})
