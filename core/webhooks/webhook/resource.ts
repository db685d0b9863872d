// Webhooks and their deliveries, as everybody else has to know them.
import { Effect } from "effect"
import { still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedTexts } from "../../engine/resource/sealed-texts.ts"
import { Deliveries, Webhooks, secretPlace } from "./webhook.ts"

const sealed = sealedTexts(
  Webhooks,
  ["sealedBy", "previousSealedBy"],
  Effect.fnUntraced(function*(webhook, again) {
    const { id, previousSecret, sealedSecret } = webhook
    return {
      ...webhook,
      sealedSecret: yield* again(sealedSecret, secretPlace(id)),
      ...(previousSecret === undefined ? {} : {
        previousSecret: { ...previousSecret, sealed: yield* again(previousSecret.sealed, secretPlace(id)) }
      })
    }
  })
)

export const webhookResource = resource(Webhooks, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealed,
  isAnnounced: true,
  isInner: false
})

export const deliveryResource = resource(Deliveries, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
