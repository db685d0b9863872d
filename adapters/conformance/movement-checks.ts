// The checks of every way to move something: one effect an operation id, exact amounts, and no guess about what no one knows.
import { type Shows, faultChecks } from "./fault-checks.ts"
import type { LineState } from "./line.ts"
import { type Movement, type Opening, onBench } from "./movement.ts"
import { Session } from "./session.ts"
import { type Check, check } from "./suite.ts"

const states: ReadonlyArray<
  { readonly state: Extract<LineState, "cut" | "deaf" | "silent">; readonly how: string; readonly name: string }
> = [
  {
    state: "cut",
    name: "whose request cannot be sent",
    how: "cut the line: connections are refused"
  },
  {
    state: "deaf",
    name: "whose answer was lost",
    how: "had the other side act and break the connection before it answers"
  },
  {
    state: "silent",
    name: "that no one answers",
    how: "had the other side act and never answer"
  }
]

/** The checks of one way to move something; `word` names it, as in "payment". */
export const movementChecks = <B extends { readonly close?: () => Promise<void> }>(
  port: string,
  word: string,
  of: (bench: B) => Movement | undefined
): ReadonlyArray<Check<Opening<B>>> => {
  const shows: Shows<Opening<B>> = (name, why, run) =>
    check(
      port,
      name,
      why,
      onBench(async (bench, story) => {
        const movement = story.need(of(bench), `the subject has no ${word}s`)
        await run(new Session(story, word, movement), story, movement)
      })
    )

  return [
    shows(
      `a ${word} is made once, of its exact amount`,
      "amounts are exact integers of smallest units: what differs by one unit is missing in somebody's books",
      async (_, story, movement) => {
        for (const amount of movement.amounts) {
          const session = new Session(story, word, movement, amount)
          session.is(await session.final(await session.ask("")), "Done")
          await session.moved(amount)
        }
      }
    ),
    shows(
      `a ${word} that is requested again under its id is made once`,
      "the service asks again after a crash: a second effect would move the money twice",
      async (session) => {
        const first = await session.final(await session.ask(""))
        session.is(first, "Done")
        const second = await session.final(await session.ask(" again"))
        session.same(first, second)
        await session.moved(session.amount)
      }
    ),
    shows(
      `a ${word} that eight ask for at the same time is made once`,
      "a job may run twice when its lease ends, and both may ask at once: one effect, and no one may hear that it was refused",
      async (session) => {
        await session.askTogether()
        session.is(await session.final(await session.lookUp()), "Done")
        await session.moved(session.amount)
      }
    ),
    shows(
      `a look-up finds a ${word} that was made, with the same evidence`,
      "after a crash the look-up is all that the service has: it books what the look-up says",
      async (session) => {
        const answer = await session.final(await session.ask(""))
        session.is(answer, "Done")
        session.same(answer, await session.lookUp())
      }
    ),
    shows(
      `a ${word} that was never requested is Absent, and looking moves nothing`,
      "Absent is what allows the service to ask: Unknown would leave the order waiting for ever, Refused would give it up",
      async (session) => {
        session.is(await session.lookUp(), "Absent")
        await session.moved()
      }
    ),
    shows(
      `a ${word} that was looked up before it was requested is made all the same`,
      "the service looks up first after every crash: that must not take the id",
      async (session) => {
        session.is(await session.lookUp(), "Absent")
        session.is(await session.final(await session.ask("")), "Done")
        await session.moved(session.amount)
      }
    ),
    shows(
      `a refused ${word} is refused for good`,
      "on Refused the service gives the money back: what is then made after all is paid twice",
      async (session, story, movement) => {
        const refused = story.need(movement.askRefused, "the subject has nothing that is refused")
        session.is(await session.final(await session.ask(", which the other side refuses", refused)), "Refused")
        session.is(await session.lookUp(), "Refused", "Absent")
        session.is(await session.final(await session.ask(" again", refused)), "Refused")
        await session.moved()
      }
    ),
    shows(
      `a ${word} that was accepted and is not settled is Unknown until it is`,
      "neither evidence nor refusal: on Done the service would book what has not happened, on Refused it would give back what may",
      async (session, story, movement) => {
        const open = story.need(movement.open, "the subject has nothing that stays open")
        session.is(await session.ask(", which stays open", open.ask), "Unknown")
        session.is(await session.lookUp(), "Unknown")
        await open.settle(session.id)
        story.did("settled it on the other side")
        session.is(await session.final(await session.lookUp()), "Done")
        await session.moved(session.amount)
      }
    ),
    shows(
      `an open ${word} that is refused later is Refused then`,
      "the service waits for a final answer: without one the customer's money stays where it is",
      async (session, story, movement) => {
        const open = story.need(movement.open, "the subject has nothing that stays open")
        const refuse = story.need(open.refuse, "the subject cannot refuse what is open")
        session.is(await session.ask(", which stays open", open.ask), "Unknown")
        await refuse(session.id)
        story.did("refused it on the other side")
        session.is(await session.final(await session.lookUp()), "Refused")
        await session.moved()
      }
    ),
    ...states.map(({ how, name, state }) =>
      shows(
        `a ${word} ${name} is Unknown, and never Refused`,
        "it may have happened: a cut connection that is answered Refused has the service refund money that was paid, and one that is answered Done books what may never come",
        async (session, story) => {
          const line = await session.disturb(state, how)
          const before = Date.now()
          const answer = await session.ask("")
          await session.mend(line)
          // An adapter that looks up by itself may have found it.
          const isMade = (await session.movedOnceAtMost()) > 0
          // Held says that nothing was sent.
          session.is(answer, "Unknown", isMade ? "Done" : "Held")
          const took = Date.now() - before
          story.must(took <= 3 * session.patienceMs, `an answer within ${3 * session.patienceMs} ms`, `${took} ms`)
        }
      )
    ),
    ...states.map(({ how, name, state }) =>
      shows(
        `a ${word} ${name} is found, or requested again, and made once`,
        "what is Unknown is looked up until it is known; only Absent is requested again, under the same id",
        async (session) => {
          const line = await session.disturb(state, how)
          await session.ask("")
          await session.mend(line)
          const isMade = (await session.movedOnceAtMost()) > 0
          const found = await session.final(await session.lookUp())
          session.is(found, ...(isMade ? ["Done" as const] : ["Absent" as const, "Done" as const]))
          session.is(await session.final(await session.ask(" again")), "Done")
          await session.moved(session.amount)
        }
      )
    ),
    shows(
      `a ${word} whose answer was lost is one with what is sent again at once, as absentAfterMs says`,
      "where `absentAfterMs` is 0 the service sends again at once what a look-up does not find, while the first request may still arrive: a provider that makes two of them pays twice",
      async (session, story, movement) => {
        story.need(movement.keepsIds ? true : undefined, "the adapter does not say that an Absent is believed at once")
        const line = await session.disturb("deaf", "had the other side act and break the connection before it answers")
        await session.ask("")
        await session.mend(line)
        await session.askTogether()
        session.is(await session.final(await session.lookUp()), "Done")
        await session.moved(session.amount)
      }
    ),
    ...(["cut", "silent"] as const).map((state) =>
      shows(
        `a look-up of a ${word} that cannot ask, the line being ${state}, is Unknown`,
        "Absent would have the service ask again and Refused would have it refund, for a movement that is there",
        async (session) => {
          session.is(await session.final(await session.ask("")), "Done")
          const line = await session.disturb(state, `made the line ${state}`)
          const answer = await session.lookUp()
          await session.mend(line)
          session.is(answer, "Unknown", "Done")
          session.is(await session.final(await session.lookUp()), "Done")
          await session.moved(session.amount)
        }
      )
    ),
    ...faultChecks(word, shows),
    shows(
      `a ${word} is found by an adapter that was started again`,
      "what an adapter keeps in its memory is gone after a crash: ids and answers have to be the other side's, or stored",
      async (session, story, movement) => {
        const reopen = story.need(movement.reopen, "the subject cannot be opened again")
        const answer = await session.final(await session.ask(""))
        session.is(answer, "Done")
        const again = await reopen()
        story.did("opened the adapter again")
        session.same(answer, await session.lookUp("", again))
        session.is(await session.final(await session.ask(" again", again.ask)), "Done")
        await session.moved(session.amount)
      }
    )
  ]
}
