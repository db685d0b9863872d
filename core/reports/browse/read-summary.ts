// What the page of a payment begins with: amounts, payer, payee, status and what happened, and what is expected next.
import { Effect, Option } from "effect"
import { Movements } from "../../payments/movement/movement.ts"
import type { Party } from "../../engine/resource/outline.ts"
import { feed } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { isoInstantOrNull } from "../../base/time/instant.ts"
import { expected, outlineSourceOf } from "./summary.ts"

/** Movements of a payment that are read at most. */
const mostMovements = 100

/** The summary of a record; null for a kind that is no payment. `showsPayer`: whether the viewer may see who paid a PIX. */
export const readSummary = Effect.fnUntraced(function*(
  { id, kind }: { readonly kind: string; readonly id: string },
  showsPayer: boolean
) {
  const raw = Option.getOrUndefined(yield* Store.use((store) => store.get(kind, id)))
  const source = outlineSourceOf(kind)
  if (raw === undefined || source === undefined) return null
  const movements = source.readsMovements ? yield* feed(Movements, "bySubject", id, { limit: mostMovements }) : []
  const { paid, payee, payer, received, state, story } = source.read(raw.body, movements.map(({ value }) => value))
  const hidesPayer = source.counterparty === "payer" && payer !== null && !showsPayer
  const names = yield* namesOf([payer, payee])
  const shown = (party: Party | null) =>
    party === null ? null : { ...party, name: party.name ?? names.get(party.subAccountId ?? "") ?? null }
  return {
    state,
    paid,
    received,
    payer: hidesPayer ? null : shown(payer),
    /** Whether somebody paid whom this viewer is not shown. */
    hidesPayer,
    payee: shown(payee),
    happened: { ...story, at: isoInstantOrNull(story.at) },
    /** Triggers that are expected next; none where this is an end. */
    expected: expected[story.code]
  }
})

/** The names of the customers among some parties. */
export const namesOf = Effect.fnUntraced(function*(parties: ReadonlyArray<Party | null>) {
  const ids = [...new Set(parties.flatMap((party) => party?.subAccountId ?? []))]
  const found = yield* Store.use((store) =>
    store.ask(ids.map((id) => ({ by: "id" as const, kind: Subaccounts.kind, id })))
  )
  return new Map(found.flat().map(({ record }) => [record.id, Subaccounts.decode(record.body).name]))
})
