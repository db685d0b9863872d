// Keys and lists: each leads to a record that is there, and each record is found under every key and list of its kind.
import type { Body } from "./bodies.ts"
import { isKnown, type Kind } from "./bodies.ts"
import { Inspection, type Statement, type Verdict } from "./invariant.ts"
import type { Plane, PointerRow, RecordRow } from "./plane.ts"

const keysComplete: Statement = {
  name: "keys-complete",
  holds: "every record is found under its unique keys (externalId and trackId of a deposit), and no key leads anywhere else",
  of: "keys"
}

const listsComplete: Statement = {
  name: "lists-complete",
  holds: "every record is once in each list of its kind, and no list holds anything else",
  of: "places in lists"
}

type Named = ReadonlyArray<readonly [name: string, value: string]>
interface Pointers<K extends Kind> {
  readonly keys?: (body: Body<K>) => Named
  readonly lists?: (body: Body<K>) => Named
}

const pointers: { readonly [K in Kind]: Pointers<K> } = {
  account: {},
  answer: {},
  sandboxReturn: {},
  apiKey: { keys: ({ digest }) => [["digest", digest]] },
  deposit: {
    keys: ({ externalId, owner, trackId }) => [["externalId", `${owner}/${externalId}`], ["trackId", trackId]],
    lists: ({ subAccountId }) => [["bySubAccount", subAccountId]]
  },
  webhook: { keys: ({ owner, url }) => [["url", `${owner}/${url}`]], lists: ({ owner }) => [["byOwner", owner]] },
  subaccount: { lists: ({ owner }) => [["byOwner", owner]] },
  pixReceipt: { lists: ({ depositId }) => [["byDeposit", depositId]] },
  pixReturn: { lists: ({ depositId }) => [["byDeposit", depositId]] },
  sandboxTransfer: { lists: ({ address, network }) => [["byAddress", `${network}/${address.toLowerCase()}`]] },
  event: { lists: ({ owner }) => [["byOwner", owner]] },
  delivery: { lists: ({ eventId, webhookId }) => [["byWebhook", webhookId], ["byEvent", eventId]] },
  review: { lists: () => [["all", "all"]] },
  kycAttempt: { lists: ({ subAccountId }) => [["bySubAccount", subAccountId]] }
}

const path = (kind: string, name: string, value: string, id: string): string => [kind, name, value, id].join("\u0000")

class Side {
  readonly inspection = new Inspection()
  private readonly expected = new Set<string>()
  private readonly word: string

  constructor(word: string) {
    this.word = word
  }

  expect(kind: string, id: string, named: Named): void {
    for (const [name, value] of named) this.expected.add(path(kind, name, value, id))
  }

  /** Another row may be met twice in a list only by mistake: it is expected once. */
  meet({ id, kind, name, value }: PointerRow): void {
    this.inspection.look()
    const record = `${this.word} ${kind}.${name} = ${value}`
    if (id === undefined) {
      this.inspection.violation(record, `it leads to a ${kind} that is not there`, `a ${kind}`, "nothing")
    } else if (isKnown(kind) && !this.expected.delete(path(kind, name, value, id))) {
      const problem = `it leads to ${kind} ${id}, which does not belong there (or not once more)`
      this.inspection.violation(record, problem, `no such ${this.word}`, `${kind} ${id}`)
    }
  }

  end(): void {
    for (const missing of this.expected) {
      const [kind = "", name = "", value = "", id = ""] = missing.split("\u0000")
      const problem = `it cannot be found: its ${this.word} is missing`
      this.inspection.violation(`${kind} ${id}`, problem, `${this.word} ${name} = ${value}`, "none")
    }
  }
}

/** Takes down which keys and lists the records ask for, and compares them with those that there are. */
export class PointerBook {
  private readonly keys = new Side("key")
  private readonly lists = new Side("list")

  expect(row: RecordRow, body: { readonly id: string; readonly owner: string }): void {
    if (!isKnown(row.kind)) return
    const of = pointers[row.kind] as Pointers<Kind>
    this.keys.expect(row.kind, row.id, of.keys?.(body as Body<Kind>) ?? [])
    this.lists.expect(row.kind, row.id, of.lists?.(body as Body<Kind>) ?? [])
  }

  async compare(plane: Plane): Promise<ReadonlyArray<Verdict>> {
    for await (const row of plane.keys()) this.keys.meet(row)
    for await (const row of plane.places()) this.lists.meet(row)
    this.keys.end()
    this.lists.end()
    return [this.keys.inspection.verdict(keysComplete), this.lists.inspection.verdict(listsComplete)]
  }
}
