// Takes back the energy that was lent for spends that are over (0240).
import { Effect } from "effect"
import { openRecords } from "../../core/engine/store/open-records.ts"
import { type Stored, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { Call } from "./call.ts"
import { type TronSponsorship, TronSponsorships } from "./operation.ts"
import type { Operations } from "./operations.ts"
import { type Sponsor, stepOf } from "./sponsor.ts"

/** Energy that is lent, as the stake that it is of, in sun; undefined while that is not known. */
const lentBy = Effect.fnUntraced(function*(operations: Operations, { id, steps }: TronSponsorship) {
  let sum = 0n
  for (const [place, call] of steps.entries()) {
    if (call._tag !== "Delegate") continue
    const answer = yield* operations.look(stepOf(id, place + 1))
    if (answer._tag === "Unknown") return undefined
    if (answer._tag === "Done") sum += call.sun
  }
  return sum
})

const over = ({ value, version }: Stored<TronSponsorship>) =>
  Store.use((store) =>
    store.commit(changeSet({ writes: [replace(TronSponsorships, { value, version }, { ...value, isOver: true })] }))
  ).pipe(Effect.catchTag("VersionConflict", () => Effect.void))

/** Takes back, from the fee account at an address. */
export const makeTakeBack = (address: string, operations: Operations, sponsor: Pick<Sponsor, "isSpent">) => {
  const lending = openRecords(TronSponsorships, "open", "all", ({ isOver }) => !isOver)
  return Effect.gen(function*() {
    for (const open of yield* lending) {
      const { id, spend, wallet } = open.value
      if (!(yield* sponsor.isSpent(spend))) continue
      const sun = yield* lentBy(operations, open.value)
      if (sun === undefined) continue
      if (sun === 0n) {
        yield* over(open)
        continue
      }
      const call: Call = { _tag: "TakeBack", from: address, to: wallet, sun }
      const answer = yield* operations.perform(`${id}/back`, { signer: "fees", call }, 0)
      if (answer._tag === "Done") yield* over(open)
      if (answer._tag === "Held") {
        yield* Effect.logError("Energy that was lent could not be taken back", { sponsorship: id, why: answer.reason })
      }
    }
  })
}
