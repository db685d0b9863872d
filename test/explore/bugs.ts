// Bugs of the kernel that the explorer has to find: what each step of performing a movement is there for, taken away.
import type { MovementOrder } from "../../core/payments/movement/order.ts"
import type { Place } from "../simulate/bug.ts"

export interface KernelBug extends Place {
  readonly name: string
  /** What the bug does, in the words of somebody who has to mend it. */
  readonly about: string
  /** The kind of movement that shows it. */
  readonly kind?: MovementOrder["kind"]
}

const kernel = "core/payments/movement/perform-movement.ts"

export const kernelBugs: ReadonlyArray<KernelBug> = [
  {
    name: "kernel-looks-nothing-up",
    about: "what was sent before is sent again without looking it up",
    file: kernel,
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && sentAt < 0) {"
  },
  {
    name: "kernel-believes-at-once",
    about: "an Absent is believed while what was sent may still be on its way",
    file: kernel,
    find: "if (absentFor < believedAfter)",
    replace: "if (absentFor < 0)"
  },
  {
    name: "kernel-judges-old-news",
    about: "how long something was absent is measured after the look-up that found it absent",
    file: kernel,
    find: "const absentFor = askedAt - sentAt",
    replace: "const absentFor = (yield* Store.use((store) => store.now)) - sentAt"
  },
  {
    name: "kernel-claims-nothing",
    about: "a movement is sent without being put on record as being sent",
    file: kernel,
    find: "return yield* Store.use((store) => store.commit(decision.changes)).pipe(",
    replace: "return yield* Effect.void.pipe("
  },
  {
    name: "kernel-sends-late",
    about: "whoever slept since the claim sends all the same",
    file: kernel,
    find: "if (age >= BigInt(sendWithinMs) * 1_000_000n) return late",
    replace: ""
  },
  {
    name: "kernel-doubts-nothing",
    about: "an answer that is missing is taken for a refusal",
    file: kernel,
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && doubtedAt === 0) {"
  },
  {
    name: "kernel-prepares-blindly",
    about: "a worker that was slow to prepare sends what another has prepared and sent meanwhile",
    kind: "lightningPayment",
    file: kernel,
    find: "return after.value.sentAt === null ? after : waits(reason(\"changedMeanwhile\"))",
    replace: "return after"
  },
  {
    name: "kernel-tells-none",
    about: "the outcome is booked, and the record that it is for does not hear of it",
    file: "core/payments/movement/perform-movement.ts",
    find: "joined(decision.changes, follows ?? {}, { writes })",
    replace: "joined(decision.changes, { writes })"
  }
]
