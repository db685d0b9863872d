// What all connections do at once: stories, chosen by the seed. A step whose answer did not come, or that was told to wait,
// is asked again with the same ids, as a careful client does; so in the end every step of a story that was begun is
// acknowledged, and what must have become of it is known.
import type { Client } from "./client.ts"
import { depositStory } from "./deposit-story.ts"
import { invoiceStory } from "./invoice-story.ts"
import type { Rail } from "./rail.ts"
import type { Random } from "./random.ts"
import type { Remains } from "./remains.ts"
import type { Said, Story, StoryKind } from "./story.ts"
import { type Purse, payoutStory, transferStory } from "./wallet-story.ts"

interface Begun {
  readonly story: Story
  steps: number
}

interface Figures {
  requests: number
  acknowledged: number
  /** Answers that never came. */
  ambiguous: number
  /** 503: nothing was done, or no one knows; the same request again is safe. */
  unavailable: number
  /** 429. */
  delayed: number
  /** Answers that are neither a promise nor an open question, by what they said. */
  readonly refusals: Map<string, number>
  readonly contradictions: Array<string>
}

/** Longest pause of somebody who was told to wait; the tests are impatient. */
const pauseMs = 250
/** How long everything that was left open is asked again. */
const finishMs = 60_000
/** A holder transfers once in 30 seconds, by the host's clock. */
const turnMs = 31_000

/** Somebody who does one story after another. */
interface Lane {
  readonly waiting: Array<Begun>
  readonly next: () => Story
}

export class Workload {
  readonly begun: Array<Begun> = []
  readonly figures: Figures = {
    requests: 0,
    acknowledged: 0,
    ambiguous: 0,
    unavailable: 0,
    delayed: 0,
    refusals: new Map(),
    contradictions: []
  }
  private readonly lanes: ReadonlyArray<Lane>
  private readonly random: Random
  private rest: Promise<unknown> = Promise.resolve()

  /** Each of the crowd's connections has one lane; each group of purses has one more. */
  constructor(
    parts: {
      readonly crowd: number
      readonly apiKeys: ReadonlyArray<string>
      readonly purses: ReadonlyArray<ReadonlyArray<Purse>>
      readonly rail: Rail
      /** The time of the hosts. */
      readonly now: () => number
    },
    random: Random
  ) {
    const { apiKeys, crowd, now, purses, rail } = parts
    this.random = random
    this.lanes = [
      ...Array.from({ length: crowd }, () => ({ waiting: [], next: () => this.crowdStory(apiKeys) })),
      ...purses.map((group) => ({ waiting: [], next: this.holders(group, now, rail) }))
    ]
  }

  /** Works until it is over. */
  async until(isOver: () => boolean, client: Client): Promise<void> {
    await Promise.all(this.lanes.map(async ({ next, waiting }) => {
      while (!isOver()) {
        await this.rest
        await this.advance(waiting.shift() ?? this.begin(next()), waiting, client)
      }
    }))
  }

  /** Begins nothing until something else is through; what was asked goes on being answered. */
  async restDuring<A>(something: () => Promise<A>): Promise<A> {
    const through = something()
    this.rest = through.catch(() => undefined)
    return await through
  }

  /** Asks again whatever was left open. */
  async finish(client: Client): Promise<void> {
    await Promise.all(this.lanes.map(async ({ waiting }) => {
      const giveUpAt = performance.now() + finishMs
      while (waiting.length > 0 && performance.now() < giveUpAt) {
        for (const each of waiting.splice(0)) await this.advance(each, waiting, client)
      }
    }))
  }

  /** What was never acknowledged, with what is stored of it. */
  unanswered(remains: Remains): ReadonlyArray<string> {
    return this.lanes.flatMap(({ waiting }) =>
      waiting.map(({ steps, story }) => `${story.id} after ${steps} steps${remains.about(story.kind, story.name())}`)
    )
  }

  /** Looks for all that was promised; what is lost, with what is stored of it. */
  async check(client: Client, remains: Remains): Promise<ReadonlyArray<string>> {
    const lost: Array<string> = []
    const rest = this.begun.values()
    await Promise.all(this.lanes.map(async () => {
      for (const { story } of rest) {
        const found = await story.check(client, remains)
        if (found.length > 0) lost.push(`${found.join("; ")}${remains.about(story.kind, story.name())}`)
      }
    }))
    return lost
  }

  /** How many stories of each kind there are: so many records there have to be. */
  get census(): ReadonlyMap<StoryKind, number> {
    const kinds = Map.groupBy(this.begun, ({ story }) => story.kind)
    return new Map([...kinds].map(([kind, { length }]) => [kind, length]))
  }

  private crowdStory(apiKeys: ReadonlyArray<string>): Story {
    const n = this.begun.length
    const apiKey = apiKeys[n % apiKeys.length] ?? ""
    return this.random.chance(0.7) ? depositStory(n, apiKey, this.random) : invoiceStory(n, apiKey, this.random)
  }

  private holders(purses: ReadonlyArray<Purse>, now: () => number, rail: Rail): () => Story {
    const turns = new Map<Purse, number>()
    return () => {
      const n = this.begun.length
      const purse = purses[this.random.whole(0, purses.length - 1)] ?? { apiKey: "", protectedSymmetricKey: "" }
      if (now() < (turns.get(purse) ?? 0) || this.random.chance(0.3)) return payoutStory(n, purse, this.random, rail)
      turns.set(purse, now() + turnMs)
      return transferStory(n, purse, this.random)
    }
  }

  private begin(story: Story): Begun {
    const begun = { story, steps: 0 }
    this.begun.push(begun)
    return begun
  }

  /** Does the steps of a story that are left; at the first that is not acknowledged it waits for its next turn. */
  private async advance(begun: Begun, waiting: Array<Begun>, client: Client): Promise<void> {
    for (const step of begun.story.steps.slice(begun.steps)) {
      const said = await step(client)
      const wasTold = this.count(said)
      if (!said.isDone) {
        waiting.push(begun)
        if (wasTold) await new Promise((resolve) => setTimeout(resolve, pauseMs))
        return
      }
      begun.steps += 1
    }
  }

  /** Counts what was said; whether somebody was told to wait. */
  private count({ answers, contradictions = [], isDone }: Said): boolean {
    const { figures } = this
    figures.contradictions.push(...contradictions)
    // With no answer at all there was nothing to ask yet.
    let wasTold = answers.length === 0
    for (const answer of answers) {
      figures.requests += 1
      if (answer === undefined) figures.ambiguous += 1
      else if (answer.status === 429) figures.delayed += 1
      else if (answer.status === 503) figures.unavailable += 1
      else if (answer.status < 300) figures.acknowledged += 1
      else {
        const said = `${answer.status} ${answer.body}`
        figures.refusals.set(said, (figures.refusals.get(said) ?? 0) + 1)
      }
      wasTold ||= answer === undefined ? false : answer.status >= 400
    }
    return wasTold && !isDone
  }
}
