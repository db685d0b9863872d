// What a chain has to show: deliveries and spends that are made once and never guessed, signatures that move nothing, and
// wallets that hold what came minus what left.
import type { Redacted } from "effect"
import type { Network } from "../../core/standards/address/network.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { WalletNetwork } from "../../core/standards/address/network.ts"
import type { SpendOrder } from "../../core/ports/chain.ts"
import { unknown } from "../../core/ports/outcome.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { Effect } from "effect"
import type { Line } from "./line.ts"
import { movementChecks } from "./movement-checks.ts"
import {
  type Movement,
  type Opening,
  type Unit,
  counted,
  finalAnswer,
  freshId,
  heard,
  inWords,
  onBench,
  patienceOf
} from "./movement.ts"
import { type Check, type Suite, check } from "./suite.ts"

/** A chain, or a stand-in of it. What is left out is reported as not shown. */
export interface ChainBench {
  readonly chain: ChainAdapter
  readonly asset: AssetCode
  readonly network: Network
  /** Amounts in smallest units that the treasury and the wallet can send, one after the other. */
  readonly amounts: ReadonlyArray<bigint>
  /** The address on the network that a movement goes to, which takes what comes; the same for the same id. */
  readonly address: (operationId: string) => string
  /** Units that were sent under an operation id, as the chain itself has it. */
  readonly moved: (operationId: string) => Promise<ReadonlyArray<bigint>>
  /** An address to which the chain sends nothing, for good. */
  readonly refused?: string
  /** An address to which a transfer is sent and stays open. */
  readonly open?: {
    readonly address: string
    readonly settle: (operationId: string) => Promise<void>
    readonly refuse?: (operationId: string) => Promise<void>
  }
  /** A wallet that holds enough of the asset. */
  readonly wallet?: {
    readonly seed: Redacted.Redacted<Uint8Array>
    readonly addresses: SpendOrder["from"]
    /** An address to which it can sign and nothing is sent, for good. */
    readonly refused?: string
    /** Whether what leaves it is missing there afterwards; test networks may fill wallets up again. */
    readonly isFilledUp?: boolean
  }
  readonly line?: Line
  /** The adapter opened again on the same chain, as after a restart. */
  readonly reopen?: () => Promise<ChainAdapter>
  /** How long a transfer may take to be final, and the adapter to give up waiting. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

type Subject = Opening<ChainBench>
type Wallet = NonNullable<ChainBench["wallet"]>

const port = "Chain"

const unitOf = ({ asset }: ChainBench): Unit => ({
  one: `smallest unit of ${asset}`,
  many: `smallest units of ${asset}`
})

const common = (bench: ChainBench, { absentAfterMs }: ChainAdapter) => {
  const { amounts, line, moved, patienceMs } = bench
  return { amounts, keepsIds: absentAfterMs === 0, line, moved, patienceMs, unit: unitOf(bench) }
}

const deliveriesOn = (bench: ChainBench, chain: ChainAdapter): Movement => {
  const { asset, network, open, refused, reopen } = bench
  const to = (address: (operationId: string) => string) => (operationId: string, units: bigint) =>
    chain.deliver({ operationId, asset, network, address: address(operationId), units })
  return {
    ...common(bench, chain),
    ask: to(bench.address),
    lookUp: (operationId) => chain.lookUp({ operationId, network }),
    askRefused: refused === undefined ? undefined : to(() => refused),
    open: open && { ...open, ask: to(() => open.address) },
    reopen: reopen && (async () => deliveriesOn(bench, await reopen()))
  }
}

const orderOf = (
  { asset, network }: ChainBench,
  { addresses }: Wallet,
  operationId: string,
  units: bigint,
  to: string
): SpendOrder => ({ operationId, asset, network, from: addresses, to, units, sendBefore: Date.now() + 3_600_000 })

// Each time it is asked it is signed again: two signatures of one operation can never both take effect.
const spendsOn = (bench: ChainBench, chain: ChainAdapter, wallet: Wallet): Movement => {
  const { network, reopen } = bench
  const to = (address: (operationId: string) => string) => (operationId: string, units: bigint) =>
    chain.sign(orderOf(bench, wallet, operationId, units, address(operationId)), wallet.seed).pipe(
      Effect.flatMap(chain.submit),
      Effect.catchTag("ChainUnavailable", ({ reason }) => Effect.succeed(unknown("noAnswer", reason)))
    )
  return {
    ...common(bench, chain),
    ask: to(bench.address),
    lookUp: (operationId) => chain.lookUp({ operationId, network }),
    askRefused: wallet.refused === undefined ? undefined : to(() => wallet.refused ?? ""),
    reopen: reopen && (async () => spendsOn(bench, await reopen(), wallet))
  }
}

const noWallet = "the subject has no wallet"

const signing: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "a signature moves nothing",
    "the signed order is stored before it is sent: what moved already could not be taken back when storing fails",
    onBench(async (bench, story) => {
      const wallet = story.need(bench.wallet, noWallet)
      const operationId = freshId("spend")
      story.did(
        `signed a spend of ${counted(bench.amounts[0] ?? 1n, unitOf(bench))} as ${operationId} and did not send it`
      )
      const order = orderOf(bench, wallet, operationId, bench.amounts[0] ?? 1n, bench.address(operationId))
      await heard(bench.chain.sign(order, wallet.seed))
      const found = await heard(bench.chain.lookUp(order))
      story.must(found._tag === "Absent", "Absent", inWords(found))
      const moved = await bench.moved(operationId)
      story.must(moved.length === 0, "nothing moved", `moved ${moved.join()}`)
    })
  ),
  check(
    port,
    "two signatures of one operation move once, whichever is sent",
    "a crash between signing and storing leaves a signed order that no one remembers; it must be worth nothing",
    onBench(async (bench, story) => {
      const wallet = story.need(bench.wallet, noWallet)
      const operationId = freshId("spend")
      const units = bench.amounts[0] ?? 1n
      const order = orderOf(bench, wallet, operationId, units, bench.address(operationId))
      const one = await heard(bench.chain.sign(order, wallet.seed))
      const two = await heard(bench.chain.sign(order, wallet.seed))
      story.did(
        `signed a spend of ${counted(units, unitOf(bench))} as ${operationId} twice, and sent both at the same time`
      )
      await Promise.all([heard(bench.chain.submit(one)), heard(bench.chain.submit(two))])
      const found = await finalAnswer(bench.chain.lookUp(order), patienceOf(bench))
      story.must(found._tag === "Done", "Done", inWords(found))
      const moved = await bench.moved(operationId)
      story.must(moved.length === 1 && moved[0] === units, `moved ${units}`, `moved ${moved.join(" and ")}`)
    })
  )
]

const holding: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "what a wallet can spend is what it holds, and less after a spend, to the unit",
    "the service lets a customer spend what this says",
    onBench(async (bench, story) => {
      const wallet = story.need(bench.wallet, noWallet)
      if (wallet.isFilledUp === true) return story.need<void>(undefined, "wallets are filled up here")
      const { asset, chain, network } = bench
      const held = () => heard(chain.spendable({ asset, network, addresses: wallet.addresses }))
      const before = await held()
      const units = bench.amounts[0] ?? 1n
      const movement = spendsOn(bench, chain, wallet)
      const operationId = freshId("spend")
      story.did(`spent ${units} of ${counted(before, unitOf(bench))}`)
      await heard(movement.ask(operationId, units))
      await finalAnswer(chain.lookUp({ operationId, network }), patienceOf(bench))
      const after = await held()
      story.must(after === before - units, String(before - units), String(after))
    })
  ),
  check(
    port,
    "a spend of more than the wallet holds moves nothing, and is not Done",
    "a wallet has what it has",
    onBench(async (bench, story) => {
      const wallet = story.need(bench.wallet, noWallet)
      const { asset, chain, network } = bench
      const held = await heard(chain.spendable({ asset, network, addresses: wallet.addresses }))
      const operationId = freshId("spend")
      story.did(`asked to spend ${held + 1n} of ${counted(held, unitOf(bench))} as ${operationId}`)
      const answer = await heard(spendsOn(bench, chain, wallet).ask(operationId, held + 1n))
      story.must(answer._tag !== "Done", "Refused or Unknown", inWords(answer))
      const moved = await bench.moved(operationId)
      story.must(moved.length === 0, "nothing moved", `moved ${moved.join()}`)
    })
  ),
  check(
    port,
    "the treasury has one address a network, and settlement names its chain",
    "wallets pay to that address: another one each time cannot be watched",
    onBench(async ({ chain, network }, story) => {
      story.did(`asked twice for the treasury on ${network}`)
      const [one, two] = [await heard(chain.treasury(network)), await heard(chain.treasury(network))]
      story.must(one !== "" && one === two, `${one} twice`, `${one} and ${two}`)
      const wallets = WalletNetwork.literals.find((each) => each === network)
      if (wallets === undefined) return
      const { chainId } = chain.settlement(wallets)
      story.must(Number.isSafeInteger(chainId) && chainId > 0, "a chain id above 0", String(chainId))
    })
  )
]

/** The promises of `Chain`. The subject opens a fresh bench for each check. */
export const chainSuite: Suite<Subject> = {
  port,
  checks: [
    ...movementChecks<ChainBench>(port, "delivery", (bench) => deliveriesOn(bench, bench.chain)),
    ...movementChecks<ChainBench>(port, "spend", (bench) => bench.wallet && spendsOn(bench, bench.chain, bench.wallet)),
    ...signing,
    ...holding
  ]
}
