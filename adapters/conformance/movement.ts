// What every port that moves something has to show, whatever it moves: one effect an operation id, exact amounts, and the
// difference between "it did not happen" and "nobody knows". The port is asked as the service asks it; what really happened
// is told by the subject, with its own eyes on the other side.
import { setTimeout as sleep } from "node:timers/promises"
import { inspect, isDeepStrictEqual } from "node:util"
import type { Effect } from "effect"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import { type Check, type Story, answerOf, check } from "./suite.ts"

/**
 * The way to the other side. `whole`: it works. `cut`: connections are refused, nothing arrives. `deaf`: requests arrive
 * and are acted on, and the connection breaks before the answer. `silent`: the same, and the connection stays open.
 */
export type LineState = "whole" | "cut" | "deaf" | "silent"

/** A line that the subject can disturb, and the disturbances it knows. */
export interface Line {
  readonly states: ReadonlyArray<LineState>
  readonly set: (state: LineState) => Promise<void>
}

/** Asks for a movement under an id of ours. */
export type Ask = (id: string, amount: bigint) => Effect.Effect<Sending<unknown>, unknown>

/** What amounts are counted in, in words: one of it, and several. */
export interface Unit {
  readonly one: string
  readonly many: string
}

/** An amount in words. */
export const counted = (amount: bigint, { many, one }: Unit): string => `${amount} ${amount === 1n ? one : many}`

/** One way of a port to move something. */
export interface Movement {
  /** Amounts to be moved; the small and the odd ones show rounding. */
  readonly amounts: ReadonlyArray<bigint>
  readonly unit: Unit
  /** Whether the port says that it makes one of all that come under one id: an Absent of it is believed at once. */
  readonly keepsIds: boolean
  /** Asks for what the other side settles by itself, at once or soon. */
  readonly ask: Ask
  /** Looks up what was asked for under an id, with the amount that was asked for. */
  readonly lookUp: (id: string, amount: bigint) => Effect.Effect<LookUp<unknown>, unknown>
  /** What was moved under an id, as the other side's own books have it: an amount each time. */
  readonly moved: (id: string) => Promise<ReadonlyArray<bigint>>
  /** Asks for what the other side refuses for good; without it, refusals are not shown. */
  readonly askRefused?: Ask | undefined
  /** Asks for what is accepted and stays open until it is settled or refused there; without it, waiting is not shown. */
  readonly open?: {
    readonly ask: Ask
    readonly settle: (id: string) => Promise<void>
    readonly refuse?: (id: string) => Promise<void>
  } | undefined
  readonly line?: Line | undefined
  /** Opens the adapter again on the same other side, as after a restart; without it, restarts are not shown. */
  readonly reopen?: (() => Promise<Movement>) | undefined
  /** How long the other side may take to settle, and the adapter to give up waiting. Milliseconds, 5,000 unless told. */
  readonly patienceMs?: number | undefined
}

/** Opens what is checked: a fresh adapter with its other side. */
export type Opening<B extends { readonly close?: () => Promise<void> }> = () => Promise<B>

/** Gives a check a fresh bench, and closes it. */
export const onBench = <B extends { readonly close?: () => Promise<void> }>(
  run: (bench: B, story: Story) => Promise<void>
) =>
async (open: Opening<B>, story: Story): Promise<void> => {
  const bench = await open()
  try {
    await run(bench, story)
  } finally {
    await bench.close?.()
  }
}

let ids = 0
/** An id that no other check of this process uses. */
export const freshId = (word: string): string => `${word.replaceAll(" ", "-")}-${Date.now().toString(36)}-${++ids}`

/** What a port may say of a movement, when it is requested or looked up. */
type Heard<A = unknown> = LookUp<A> | Sending<A>

/** An answer in words. */
export const inWords = (answer: Heard): string => {
  switch (answer._tag) {
    case "Done":
      return `Done ${inspect(answer.value, { breakLength: 100 })}`
    case "Held":
      return `Held for ${answer.reason}: ${answer.detail}`
    case "Refused":
    case "Unknown":
      return `${answer._tag}: ${answer.reason}`
    case "Absent":
      return "Absent"
  }
}

/** Runs an effect of the adapter. A port answers; it does not fail. */
export const heard = answerOf

/** Pause between two look-ups: whoever waits for the other side must not keep it busy. */
const pauseMs = 25

/** How long a subject's other side may take. */
export const patienceOf = ({ patienceMs = 5_000 }: { readonly patienceMs?: number | undefined }): number => patienceMs

/** The answer once it is final; what takes its time is looked up, as long as patience lasts. */
export const finalAnswer = async <A>(
  lookUp: Effect.Effect<LookUp<A>, unknown>,
  patienceMs: number,
  first?: Heard<A>
): Promise<Heard<A>> => {
  const until = Date.now() + patienceMs
  let answer: Heard<A> = first ?? await heard(lookUp)
  while (answer._tag === "Unknown" && Date.now() < until) {
    await sleep(pauseMs)
    answer = await heard(lookUp)
  }
  return answer
}

const amountsInWords = (amounts: ReadonlyArray<bigint>, unit: Unit): string =>
  amounts.length === 0 ? "nothing moved" : `moved ${amounts.map((amount) => counted(amount, unit)).join(" and ")}`

class Session {
  readonly id: string
  readonly amount: bigint
  readonly movement: Movement
  private readonly story: Story
  private readonly word: string

  constructor(story: Story, word: string, movement: Movement, amount = movement.amounts[0] ?? 1n) {
    this.story = story
    this.word = word
    this.movement = movement
    this.amount = amount
    this.id = freshId(word)
  }

  get patienceMs(): number {
    return patienceOf(this.movement)
  }

  /** Asks eight times at the same time: nobody may hear that it was refused, and whoever hears of it hears the same. */
  async askTogether(): Promise<void> {
    const { amount, id, movement } = this
    this.story.did(`asked eight times at once for ${counted(amount, movement.unit)} as ${id}`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => heard(movement.ask(id, amount))))
    const wrong = answers.find(({ _tag }) => _tag === "Refused")
    this.story.must(wrong === undefined, "Done or Unknown for each", inWords(wrong ?? { _tag: "Absent" }))
    const [first, ...others] = answers.filter(({ _tag }) => _tag === "Done")
    for (const other of others) this.same(first ?? other, other)
  }

  /** Asks for the order, and says so. */
  async ask(how: string, ask: Ask = this.movement.ask): Promise<Sending<unknown>> {
    this.story.did(`asked for a ${this.word} of ${counted(this.amount, this.movement.unit)} as ${this.id}${how}`)
    const answer = await heard(ask(this.id, this.amount))
    this.story.did(`the answer was ${inWords(answer)}`)
    return answer
  }

  async lookUp(how = "", movement = this.movement): Promise<LookUp<unknown>> {
    this.story.did(`looked ${this.id} up${how}`)
    const answer = await heard(movement.lookUp(this.id, this.amount))
    this.story.did(`the answer was ${inWords(answer)}`)
    return answer
  }

  /** The answer once it is final; a movement that takes its time is looked up. */
  async final(first: Heard): Promise<Heard> {
    const answer = await finalAnswer(this.movement.lookUp(this.id, this.amount), this.patienceMs, first)
    if (answer !== first) this.story.did(`looked it up until the answer was ${inWords(answer)}`)
    return answer
  }

  is(answer: Heard, ...tags: ReadonlyArray<Heard["_tag"]>): void {
    this.story.must(tags.includes(answer._tag), tags.join(" or "), inWords(answer))
  }

  same(one: Heard, two: Heard): void {
    this.story.must(isDeepStrictEqual(one, two), `the same evidence: ${inWords(one)}`, inWords(two))
  }

  async moved(...amounts: ReadonlyArray<bigint>): Promise<void> {
    const { moved, unit } = this.movement
    const found = await moved(this.id)
    this.story.must(
      isDeepStrictEqual(found, amounts),
      `on the other side: ${amountsInWords(amounts, unit)}`,
      amountsInWords(found, unit)
    )
  }

  /** Never more than once, and then all of it. */
  async movedOnceAtMost(): Promise<number> {
    const found = await this.movement.moved(this.id)
    if (found.length > 0) await this.moved(this.amount)
    return found.length
  }

  async disturb(state: LineState, how: string): Promise<Line> {
    const line = this.story.need(this.movement.line, "the subject cannot disturb its line")
    this.story.need(line.states.includes(state) ? state : undefined, `the subject's line cannot be ${state}`)
    await line.set(state)
    this.story.did(how)
    return line
  }

  async mend(line: Line): Promise<void> {
    await line.set("whole")
    this.story.did("mended the line")
  }
}

const states: ReadonlyArray<
  { readonly state: Exclude<LineState, "whole">; readonly how: string; readonly name: string }
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
    name: "that nobody answers",
    how: "had the other side act and never answer"
  }
]

/** The checks of one way to move something; `word` names it, as in "payment". */
export const movementChecks = <B extends { readonly close?: () => Promise<void> }>(
  port: string,
  word: string,
  of: (bench: B) => Movement | undefined
): ReadonlyArray<Check<Opening<B>>> => {
  const shows = (
    name: string,
    why: string,
    run: (session: Session, story: Story, movement: Movement) => Promise<void>
  ): Check<Opening<B>> =>
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
      `a ${word} that is asked for again under its id is made once`,
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
      "a job may run twice when its lease ends, and both may ask at once: one effect, and nobody may hear that it was refused",
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
      `a ${word} that was never asked for is Absent, and looking moves nothing`,
      "Absent is what allows the service to ask: Unknown would leave the order waiting for ever, Refused would give it up",
      async (session) => {
        session.is(await session.lookUp(), "Absent")
        await session.moved()
      }
    ),
    shows(
      `a ${word} that was looked up before it was asked for is made all the same`,
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
          session.is(answer, "Unknown", ...(isMade ? ["Done" as const] : []))
          const took = Date.now() - before
          story.must(took <= 3 * session.patienceMs, `an answer within ${3 * session.patienceMs} ms`, `${took} ms`)
        }
      )
    ),
    ...states.map(({ how, name, state }) =>
      shows(
        `a ${word} ${name} is found, or asked for again, and made once`,
        "what is Unknown is looked up until it is known; only Absent is asked for again, under the same id",
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
