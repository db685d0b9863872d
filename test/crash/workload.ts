// What 16 connections do at once: stories of deposits, each with a plan that the seed chose. A step whose answer did not
// come is asked again with the same ids after the restart, as a careful client does; so in the end every step of a story
// that was begun is acknowledged, and what must have become of it is known.
import type { Answer, Client } from "./client.ts"
import type { Random } from "./random.ts"

const addresses = {
  plain: "0x52908400098527886e0f7030069857d2e4169ee7",
  refused: "0x000000000000000000000000000000000000dead",
  unknown: "0x0000000000000000000000000000000000000510"
} as const

/** One deposit, as planned. */
export interface Story {
  readonly externalId: string
  readonly apiKey: string
  readonly address: keyof typeof addresses
  readonly value: number
  /** End-to-end ids of the PIX that pay it, each told so often at once. The second one is a surplus. */
  readonly payments: ReadonlyArray<{ readonly endToEndId: string; readonly told: number }>
  /** The returns, in their order; cents. */
  readonly returns: ReadonlyArray<{ readonly returnId: string; readonly value: number }>
  /** Whether the creation carries an Idempotency-Key, and is asked twice. */
  readonly isKeyed: boolean
}

/** What the service has promised of a story so far. */
export interface Promised {
  readonly story: Story
  /** The first answer of the creation. */
  created: string | undefined
  steps: number
}

export interface Figures {
  requests: number
  acknowledged: number
  ambiguous: number
  /** Answers that are neither a promise nor an open question, by what they said. */
  readonly refusals: Map<string, number>
  /** Answers that contradict earlier ones. */
  readonly contradictions: Array<string>
}

const id32 = (letter: string, story: number, n: number): string => `${letter}${`${story}X${n}X`.padEnd(31, "0")}`

const planned = (n: number, apiKeys: ReadonlyArray<string>, random: Random): Story => {
  const value = random.whole(10, 50_000)
  const isPaid = random.chance(0.9)
  const hasSurplus = random.chance(0.1)
  const payments = isPaid ?
    Array.from({ length: hasSurplus ? 2 : 1 }, (_, index) => ({
      endToEndId: id32("E", n, index),
      told: random.chance(0.25) ? 2 : 1
    })) :
    []
  const first = random.whole(1, value - 1)
  const returns = [[], [], [], [first], [value], [first, value - first]][random.whole(0, 5)] ?? []
  return {
    externalId: `story-${n}`,
    apiKey: apiKeys[n % apiKeys.length] ?? "",
    address: (["plain", "plain", "plain", "refused", "unknown"] as const)[random.whole(0, 4)] ?? "plain",
    value,
    payments,
    returns: isPaid ? returns.map((cents, index) => ({ returnId: id32("D", n, index), value: cents })) : [],
    isKeyed: random.chance(0.3)
  }
}

/** What the status record of a finished story has to say. */
export const outcomeOf = ({ address, payments, returns, value }: Story) => {
  const refunded = returns.reduce((sum, { value }) => sum + value, 0)
  const delivered = address === "refused" ? "FAILED" : "COMPLETED"
  const status = payments.length === 0 ? "PENDING" : refunded === value ? "REFUNDED" : delivered
  return { status, refundedValue: refunded === 0 ? null : refunded, value }
}

export class Workload {
  readonly promised: Array<Promised> = []
  readonly figures: Figures = { requests: 0, acknowledged: 0, ambiguous: 0, refusals: new Map(), contradictions: [] }
  private readonly waiting: Array<Promised> = []
  private readonly apiKeys: ReadonlyArray<string>
  private readonly random: Random

  constructor(apiKeys: ReadonlyArray<string>, random: Random) {
    this.apiKeys = apiKeys
    this.random = random
  }

  /** Works on all connections until the host is gone. */
  async until(isDead: () => boolean, client: Client, connections: number): Promise<void> {
    const lane = async () => {
      while (!isDead()) await this.advance(this.waiting.shift() ?? this.begun(), client)
    }
    await Promise.all(Array.from({ length: connections }, lane))
  }

  /** Asks again whatever was left open, as often as a step may need it; gives what was never acknowledged. */
  async finish(client: Client, connections: number): Promise<ReadonlyArray<string>> {
    for (let round = 0; round < 10 && this.waiting.length > 0; round++) {
      const open = this.waiting.splice(0).values()
      const lane = async () => {
        for (const promised of open) await this.advance(promised, client)
      }
      await Promise.all(Array.from({ length: connections }, lane))
    }
    return this.waiting.map(({ steps, story }) => `${story.externalId} after ${steps} steps`)
  }

  private begun(): Promised {
    const promised = { story: planned(this.promised.length, this.apiKeys, this.random), created: undefined, steps: 0 }
    this.promised.push(promised)
    return promised
  }

  /** Does the steps of a story that are left; at the first that is not acknowledged it waits for its next turn. */
  private async advance(promised: Promised, client: Client): Promise<void> {
    const { payments, returns } = promised.story
    const steps = [
      () => this.create(promised, client),
      ...payments.map(({ endToEndId, told }) => () => this.pay(promised, endToEndId, told, client)),
      ...returns.map((back) => () => this.giveBack(promised, back, client))
    ]
    for (const step of steps.slice(promised.steps)) {
      if (!await step()) {
        this.waiting.push(promised)
        return
      }
      promised.steps += 1
    }
  }

  private async create(promised: Promised, client: Client): Promise<boolean> {
    const { address, apiKey, externalId, isKeyed, value } = promised.story
    const body = { value, asset: "USDC", network: "base", address: addresses[address], externalId }
    const headers = isKeyed ? { "idempotency-key": `key ${externalId}` } : {}
    const answers = await Promise.all(
      Array.from({ length: isKeyed ? 2 : 1 }, () => client.post("/api/deposit/asset", apiKey, body, headers))
    )
    for (const answer of answers) {
      if (answer?.status !== 200) continue
      promised.created ??= answer.body
      if (answer.body !== promised.created) {
        this.figures.contradictions.push(`${externalId} was answered ${promised.created}, then ${answer.body}`)
      }
    }
    return this.counted(answers)
  }

  private async pay({ created }: Promised, endToEndId: string, told: number, client: Client): Promise<boolean> {
    const data = { type: "DEPOSIT-SUCCESS", ticket: { id: ticketOf(created), endToEndId } }
    const tell = () => client.tell(`paid ${endToEndId}`, "TICKET", data)
    return this.counted(await Promise.all(Array.from({ length: told }, tell)))
  }

  private async giveBack({ story }: Promised, back: Story["returns"][number], client: Client): Promise<boolean> {
    const data = { type: "RETURN-CONFIRMED", endToEndId: story.payments[0]?.endToEndId, ...back }
    return this.counted([await client.tell(`returned ${back.returnId}`, "PIX-RETURN", data)])
  }

  /** Whether a step was acknowledged: by any of its answers, since they say the same. */
  private counted(answers: ReadonlyArray<Answer | undefined>): boolean {
    for (const answer of answers) {
      this.figures.requests += 1
      if (answer === undefined) this.figures.ambiguous += 1
      else if (answer.status === 200) this.figures.acknowledged += 1
      else {
        const said = `${answer.status} ${answer.body}`
        this.figures.refusals.set(said, (this.figures.refusals.get(said) ?? 0) + 1)
      }
    }
    return answers.some((answer) => answer?.status === 200)
  }
}

const ticketOf = (created: string | undefined): string => {
  const { walletCharge } = JSON.parse(created ?? "{}") as { readonly walletCharge: string }
  return `tkt_${walletCharge.slice("dep_".length)}`
}
