// Queues of owners that are served in turn. Invariant: between two services of one owner, every other owner that waits is served,
// and once only while that one goes on waiting.

/** Queues by owner. The order of the map is the order of the turns. */
export class Turns<A> {
  private readonly waiting = new Map<string, Array<A>>()
  private readonly mostPerOwner: number

  constructor(mostPerOwner: number) {
    this.mostPerOwner = mostPerOwner
  }

  /** Queues an item behind those of its owner; whether there was room for it. */
  add(owner: string, item: A): boolean {
    const queue = this.waiting.get(owner)
    if (queue === undefined) this.waiting.set(owner, [item])
    else if (queue.length < this.mostPerOwner) queue.push(item)
    else return false
    return true
  }

  /** Takes the first item of the owner whose turn it is, who is then last in turn; undefined when no one waits. */
  next(): A | undefined {
    const [turn] = this.waiting
    if (turn === undefined) return undefined
    const [owner, queue] = turn
    const item = queue.shift()
    this.waiting.delete(owner)
    if (queue.length > 0) this.waiting.set(owner, queue)
    return item
  }

  /** Takes an item back; whether it was still waiting. */
  remove(owner: string, item: A): boolean {
    const queue = this.waiting.get(owner) ?? []
    const place = queue.indexOf(item)
    if (place === -1) return false
    queue.splice(place, 1)
    if (queue.length === 0) this.waiting.delete(owner)
    return true
  }
}
