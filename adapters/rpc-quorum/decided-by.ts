// Several questions at once, until their answers come to something. What is still open then goes on by itself: ending it would close its
// connection, and what it answers says how its node is. It ends with whoever asked.
import { Deferred, Effect, type Exit, Fiber } from "effect"

/** Gives each answer to `heard`, as it comes, until that decides. Later ones are given to it as well; what it makes of them is not used. */
export const decidedBy = <A, E, B, F>(
  questions: ReadonlyArray<Effect.Effect<A, E>>,
  heard: (exit: Exit.Exit<A, E>, place: number) => Exit.Exit<B, F> | undefined
): Effect.Effect<B, F> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const decided = yield* Deferred.make<B, F>()
      const hear = (exit: Exit.Exit<A, E>, place: number) =>
        Effect.suspend(() => {
          const outcome = heard(exit, place)
          return outcome === undefined ? Effect.void : Deferred.done(decided, outcome)
        })
      const fibers = yield* Effect.forEach(questions, (question, place) =>
        Effect.exit(question).pipe(
          Effect.flatMap((exit) => hear(exit, place)),
          // A defect of what compares answers is whose question it was.
          Effect.catchCause((cause) => Deferred.failCause(decided, cause)),
          Effect.forkDetach
        ))
      return yield* Effect.onInterrupt(restore(Deferred.await(decided)), () => Fiber.interruptAll(fibers))
    })
  )
