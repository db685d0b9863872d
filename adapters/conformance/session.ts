// What a check does with one movement, in the words in which a failure tells of it.
import { isDeepStrictEqual } from "node:util"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import { type Line, type LineState, disturbed } from "./line.ts"
import {
  type Ask,
  type Heard,
  type Movement,
  type Unit,
  counted,
  finalAnswer,
  freshId,
  heard,
  inWords,
  patienceOf
} from "./movement.ts"
import type { Story } from "./suite.ts"

const amountsInWords = (amounts: ReadonlyArray<bigint>, unit: Unit): string =>
  amounts.length === 0 ? "nothing moved" : `moved ${amounts.map((amount) => counted(amount, unit)).join(" and ")}`

/** One movement in a check: requested, looked up and counted at the other side, and each step told. */
export class Session {
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

  /** Asks eight times at the same time: no one may hear that it was refused, and whoever hears of it hears the same. */
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
    const line = await disturbed(this.movement.line, state, this.story)
    this.story.did(how)
    return line
  }

  async mend(line: Line): Promise<void> {
    await line.set("whole")
    this.story.did("mended the line")
  }
}
