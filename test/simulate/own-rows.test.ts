// An adapter of one's own that keeps rows: it is given the store as the process that calls it reaches it, so that its commits fail
// and its process is killed around them like any other.
import { Effect, Option, Schema } from "effect"
import { expect, it } from "vitest"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { held, unknown } from "../../core/ports/outcome.ts"
import { get, insert, recordKind } from "../../core/engine/store/records.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { type Own, scenarioOf, simulateWith } from "../../hosts/simulate/index.ts"

const Note = Schema.Struct({ id: Schema.String, owner: Schema.Literal("operator") })
const Notes = recordKind({ kind: "note", schema: Note, personal: noPersonalData("what a test writes") })

/** A rail that notes each payment before it sends it, and counts what became of its commits. */
const noting = () => {
  const commits = { kept: 0, failed: 0 }
  let rows = 0
  const own: Own = {
    adapters: ({ pix, wire }) =>
      pixRailAdapter.effect(Effect.map(Effect.context<Store>(), (context) => {
        const note = (id: string) =>
          Store.use((store) =>
            store.commit(changeSet({ writes: [insert<typeof Note.Type>(Notes, { id, owner: "operator" })] }))
          ).pipe(
            Effect.catchTag("DuplicateKey", () => Effect.void),
            Effect.andThen(get(Notes, id)),
            Effect.tap((found) => Effect.sync(() => rows += Option.isSome(found) ? 1 : 0)),
            Effect.provideContext(context)
          )
        const over = <A>(name: string, serve: () => A) =>
          wire(name, serve).pipe(Effect.catchTag("WireFailed", () => Effect.succeed(unknown("noAnswer"))))
        return {
          account: Effect.succeed("own"),
          ways: { payments: "provider" as const, returns: "provider" as const },
          returnsFailed: false,
          dynamicCodesUpTo: null,
          createCharge: (request) =>
            over("charge", () => ({ _tag: "Done" as const, value: pix.createCharge(request) })),
          lookUpCharge: (trackId) => over("charge?", () => pix.charge(trackId)),
          pay: (request) =>
            Effect.matchEffect(note(request.paymentId), {
              onFailure: () => Effect.sync(() => (commits.failed++, held("paused", "the payment cannot be noted"))),
              onSuccess: () => Effect.suspend(() => (commits.kept++, over("pay", () => pix.pay(request))))
            }),
          lookUpPayment: ({ paymentId }) => over("pay?", () => pix.payment(paymentId)),
          sendReturn: (request) => over("return", () => pix.sendReturn(request)),
          lookUpReturn: (request) => over("return?", () => pix.returned(request))
        }
      }))
  }
  return { own, commits, rows: () => rows }
}

it("an adapter that keeps rows keeps them in the store of the simulation, with what goes wrong there", async () => {
  const { commits, own, rows } = noting()
  const faults = { commitUnavailable: 0.1, commitLostAfter: 0.1, killAfterCommit: 0.02, timeoutAfter: 0.1 }
  const { injected, violations } = await simulateWith(scenarioOf({ seed: 4, days: 1, storiesPerDay: 40, faults }), own)
  expect(violations).toEqual([])
  expect(commits.kept).toBeGreaterThan(0)
  expect(commits.failed).toBeGreaterThan(0)
  expect(rows()).toBeGreaterThan(0)
  expect(injected.some(({ fault, place }) => fault === "killAfterCommit" && place.includes(":store.commit"))).toBe(true)
}, 60_000)
