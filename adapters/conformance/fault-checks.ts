// What a movement is while the other side refuses our credentials, or a gateway answers in its place: not refused, not absent,
// and made once when that is over. One expired certificate must refund no one (C49).
import { faults } from "./line.ts"
import type { Movement } from "./movement.ts"
import type { Session } from "./session.ts"
import type { Check, Story } from "./suite.ts"

/** Makes a check of one way to move something. */
export type Shows<S> = (
  name: string,
  why: string,
  run: (session: Session, story: Story, movement: Movement) => Promise<void>
) => Check<S>

/** The checks of one way to move something; `word` names it, as in "payment". */
export const faultChecks = <S>(word: string, shows: Shows<S>): ReadonlyArray<Check<S>> =>
  faults.flatMap(({ because, how, name, state }) => [
    shows(
      `a ${word} ${name} is Unknown or Held, and never Refused`,
      `${because}: on Refused the service gives the money back, for every movement until it is mended`,
      async (session, story) => {
        const line = await session.disturb(state, how)
        const before = Date.now()
        const answer = await session.ask("")
        const took = Date.now() - before
        await session.mend(line)
        session.is(answer, "Unknown", "Held")
        // Held says that nothing was sent.
        if (answer._tag === "Held") await session.moved()
        else await session.movedOnceAtMost()
        story.must(took <= 3 * session.patienceMs, `an answer within ${3 * session.patienceMs} ms`, `${took} ms`)
      }
    ),
    shows(
      `a ${word} ${name} is made once when it is requested again`,
      "credentials are renewed and gateways come back: what waited for them is requested again under its id, and must not be stuck or made twice",
      async (session) => {
        const line = await session.disturb(state, how)
        await session.ask("")
        await session.ask(" again")
        await session.mend(line)
        const isMade = (await session.movedOnceAtMost()) > 0
        const found = await session.final(await session.lookUp())
        session.is(found, ...(isMade ? ["Done" as const] : ["Absent" as const, "Done" as const]))
        session.is(await session.final(await session.ask(" once more")), "Done")
        await session.moved(session.amount)
      }
    ),
    shows(
      `a look-up of a ${word} ${name} is Unknown, and never Absent or Refused`,
      `${because}: Absent would have the service ask again and Refused would have it refund, for a movement that is there`,
      async (session) => {
        session.is(await session.final(await session.ask("")), "Done")
        const line = await session.disturb(state, how)
        const answer = await session.lookUp()
        await session.mend(line)
        // An adapter that keeps what it has seen may know.
        session.is(answer, "Unknown", "Done")
        session.is(await session.final(await session.lookUp()), "Done")
        await session.moved(session.amount)
      }
    )
  ])
