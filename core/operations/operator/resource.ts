// Operators, as everybody else has to know them.
import { Effect } from "effect"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedTexts } from "../../engine/resource/sealed-texts.ts"
import { Operators, totpPlace } from "./operator.ts"

const sealed = sealedTexts(
  Operators,
  ["sealedBy", "invitationSealedBy"],
  Effect.fnUntraced(function*(operator, again) {
    const { credentials, id, invitation } = operator
    const totp = invitation?.totp
    return {
      ...operator,
      ...(credentials === undefined ? {} : {
        credentials: { ...credentials, totp: yield* again(credentials.totp, totpPlace(id)) }
      }),
      ...(invitation === undefined || totp === undefined ? {} : {
        invitation: { ...invitation, totp: yield* again(totp, totpPlace(id)) }
      })
    }
  })
)

export const operatorResource = resource(Operators, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealed,
  isAnnounced: false,
  isInner: false
})
