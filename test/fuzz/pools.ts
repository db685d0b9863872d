// Values that make generated requests meet each other: ids that answers gave, and texts that a field of that name takes.

const kept = 40

// Fields that take what another field gave: a settled ticket is made of the deposit's own.
const aliases: Readonly<Record<string, string>> = {
  uploadedSelfieId: "documentId",
  uploadedDocumentId: "documentId",
  fromSubAccountId: "subAccountId",
  toSubAccountId: "subAccountId",
  toUserId: "userId",
  data: "trackId"
}

const pooledAs = (name: string): string => aliases[name] ?? name

/** What fields of a name have been seen or are known to take. */
export class Pools {
  private readonly values = new Map<string, Array<unknown>>()

  constructor(known: Readonly<Record<string, ReadonlyArray<unknown>>>) {
    for (const [name, values] of Object.entries(known)) this.values.set(name, [...values])
  }

  has(name: string): boolean {
    return (this.values.get(pooledAs(name))?.length ?? 0) > 0
  }

  /** One of the values; the same number gives the same one while the pool stands. */
  pick(name: string, at: number): unknown {
    const values = this.values.get(pooledAs(name)) ?? []
    const value = values[at % Math.max(1, values.length)]
    return name === "data" ? { type: "DEPOSIT-SUCCESS", ticket: { id: value } } : value
  }

  /** Learns every id-like field of an answer. */
  learn(answer: unknown, name = ""): void {
    if (Array.isArray(answer)) return answer.forEach((each) => this.learn(each, name))
    if (typeof answer === "object" && answer !== null) {
      return Object.entries(answer).forEach(([key, value]) => this.learn(value, key))
    }
    if (typeof answer !== "string" || !/Id$|Hash$|Key$|Token$|^id$|ursor$/.test(name) || answer.length > 600) return
    const values = this.values.get(name) ?? []
    if (values.includes(answer)) return
    values.push(answer)
    if (values.length > kept) values.splice(Math.trunc(kept / 2), 1)
    this.values.set(name, values)
  }
}
