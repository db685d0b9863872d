// A model of Liquid, which we wrote: transactions that wait, blocks, replacement, and blocks that are taken back. It is no node of
// Elements; what it checks of a transaction is in `elements-rules.ts`.
import { createHash, randomBytes } from "node:crypto"
import {
  NotTaken,
  type Output,
  type Transaction,
  checked,
  leastFee,
  minted,
  readTransaction
} from "./elements-rules.ts"

export interface Block {
  readonly hash: string
  readonly height: number
  /** Unix seconds. */
  readonly time: number
  readonly transactions: ReadonlyArray<Transaction>
}

interface Unspent {
  readonly output: Output
  readonly height: number
}

interface Waiting {
  readonly transaction: Transaction
  readonly fee: bigint
}

const outpointOf = (txid: string, vout: number): string => `${txid}:${vout}`
const spentBy = ({ ins }: Transaction): ReadonlyArray<string> =>
  ins.map(({ hash, index }) => outpointOf(Buffer.from(hash).reverse().toString("hex"), index))
const isMinted = ({ ins }: Transaction): boolean => ins.some(({ hash }) => hash.equals(Buffer.alloc(32)))
/** May be replaced below it (BIP-125). */
const finalSequence = 0xff_ff_ff_fe

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

export class ElementsModel {
  readonly feeAsset: string
  readonly seed = randomBytes(16).toString("hex")
  readonly blocks: Array<Block> = []
  /** How far its clock is before that of the machine. Milliseconds. */
  aheadMs = 0
  /** By id. */
  readonly waiting = new Map<string, Waiting>()
  /** What was checked pays; proofs take their time. */
  private readonly fees = new Map<string, bigint>()
  private unspent = new Map<string, Unspent>()
  /** The block of each transaction that is on the chain, by id: a long test has many blocks, and nodes are asked often. */
  private readonly placed = new Map<string, Block>()
  private readonly byHash = new Map<string, Block>()
  private count = 0

  constructor(feeAsset: string) {
    this.feeAsset = feeAsset
    this.append([])
  }

  get height(): number {
    return this.blocks.length - 1
  }

  get genesis(): string {
    return this.blocks[0]?.hash ?? ""
  }

  private append(transactions: ReadonlyArray<Transaction>): void {
    const height = this.blocks.length
    const time = Math.floor((Date.now() + this.aheadMs) / 1_000)
    const block: Block = { hash: hashOf(`${this.seed}/${height}/${this.count++}`), height, time, transactions }
    this.blocks.push(block)
    this.byHash.set(block.hash, block)
    for (const transaction of transactions) this.placed.set(transaction.getId(), block)
    this.apply(transactions, height)
  }

  private apply(transactions: ReadonlyArray<Transaction>, height: number): void {
    for (const transaction of transactions) {
      for (const outpoint of spentBy(transaction)) this.unspent.delete(outpoint)
      const txid = transaction.getId()
      transaction.outs.forEach((output, vout) => {
        if (output.script.length > 0) this.unspent.set(outpointOf(txid, vout), { output, height })
      })
    }
  }

  /** Blocks of what waits, the first with all of it. */
  mine(count = 1): void {
    for (let n = 0; n < count; n++) {
      const transactions = [...this.waiting.values()].map(({ transaction }) => transaction)
      this.waiting.clear()
      this.append(transactions)
    }
  }

  /** A block of exactly these: what waits and spends the same is gone. */
  mineOnly(...transactions: ReadonlyArray<Transaction>): void {
    for (const transaction of transactions) if (!isMinted(transaction)) this.check(transaction)
    const taken = new Set(transactions.flatMap(spentBy))
    for (const [txid, { transaction }] of this.waiting) {
      if (spentBy(transaction).some((outpoint) => taken.has(outpoint))) this.waiting.delete(txid)
    }
    this.append(transactions)
  }

  /** Money out of nothing, in a block of its own. */
  mint(
    to: { readonly script: Buffer; readonly blindingKey?: Buffer },
    asset: string,
    ...amounts: ReadonlyArray<bigint>
  ): void {
    this.mineOnly(...amounts.map((units) => minted(Buffer.from(`${this.seed}/${this.count++}`), to, asset, units)))
  }

  /** Takes the newest blocks back. What was in them waits again, unless it is dropped. */
  takeBack(count: number, what: "kept" | "dropped" = "kept"): void {
    const gone = this.blocks.splice(this.blocks.length - count)
    for (const { transactions } of gone) for (const transaction of transactions) this.placed.delete(transaction.getId())
    this.unspent = new Map()
    for (const { height, transactions } of this.blocks) this.apply(transactions, height)
    if (what === "dropped") return
    for (const transaction of gone.flatMap(({ transactions }) => transactions)) {
      if (!isMinted(transaction)) this.waiting.set(transaction.getId(), { transaction, fee: this.check(transaction) })
    }
  }

  private check(transaction: Transaction): bigint {
    const outpoints = spentBy(transaction)
    if (new Set(outpoints).size !== outpoints.length) throw new NotTaken(-26, "bad-txns-inputs-duplicate")
    // What waits for a block is spent by nothing here: the adapter does not.
    const spent = outpoints.map((outpoint) => {
      const found = this.unspent.get(outpoint)
      if (found === undefined) throw new NotTaken(-25, "bad-txns-inputs-missingorspent")
      return found.output
    })
    const known = this.fees.get(transaction.getHash(true).toString("hex"))
    if (known !== undefined) return known
    const fee = checked(transaction, spent, this.feeAsset)
    this.fees.set(transaction.getHash(true).toString("hex"), fee)
    return fee
  }

  /** Takes a transaction in, as `sendrawtransaction` does. */
  send(raw: string): string {
    const transaction = readTransaction(raw)
    const txid = transaction.getId()
    if (this.waiting.has(txid)) return txid
    if (this.blockOf(txid) !== undefined) throw new NotTaken(-27, "Transaction already in block chain")
    const fee = this.check(transaction)
    this.replace(transaction, fee)
    this.waiting.set(txid, { transaction, fee })
    return txid
  }

  private replace(transaction: Transaction, fee: bigint): void {
    const outpoints = new Set(spentBy(transaction))
    const others = [...this.waiting].filter(([, other]) =>
      spentBy(other.transaction).some((each) => outpoints.has(each))
    )
    if (others.length === 0) return
    if (others.some(([, other]) => other.transaction.ins.every(({ sequence }) => sequence >= finalSequence))) {
      throw new NotTaken(-26, "txn-mempool-conflict")
    }
    const replaced = others.reduce((total, [, other]) => total + other.fee, 0n)
    if (fee < replaced + leastFee(transaction)) throw new NotTaken(-26, "insufficient fee")
    for (const [txid] of others) this.waiting.delete(txid)
  }

  blockOf(txid: string): Block | undefined {
    return this.placed.get(txid)
  }

  /** Any block that the chain has or once had. */
  blockWith(hash: string): Block | undefined {
    return this.byHash.get(hash)
  }

  transaction(txid: string): Transaction | undefined {
    return this.waiting.get(txid)?.transaction ?? this.blockOf(txid)?.transactions.find((each) => each.getId() === txid)
  }

  /** An output that is not spent, by what waits either if that counts. */
  output(txid: string, vout: number, isWaitingCounted: boolean): Unspent | undefined {
    const outpoint = outpointOf(txid, vout)
    const isSpent = isWaitingCounted &&
      [...this.waiting.values()].some(({ transaction }) => spentBy(transaction).includes(outpoint))
    return isSpent ? undefined : this.unspent.get(outpoint)
  }

  /** Unspent outputs of a script. */
  outputsOf(script: string): ReadonlyArray<Unspent & { readonly outpoint: string }> {
    return [...this.unspent].filter(([, { output }]) => output.script.toString("hex") === script)
      .map(([outpoint, found]) => ({ ...found, outpoint }))
  }

  /** Every output that was ever paid to a script and is on the chain or waits for it. */
  paidTo(script: string): ReadonlyArray<Output> {
    const all = [
      ...this.blocks.flatMap(({ transactions }) => transactions),
      ...[...this.waiting.values()].map((each) => each.transaction)
    ]
    return all.flatMap(({ outs }) => outs).filter((output) => output.script.toString("hex") === script)
  }
}
