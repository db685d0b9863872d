// The parts of the test suite. A part is a project of Vitest and a part of `.ci/deep`, by the same name. A test file belongs
// to the first part that names it; test/tidy/parts.test.ts looks for files that no part names.
import { globSync } from "node:fs"
import { join, matchesGlob } from "node:path"

interface Part {
  /** Patterns of files. */
  readonly files: ReadonlyArray<string>
  /** In the quick tier `npm test` leaves out what is deep: a smaller sample of the same proof is in a quick part. */
  readonly tier: "quick" | "deep"
  /** Files at a time: one where a file measures time or fills both cores, three where they mostly wait. */
  readonly workers: 1 | 2 | 3
  /** Files of one worker share the modules that they load, which takes most of the time of small files. */
  readonly sharesModules?: true
}

export const parts: Readonly<Record<string, Part>> = {
  seeds: { files: ["test/simulate/seeds.test.ts"], tier: "deep", workers: 1 },
  pages: {
    files: [
      "test/browser/dashboard-{actions,pages,records,summary}.test.ts",
      "test/browser/{docs,hosted,hosted-again,operators-attack,operators-sessions}.test.ts"
    ],
    tier: "deep",
    workers: 2
  },
  receivers: { files: ["test/crash/silent-receivers.test.ts"], tier: "deep", workers: 1 },
  kills: {
    files: ["test/crash/{disk-full,kill-*,never-sent,receivers,torn-wal}.test.ts"],
    tier: "quick",
    workers: 3
  },
  longrun: { files: ["test/chain/long-run/*.test.ts"], tier: "deep", workers: 1 },
  // Each chain keeps its conformance kit in the quick tier, with every state of its line, and EVM what goes wrong and its kills.
  wire: { files: ["test/chain/evm-{faults,wire}.test.ts"], tier: "deep", workers: 2 },
  faults: {
    files: ["test/chain/{bitcoin,liquid,solana,tron}/{faults,kill}.test.ts"],
    tier: "deep",
    workers: 3
  },
  chains: {
    files: ["test/chain/**/*.test.ts", "test/conformance/{bitcoin,evm,liquid}.test.ts"],
    tier: "quick",
    workers: 3,
    sharesModules: true
  },
  rotation: { files: ["test/crash/secrets-rotation.test.ts"], tier: "deep", workers: 1 },
  outages: { files: ["test/crash/*.test.ts"], tier: "quick", workers: 1 },
  explorer: { files: ["test/explore/*.test.ts"], tier: "quick", workers: 1 },
  // What finds the bugs is run in the quick tier, with some of the bugs.
  planted: {
    files: ["test/attack/{credentials,pins,raw-http,tenancy}.planted.test.ts"],
    tier: "deep",
    workers: 2
  },
  // They measure what the service computes beside an attacker who takes what he can.
  strangers: { files: ["test/attack/{strangers,cost}.test.ts"], tier: "quick", workers: 1 },
  timing: { files: ["test/attack/timing.test.ts"], tier: "deep", workers: 1 },
  floods: { files: ["test/attack/*.flood.test.ts"], tier: "quick", workers: 1 },
  // Some of them replace modules of ours.
  attacks: { files: ["test/attack/*.test.ts"], tier: "quick", workers: 2 },
  bugs: { files: ["test/simulate/bugs.test.ts"], tier: "quick", workers: 2 },
  simulator: { files: ["test/simulate/*.test.ts"], tier: "quick", workers: 2 },
  providers: { files: ["test/providers/**/*.test.ts"], tier: "quick", workers: 3, sharesModules: true },
  stores: { files: ["test/contract/*.test.ts"], tier: "quick", workers: 3 },
  browser: { files: ["test/browser/*.test.ts"], tier: "quick", workers: 2 },
  http: { files: ["test/http/*.test.ts"], tier: "quick", workers: 3, sharesModules: true },
  // Many of them replace a module or a global of their own.
  isolated: {
    files: ["test/machines/*.rows.test.ts", "test/unit/{adapters,cli,client,hosts}/**/*.test.ts"],
    tier: "quick",
    workers: 2
  },
  core: {
    files: ["test/{fuzz,laws,machines}/*.test.ts", "test/unit/**/*.test.ts"],
    tier: "quick",
    workers: 2,
    sharesModules: true
  },
  tests: { files: ["test/**/*.test.ts"], tier: "quick", workers: 2 }
}

/** The part that a file belongs to, by its path from the root; undefined where Vitest would never see it. */
export const partOf = (file: string): string | undefined =>
  Object.entries(parts).find(([, { files }]) => files.some((pattern) => matchesGlob(file, pattern)))?.[0]

/** The test files of each part. */
export const filesOfParts = (): ReadonlyMap<string | undefined, ReadonlyArray<string>> =>
  Map.groupBy(globSync("test/**/*.test.ts", { cwd: join(import.meta.dirname, "../..") }), partOf)
