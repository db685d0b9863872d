// Wallets that the store lost are taken back from their copies, so that their holders can go on spending. What a copy holds is sealed as
// in the store.
import { Effect } from "effect"
import { Wallets } from "../../customers/wallet/wallet.ts"
import { byId, insert, together } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"

const pageSize = 500

/** Takes back the wallets that are not there; gives how many. A holder's other first wallet stays. */
export const takeBackWallets = Effect.fnUntraced(function*<E>(
  ids: ReadonlyArray<string>,
  copyOf: (id: string) => Effect.Effect<string, E>
) {
  let taken = 0
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    const found = yield* together(Object.fromEntries(page.map((id) => [id, byId(Wallets, id)] as const)))
    for (const id of page.filter((each) => found[each] === undefined)) {
      const writes = [insert(Wallets, Wallets.decode(yield* copyOf(id)))]
      const isTaken = yield* Store.use((store) => store.commit(changeSet({ writes }))).pipe(
        Effect.as(true),
        Effect.catchTag("DuplicateKey", () => Effect.succeed(false))
      )
      if (isTaken) taken++
    }
  }
  return taken
})
