// A network of the long run as its parent has it: where payments go, what goes wrong, and what is counted on the chain itself.
import type { WalletAddresses } from "../../../core/standards/address/wallet-addresses.ts"
import type { NativeCoin } from "../../../core/base/money/coins.ts"
import type { Random } from "../../crash/random.ts"
import type { Books } from "./books.ts"
import type { Served } from "./chains.ts"
import type { DepositOrder, PayoutOrder } from "./orders.ts"

export interface Site {
  readonly network: Served
  /** What a process opens the adapter with. */
  readonly settings: string
  /** What deposits deliver there; none where it is left out. */
  readonly deposits?: DepositOrder["asset"]
  /** What wallets pay with there, and how they get it; none where it is left out. */
  readonly wallets?: {
    readonly asset: PayoutOrder["asset"]
    readonly addressOf: (addresses: WalletAddresses) => string
    readonly give: (address: string) => Promise<void>
  }
  /** An address that nothing was paid to. */
  readonly receiver: () => Promise<string>
  /** Units of each payment to an address, as the chain has it. */
  readonly moved: (address: string) => Promise<ReadonlyArray<bigint>>
  /** Where wallets pay to, and what is delivered from. */
  readonly treasury: string
  /** Units of the asset that the treasury holds on the chain. */
  readonly held: () => Promise<bigint>
  readonly coin: NativeCoin
  /** What those who pay its fees have lost of its coin since it was opened, given the addresses that were paid. */
  readonly lost: (paid: ReadonlyArray<string>) => Promise<bigint>
  /** What those lost by what the adapter has on record, where that may be more than its receipts say. */
  readonly recorded?: (books: Books) => bigint
  /** What goes wrong: each begins one fault, which lasts until it is mended. */
  readonly faults: Readonly<Record<string, (random: Random) => Promise<unknown> | void>>
  /** Ends every fault. */
  readonly mend: () => Promise<void>
  readonly close: () => Promise<unknown>
}

/** Calls this again and again, each time after the one before has ended; gives what ends it. */
export const every = (ms: number, act: () => Promise<unknown>): () => Promise<void> => {
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (!isOver) await act().catch(() => {})
    }
  })()
  return async () => {
    isOver = true
    await going
  }
}
