// POST /dashboard/api/invitation: whom an invitation is for, and the second factor to set up with it. The secret is drawn at the
// first look and stays the same while the invitation is open, so that a page that is loaded again shows the same code.
import { Effect, Redacted } from "effect"
import { Ids } from "../../engine/store/ids.ts"
import { replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { invitedBy } from "./invitation-token.ts"
import { Operators, totpPlace } from "./operator.ts"
import { isOvertaken } from "./find-operator.ts"
import { base32Of, totpSecretBytes, totpUri } from "./totp.ts"
import type { Visitor } from "./visitor.ts"

/** Shows an invitation. */
export const readInvitation = ({ environment }: Pick<Visitor, "environment">, token: Redacted.Redacted) =>
  Effect.gen(function*() {
    const { invitation, operator } = yield* invitedBy(token, yield* worldTimeMillis)
    const { email, id, name, role } = operator.value
    const secrets = yield* Secrets
    const known = invitation.totp
    const secret = known === undefined
      ? Redacted.make(yield* Ids.use((ids) => ids.secret(totpSecretBytes)))
      : yield* secrets.open(known, totpPlace(id))
    if (known === undefined) {
      const totp = yield* secrets.seal(secret, totpPlace(id))
      const shown = { ...operator.value, invitation: { ...invitation, totp } }
      yield* Store.use((store) => store.commit(changeSet({ writes: [replace(Operators, operator, shown)] })))
    }
    const issuer = environment === "production" ? "Pontepay" : "Pontepay sandbox"
    return {
      name,
      email,
      role,
      secret: Redacted.make(base32Of(Redacted.value(secret))),
      uri: Redacted.make(totpUri(issuer, email, Redacted.value(secret)))
    }
  }).pipe(Effect.retry({ while: isOvertaken }))
