// A chain of blocks for nodes of LDK: headers and transactions, without work. LDK takes what its source of blocks says.
import { randomBytes } from "node:crypto"
import { BestBlock, type Confirm, Network, TwoTuple_usizeTransactionZ } from "lightningdevkit"
import { sha256 } from "./invoices.ts"

const doubleSha256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))

/** Little-endian, 32 bits. */
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A transaction with one output. Its input is of nowhere; the witness is what LDK looks for before it takes it. */
export const fundingTransaction = (sats: bigint, script: Uint8Array): Buffer => {
  const value = Buffer.alloc(8)
  value.writeBigUInt64LE(sats)
  return Buffer.concat([
    word(2),
    Buffer.from("000101", "hex"),
    randomBytes(32),
    word(0),
    Buffer.from("00ffffffff01", "hex"),
    value,
    Buffer.from([script.length]),
    script,
    Buffer.from("0101ff", "hex"),
    word(0)
  ])
}

export class LdkChain {
  private readonly listeners: Array<Confirm> = []
  private waiting = new Map<string, Uint8Array>()
  private height = 0
  private tip: Uint8Array = BestBlock.constructor_from_network(Network.LDKNetwork_Regtest).get_block_hash()

  /** The time of the last block, in Unix seconds: nodes date their invoices by it. */
  seconds: number

  constructor(seconds: number) {
    this.seconds = seconds
  }

  /** What is notified of each block from now on. */
  attach(...listeners: ReadonlyArray<Confirm>): void {
    this.listeners.push(...listeners)
  }

  submit(transaction: Uint8Array): void {
    this.waiting.set(doubleSha256(transaction).toString("hex"), transaction)
  }

  /** How many transactions wait for a block. */
  pending(): number {
    return this.waiting.size
  }

  /** A block with everything that waits. */
  mine(): void {
    this.height += 1
    const header = Buffer.concat([
      word(0x20000000),
      this.tip,
      randomBytes(32),
      word(this.seconds),
      word(0x207fffff),
      word(0)
    ])
    this.tip = doubleSha256(header)
    const transactions = [...this.waiting.values()]
    this.waiting = new Map()
    for (const listener of this.listeners) {
      if (transactions.length > 0) {
        const indexed = transactions.map((each, index) => TwoTuple_usizeTransactionZ.constructor_new(index + 1, each))
        listener.transactions_confirmed(header, indexed, this.height)
      }
      listener.best_block_updated(header, this.height)
    }
  }
}
