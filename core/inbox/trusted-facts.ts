// Facts in the protocol that the interface publishes, from somebody who needs no signature: a backend that writes the
// database (0111), or the sandbox's own panel.
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { invalidField } from "../errors/errors.ts"
import { ProviderInboxes } from "../ports/provider-inbox.ts"
import { whole } from "../text/reader.ts"

/** The facts of a body; refused where the environment's provider has a protocol of its own. */
export const trustedFacts = Effect.fnUntraced(function*(body: unknown) {
  const { inbox } = (yield* ProviderInboxes).main
  return inbox.readTrusted === undefined
    ? yield* invalidField(whole, "The provider of this environment only reports by signed messages")
    : yield* inbox.readTrusted(utf8ToBytes(JSON.stringify(body)))
})
