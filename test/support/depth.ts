// How much the tests do. PONTEPAY_DEPTH is `quick` (the default, a sample of everything), `deep` (what a release needs) or
// a number from 1 up: that many times the deep figures. No other file reads it.

interface Figure {
  readonly quick: number
  readonly deep: number
}

const figures = {
  /** Generated cases of a property. */
  cases: { quick: 100, deep: 300 },
  /** Generated sequences of a model, before the share that a file takes for its store. */
  sequences: { quick: 20, deep: 300 },
  /** Orders in which concurrent operations of a race are run. */
  interleavings: { quick: 20, deep: 300 },
  /** Random runs of a store beside the one in memory. */
  storeRuns: { quick: 15, deep: 300 },
  /** Attacks that are drawn of all combinations, beside those that are always tried. */
  attacks: { quick: 600, deep: 20_000 },
  /** Connections that strangers hold open, below the number of files that a process may have. */
  strangers: { quick: 5_000, deep: 19_000 },
  /** The same, where each has asked for a long answer and reads none of it. */
  readers: { quick: 800, deep: 19_000 },
  /** Sessions of 250 generated requests. */
  fuzzSessions: { quick: 16, deep: 420 },
  /** Kills of the hosts on each store. */
  kills: { quick: 4, deep: 100 },
  /** Kills of a process between two steps of a movement, on each store. */
  stepKills: { quick: 4, deep: 340 },
  /** Kills of processes that deliver on a chain, spread over the steps of a delivery: at least one for each. */
  chainKills: { quick: 7, deep: 42 },
  /** Rounds in which two processes get the same orders at the same moment, on each chain. */
  raceRounds: { quick: 1, deep: 4 },
  /** Seconds of payments on all chains with faults, in a file that only the deep tier runs. */
  longRunSeconds: { quick: 10, deep: 600 },
  /** Bugs of the kernel that such kills have to find. */
  stepBugs: { quick: 1, deep: 3 },
  /** The same on the adapter of each provider that pays or returns. */
  adapterKills: { quick: 3, deep: 40 },
  /** Mistakes of these adapters that such kills have to find; the list is shorter than the deep figure. */
  adapterKillBugs: { quick: 1, deep: 100 },
  /** Times that a log is torn. */
  tears: { quick: 100, deep: 1_000 },
  /** Times that a disk fails in the middle of a write. */
  diskFaults: { quick: 12, deep: 36 },
  /** Seconds during which a process is killed every second. */
  stormSeconds: { quick: 4, deep: 20 },
  /** Milliseconds that each kind of fault on the way to the database lasts. */
  weatherMs: { quick: 500, deep: 1_500 },
  /** Kills of a process of the database server, or of all of it. */
  serverKills: { quick: 2, deep: 4 },
  /** Seconds during which clocks jump. */
  clockSeconds: { quick: 4, deep: 10 },
  /** Trials of hosts among processes, servers, networks and clocks that fail. */
  hostileTrials: { quick: 1, deep: 5 },
  /** Screens and languages in which the head of each kind of payment is looked at. */
  looks: { quick: 2, deep: 4 },
  /** Seconds during which idle workers are watched. */
  idleSeconds: { quick: 5, deep: 11 },
  /** Wallets that are made after a backup and taken back, on each store. */
  restoredWallets: { quick: 10, deep: 100 },
  /** Seeds for each profile and density of the simulator, in a file that only the deep tier runs. */
  seedsEach: { quick: 24, deep: 24 },
  /** Seeds of worlds whose store loses commits or whose accounts are changed, in the same file. */
  lossSeeds: { quick: 200, deep: 200 },
  /** Planted bugs that the simulator has to find; the list is shorter than the deep figure, which takes all. */
  plantedBugs: { quick: 5, deep: 1_000 },
  /** Seeds of the simulator on the adapter of each PIX provider. */
  railSeeds: { quick: 3, deep: 200 },
  /** Mistakes of these adapters that it has to find; the list is shorter than the deep figure. */
  railBugs: { quick: 2, deep: 100 },
  /** Planted bugs of the kernel that the explorer has to find; the list is shorter than the deep figure. */
  kernelBugs: { quick: 1, deep: 100 },
  /** States of the kernel that are visited for each kind of movement; the deep figure is beyond all of them. */
  exploredStates: { quick: 1_100, deep: 10_000_000 }
} as const satisfies Readonly<Record<string, Figure>>

const wanted = process.env["PONTEPAY_DEPTH"] ?? "quick"
/** Whether the files run that only the deep tier has. */
export const isDeep = wanted !== "quick"
const times = wanted === "deep" ? 1 : Number(wanted)
if (isDeep && !(times >= 1)) {
  throw new Error(`PONTEPAY_DEPTH must be quick, deep or a number from 1 up, not ${wanted}`)
}

/** The default time limit of a test. It ends what hangs, and is far above what a busy machine needs. */
export const timeoutMs = isDeep ? 600_000 * times : 180_000

/** The figures of this run, by name. */
export const depth = Object.fromEntries(
  Object.entries(figures).map(([name, { deep, quick }]) => [name, isDeep ? Math.ceil(deep * times) : quick])
) as Readonly<Record<keyof typeof figures, number>>
