// A MODEL of a TRON network, written by us: blocks, references, expirations, duplicates, a solidified head and the books of TRX, bandwidth
// and energy are simulated; contracts run on anvil. What a real node does otherwise is not seen with it.
import { randomBytes } from "node:crypto"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Accounts, rules } from "./accounts.ts"
import { type Contracts, type Ran, openContracts } from "./contracts.ts"
import { problemOf } from "./validity.ts"
import { type Action, type Transaction, readTransaction } from "./wire.ts"

export interface Landed {
  readonly transaction: Transaction
  readonly block: Block
  readonly ran: Ran | undefined
  readonly energySun: bigint
  readonly bytesSun: bigint
  readonly otherSun: bigint
}

export interface Block {
  readonly number: number
  readonly id: string
  readonly time: number
  /** Number of anvil's block with the state after it. */
  readonly evmHeight: bigint
}

export interface ModelSettings {
  /** Milliseconds between blocks. */
  readonly blockMs: number
  /** How many blocks the solidified head is behind. */
  readonly lag: number
}

const dayMs = 86_400_000

/** A network with one block, which makes more until it is closed. */
export class Model {
  readonly accounts = new Accounts()
  readonly contracts: Contracts
  readonly landed = new Map<string, Landed>()
  /** Every answer to a broadcast. */
  readonly broadcasts: Array<{ readonly id: string; readonly code: string }> = []
  /** How many questions its nodes were asked. */
  questions = 0
  /** Faults, off until a test sets them. */
  readonly faults = {
    /** Whether a transaction that was taken is put into no block. */
    loses: undefined as ((id: string) => boolean) | undefined,
    /** No block is made. */
    stopped: false,
    /** The solidified head does not move. */
    solidStopped: false,
    /** What is done to the books right before the next block's transactions. */
    beforeBlock: undefined as (() => Promise<void> | void) | undefined
  }
  private readonly blocks: Array<Block> = []
  private readonly waiting = new Map<string, Transaction>()
  private readonly settings: ModelSettings
  private solidAt = 0
  private aheadMs = 0
  private timer: NodeJS.Timeout | undefined
  private making: Promise<void> = Promise.resolve()

  private constructor(contracts: Contracts, settings: ModelSettings) {
    this.contracts = contracts
    this.settings = settings
  }

  static async open(settings: ModelSettings): Promise<Model> {
    const model = new Model(await openContracts(), settings)
    await model.makeBlock()
    const later = (): void => {
      model.timer = setTimeout(() => {
        model.making = (model.faults.stopped ? Promise.resolve() : model.makeBlock()).finally(later)
      }, settings.blockMs)
    }
    later()
    return model
  }

  async close(): Promise<void> {
    // Whoever makes a block arms the timer once more.
    await this.making.catch(() => undefined)
    clearTimeout(this.timer)
    await this.contracts.stop()
  }

  /** Gives TRX from nowhere. */
  fund(address: string, sun: bigint): void {
    const account = this.accounts.of(address)
    account.exists = true
    account.sun += sun
  }

  /** Stakes TRX from nowhere, for energy. */
  stake(address: string, sun: bigint): void {
    const account = this.accounts.of(address)
    account.exists = true
    account.stakedSun += sun
  }

  /** Lets the network's time jump ahead. */
  jump(ms: number): void {
    this.aheadMs += ms
  }

  /** Whether something of an account waits for a block. */
  waitingOf(owner: string): boolean {
    return [...this.waiting.values()].some(({ action }) => action?.owner === owner)
  }

  /** Forgets what waits for a block. */
  dropWaiting(): void {
    this.waiting.clear()
  }

  get head(): Block {
    const head = this.blocks.at(-1)
    if (head === undefined) throw new Error("there is no block")
    return head
  }

  get solidHead(): Block {
    return this.blocks[this.solidAt] ?? this.head
  }

  block(number: number): Block | undefined {
    return this.blocks[number]
  }

  /** Takes a transaction, or says why not, in the order in which a node looks at it. */
  broadcast(hex: string): { readonly id: string; readonly code: string } {
    const answer = this.judged(hex)
    this.broadcasts.push(answer)
    return answer
  }

  private judged(hex: string): { readonly id: string; readonly code: string } {
    let transaction: Transaction
    try {
      transaction = readTransaction(hexToBytes(hex))
    } catch {
      return { id: "", code: "OTHER_ERROR" }
    }
    const { id } = transaction
    if (this.landed.has(id) || this.waiting.has(id)) return { id, code: "DUP_TRANSACTION_ERROR" }
    const { time } = this.head
    if (transaction.expiration <= time || transaction.expiration > time + dayMs) {
      return { id, code: "TRANSACTION_EXPIRATION_ERROR" }
    }
    if (!this.knowsReference(transaction)) return { id, code: "TAPOS_ERROR" }
    if (transaction.action === undefined) return { id, code: "CONTRACT_VALIDATE_ERROR" }
    if (transaction.signer !== transaction.action.owner) return { id, code: "SIGERROR" }
    const code = problemOf(this.accounts, transaction, transaction.action)
    if (code !== undefined) return { id, code }
    this.waiting.set(id, transaction)
    return { id, code: "SUCCESS" }
  }

  private knowsReference({ refBytes, refHash }: Transaction): boolean {
    const low = Number.parseInt(refBytes, 16)
    const { number } = this.head
    const block = this.blocks[number - ((number - low) & 0xffff)]
    return refBytes.length === 4 && block !== undefined && block.id.slice(16, 32) === refHash
  }

  private async makeBlock(): Promise<void> {
    await this.faults.beforeBlock?.()
    const number = this.blocks.length
    const time = Math.max((this.blocks.at(-1)?.time ?? 0) + 1, Date.now() + this.aheadMs)
    const id = `${number.toString(16).padStart(16, "0")}${randomBytes(24).toString("hex")}`
    const ran: Array<Omit<Landed, "block">> = []
    for (const transaction of this.waiting.values()) {
      if (this.faults.loses?.(transaction.id) === true) continue
      const result = transaction.expiration < time ? undefined : await this.execute(transaction)
      if (result !== undefined) ran.push({ transaction, ...result })
    }
    const block: Block = { number, id, time, evmHeight: await this.contracts.height() }
    // All at once: no one sees a transaction in a block that is not there.
    this.blocks.push(block)
    for (const each of ran) this.landed.set(each.transaction.id, { ...each, block })
    for (const { id: taken } of [...this.waiting.values()].filter(({ expiration }) => expiration < time)) {
      this.waiting.delete(taken)
    }
    for (const { transaction } of ran) this.waiting.delete(transaction.id)
    if (!this.faults.solidStopped) this.solidAt = Math.max(0, number - this.settings.lag)
  }

  /** What a transaction does to the books; undefined where it does not fit any more and is dropped. */
  private async execute(
    transaction: Transaction
  ): Promise<Pick<Landed, "ran" | "energySun" | "bytesSun" | "otherSun"> | undefined> {
    const { action, size } = transaction
    if (action === undefined || problemOf(this.accounts, transaction, action) !== undefined) return undefined
    if (action.type === "call") return this.call(action, transaction)
    const account = this.accounts.of(action.owner)
    const target = this.accounts.of(action.to)
    const isNew = !target.exists && (action.type === "create" || action.type === "transfer")
    const otherSun = isNew ? rules.newAccountSun : 0n
    const bytesSun = isNew ? rules.newAccountBytesSun : this.accounts.payBytes(action.owner, size)
    account.sun -= otherSun + (isNew ? bytesSun : 0n)
    target.exists = true
    if (action.type === "transfer") {
      account.sun -= action.sun
      target.sun += action.sun
    }
    if (action.type === "lend") this.accounts.lend(action.owner, action.to, action.sun)
    if (action.type === "takeBack") this.accounts.takeBack(action.owner, action.to, action.sun)
    return { ran: undefined, energySun: 0n, bytesSun, otherSun }
  }

  private async call(
    { contract, data, owner }: Extract<Action, { readonly type: "call" }>,
    { feeLimit, size }: Transaction
  ) {
    const bytesSun = this.accounts.payBytes(owner, size)
    const { sun } = this.accounts.of(owner)
    const limit = feeLimit / rules.energySun
    const has = this.accounts.energyLeft(owner) + sun / rules.energySun
    const ran = await this.contracts.run(owner, contract, data, limit < has ? limit : has)
    return { ran, energySun: this.accounts.payEnergy(owner, ran.energy), bytesSun, otherSun: 0n }
  }
}
