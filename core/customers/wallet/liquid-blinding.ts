// A wallet on Liquid, where amounts show only to who has the blinding key: it is sealed beside the seed and opened for each look.
import { Effect } from "effect"
import { Chain } from "../../ports/chain.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type Wallet, blindingKeyPlace } from "./wallet.ts"

/** Where it is and what it holds there; undefined where there is no Liquid, or the wallet is older than its blinding key. */
export const onLiquid = Effect.fnUntraced(function*({ id, liquid }: Wallet) {
  const chain = yield* Chain
  if (chain.liquid === undefined || liquid === undefined) return undefined
  const blindingKey = yield* Secrets.use((secrets) => secrets.open(liquid.sealedBlindingKey, blindingKeyPlace(id)))
  return yield* chain.liquid({ program: liquid.program, blindingKey })
})
