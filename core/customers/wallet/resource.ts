// Wallets, as everybody else has to know them.
import { Effect } from "effect"
import { still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedTexts } from "../../engine/resource/sealed-texts.ts"
import { Wallets, blindingKeyPlace, envelopePlace, walletSeedPlace } from "./wallet.ts"

const sealed = sealedTexts(
  Wallets,
  ["sealedBy", "seedSealedBy"],
  Effect.fnUntraced(function*(wallet, again) {
    const { id, liquid, protectedSymmetricKey, sealedSeed } = wallet
    return {
      ...wallet,
      // Sealed in one commit with the seed, and found by it.
      ...liquid === undefined ? {} : {
        liquid: { ...liquid, sealedBlindingKey: yield* again(liquid.sealedBlindingKey, blindingKeyPlace(id)) }
      },
      protectedSymmetricKey: yield* again(protectedSymmetricKey, envelopePlace(id)),
      sealedSeed: yield* again(sealedSeed, walletSeedPlace(id))
    }
  })
)

export const walletResource = resource(Wallets, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealed,
  isAnnounced: true,
  isInner: false
})
