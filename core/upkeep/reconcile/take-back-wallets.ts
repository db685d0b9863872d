// Wallets that the store lost are taken back from their copies, so that their holders can go on spending. What a copy holds is sealed as
// in the store.
import { Effect, Option } from "effect"
import { Wallets } from "../../customers/wallet/wallet.ts"
import { get, insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"

/** Takes back the wallets that are not there; gives how many. Another first wallet that a holder has stays. */
export const takeBackWallets = Effect.fnUntraced(function*(copies: ReadonlyArray<string>) {
  let taken = 0
  for (const copy of copies) {
    const wallet = Wallets.decode(copy)
    if (Option.isSome(yield* get(Wallets, wallet.id))) continue
    const isTaken = yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Wallets, wallet)] }))).pipe(
      Effect.as(true),
      Effect.catchTag("DuplicateKey", () => Effect.succeed(false))
    )
    if (isTaken) taken++
  }
  return taken
})
