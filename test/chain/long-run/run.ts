// The long run: payments of every kind on all networks at once while each network has one fault after the other and the service is killed
// again and again; then the faults end, and everything has to come to its end. What is random is drawn from a seed.
import type { WalletAddresses } from "../../../core/standards/address/wallet-addresses.ts"
import { Random } from "../../crash/random.ts"
import { inWords, unexplained } from "../economics.ts"
import { type Books, openBooks } from "./books.ts"
import type { Served } from "./chains.ts"
import { type Opening, booksOfTreasuries, economicsOf, judged, onChains } from "./judge.ts"
import { type Order, type PayoutOrder, holders } from "./orders.ts"
import { Died, NotDone, type ServiceProcess, startService } from "./process.ts"
import type { Site } from "./site.ts"

export interface LongRun {
  readonly sites: ReadonlyArray<Site>
  /** Path of the SQLite file. */
  readonly path: string
  readonly seconds: number
  readonly seed: number
  /** Milliseconds between two kills of the service, at most; it is not killed where it is left out. */
  readonly killsWithinMs?: number
}

export interface Outcome {
  /** How many orders of each kind were taken, and how many were not. */
  readonly orders: Readonly<Record<string, number>>
  /** How often each fault was played. */
  readonly faults: Readonly<Record<string, number>>
  readonly kills: number
  /** Movements on chains, by network, kind and state. */
  readonly movements: Readonly<Record<string, number>>
  /** Everything that the books and a chain say differently. */
  readonly wrong: ReadonlyArray<string>
  /** What each network took, in words. */
  readonly costs: Readonly<Record<string, string>>
  /** What payers of fees lost that is said nowhere. */
  readonly unexplained: ReadonlyArray<string>
}

/** How many requests are made at once, and how many movements are under way on a network before no more are ordered there. */
const mostAtOnce = 6
const mostUnderWay = 10
/** How often what is owed is looked at, a second apart, while it grows no less. */
const mostIdleLooks = 300
/** How often it is looked whether books and chains say the same, two seconds apart. */
const mostLooks = 60

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const counter = () => {
  const counts: Record<string, number> = {}
  return { counts, add: (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1) }
}

/** Orders it until an answer comes back: what is ordered twice under a name happens once. */
const insisted = async (service: ServiceProcess, order: Order): Promise<unknown> => {
  for (;;) {
    try {
      return await service.ask(order)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      await pause(50)
    }
  }
}

/** One more payment, as the seed has it. */
const drawn = async (random: Random, sites: ReadonlyArray<Site>, number: number): Promise<Order> => {
  const site = sites[random.whole(0, sites.length - 1)]
  if (site === undefined) throw new Error("there is no site")
  const { deposits, network, wallets } = site
  const name = `run-${number}`
  const value = random.whole(500, 9_999)
  const holder = random.whole(0, holders - 1)
  if (wallets === undefined || deposits !== undefined && random.chance(0.5)) {
    if (deposits === undefined) throw new Error(`nothing can be ordered on ${network}`)
    return { order: "deposit", name, network, asset: deposits, value, address: await site.receiver() }
  }
  if ((network === "base" || network === "solana") && random.chance(0.2)) {
    const amount = `${random.whole(1, 9)}.${String(number % 1_000_000).padStart(6, "0")}`
    return { order: "transfer", name, holder, network, asset: wallets.asset, amount, address: await site.receiver() }
  }
  // A third of the PIX is refused, so that the wallet is given back what it paid.
  const pixKey = random.chance(0.35) ? "fail@sandbox.test" : `payee${number}@example.com`
  return {
    order: "payout",
    name,
    holder,
    network: network as PayoutOrder["network"],
    asset: wallets.asset,
    value,
    pixKey
  }
}

/** Has what is open looked after until nothing is owed about anything any more. Says what is, if it grows no less. */
const untilSettled = async (books: Books, service: ServiceProcess): Promise<void> => {
  let least = Infinity
  for (let looks = 0;; looks++) {
    const owed = books.owed()
    if (owed.length === 0) return
    if (owed.length < least) {
      least = owed.length
      looks = 0
    }
    if (looks >= mostIdleLooks) throw new Error(`still owed:\n${owed.map(books.bodyOf).join("\n")}`)
    const movements = owed.filter(({ kind }) => kind === "movement").map(({ id }) => id)
    await insisted(service, { order: "hurry", movements })
    await pause(1_000)
  }
}

export const longRun = async ({ killsWithinMs, path, seconds, seed, sites }: LongRun): Promise<Outcome> => {
  const random = new Random(seed)
  const networks = Object.fromEntries(sites.map(({ network, settings }) => [network, settings]))
  const service = await startService(`sqlite:${path}`, networks)
  const books = openBooks(path)
  const orders = counter()
  const faults = counter()
  let kills = 0
  const receivers = new Map<Served, Set<string>>(sites.map(({ network }) => [network, new Set<string>()]))
  const openings: Array<Opening> = []
  const wallets: Array<WalletAddresses> = []
  for (let holder = 0; holder < holders; holder++) {
    wallets.push(await service.ask({ order: "wallet", holder }) as WalletAddresses)
  }
  for (const site of sites) {
    const before = new Map<string, ReadonlyArray<bigint>>()
    for (const addresses of site.wallets === undefined ? [] : wallets) {
      const address = site.wallets?.addressOf(addresses) ?? ""
      await site.wallets?.give(address)
      before.set(address, await site.moved(address))
    }
    before.set(site.treasury, await site.moved(site.treasury))
    openings.push({ site, held: await site.held(), before })
  }

  const until = performance.now() + seconds * 1_000
  const isOn = (): boolean => performance.now() < until

  let number = 0
  let underWay = books.underWay()
  const watcher = async (): Promise<void> => {
    while (isOn()) {
      await pause(500)
      underWay = books.underWay()
    }
  }
  const payer = async (): Promise<void> => {
    while (isOn()) {
      await pause(random.whole(50, 800))
      const free = sites.filter(({ network }) => (underWay.get(network) ?? 0) < mostUnderWay)
      if (free.length === 0) continue
      const order = await drawn(random, free, ++number)
      if ("address" in order) receivers.get(order.network)?.add(order.address)
      try {
        await insisted(service, order)
        orders.add(`${order.order} taken`)
      } catch (error) {
        if (!(error instanceof NotDone)) throw error
        orders.add(`${order.order} not taken: ${error.message.split("\n")[0]}`)
      }
    }
  }

  const trouble = async (site: Site): Promise<void> => {
    const names = Object.keys(site.faults)
    while (isOn()) {
      await pause(random.whole(500, 4_000))
      const name = names[random.whole(0, names.length - 1)] ?? ""
      await site.faults[name]?.(random)
      faults.add(`${site.network}: ${name}`)
      await pause(random.whole(500, 5_000))
      await site.mend()
    }
  }

  const killer = async (): Promise<void> => {
    if (killsWithinMs === undefined) return
    while (isOn()) {
      await pause(random.whole(killsWithinMs / 4, killsWithinMs))
      await service.kill()
      kills += 1
    }
  }

  try {
    await Promise.all([...Array.from({ length: mostAtOnce }, payer), ...sites.map(trouble), watcher(), killer()])
    for (const { mend } of sites) await mend()
    await untilSettled(books, service)
    const treasuryOf = (network: string) => sites.find((site) => site.network === network)?.treasury ?? ""
    const receiversOn = ({ network }: Site) => receivers.get(network) ?? new Set<string>()
    const differences = async () => {
      const all = onChains(books, treasuryOf)
      const found = await Promise.all(openings.map((opening) => judged(opening, all, receiversOn(opening.site), books)))
      const economics = await Promise.all(sites.map((site) => economicsOf(site, all, receiversOn(site), books)))
      const wrong = [...found.flat(), ...booksOfTreasuries(sites, all, books)]
      return { all, wrong, economics, unexplained: economics.flatMap((each) => unexplained(each) ?? []) }
    }
    // What was Done and is in no block any more comes back while it is carried, and what was lent is taken back.
    let found = await differences()
    for (let looks = 0; found.wrong.length + found.unexplained.length > 0 && looks < mostLooks; looks++) {
      await pause(2_000)
      found = await differences()
    }
    const movements = counter()
    for (const { movement, network } of found.all) movements.add(`${network} ${movement.order.kind} ${movement.state}`)
    return {
      orders: orders.counts,
      faults: faults.counts,
      kills,
      movements: movements.counts,
      wrong: found.wrong,
      costs: Object.fromEntries(found.economics.map((each) => [each.network, inWords(each)])),
      unexplained: found.unexplained
    }
  } finally {
    await service.stop()
  }
}
