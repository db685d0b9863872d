// Whether an explanation had foreseen what happened: each row that a record takes was among those that its explanation listed
// as still possible, by the record and its movements as they stood before the commit.
import { nextOf } from "../../core/reports/explain/explainable.ts"
import { type Movement, Movements } from "../../core/payments/movement/movement.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { Write } from "../../core/engine/store/store.ts"

interface Passage {
  readonly on: string
  readonly to: string
}

const historyOf = (body: string): ReadonlyArray<Passage> =>
  (JSON.parse(body) as { readonly history?: ReadonlyArray<Passage> }).history ?? []

export class Foresight {
  private readonly bodies = new Map<string, string>()
  /** The movements of a record, newest first. */
  private readonly movements = new Map<string, ReadonlyArray<Stored<Movement>>>()
  private readonly complain: (what: string) => void

  constructor(complain: (what: string) => void) {
    this.complain = complain
  }

  /** Called with the writes of each commit, in the order of the commits. */
  committed(writes: ReadonlyArray<Write>): void {
    for (const write of writes) this.wasForeseen(write)
    for (const { body, expected, id, kind } of writes) {
      this.bodies.set(`${kind} ${id}`, body)
      if (kind === Movements.kind) this.moved(Movements.decode(body), expected + 1)
    }
  }

  private wasForeseen({ body, id, kind }: Write): void {
    const before = this.bodies.get(`${kind} ${id}`)
    if (before === undefined) return
    // Of several rows in one commit the first was taken from what stood before it.
    const taken = historyOf(body)[historyOf(before).length]
    if (taken === undefined) return
    const next = nextOf(kind, before, this.movements.get(id) ?? [])
    if (next.some(({ on, to }) => on === taken.on && to === taken.to)) return
    const listed = next.map(({ on, to }) => `${on} to ${to}`).join(", ")
    this.complain(`${kind} ${id} took ${taken.on} to ${taken.to}, and its explanation had listed: ${listed}`)
  }

  private moved(movement: Movement, version: number): void {
    const others = this.movements.get(movement.subject) ?? []
    const known = others.some(({ value }) => value.id === movement.id)
    const now = { value: movement, version }
    this.movements.set(
      movement.subject,
      known ? others.map((each) => each.value.id === movement.id ? now : each) : [now, ...others]
    )
  }
}
