// The parts of the test suite. A part is a project of Vitest and a part of `.ci/deep`, by the same name. Every test file
// belongs to exactly one; test/tidy/parts.test.ts holds the files to that.

interface Part {
  /** Patterns of files. One part has none: it takes every file that no other part names. */
  readonly files?: ReadonlyArray<string>
  /** In the quick tier `npm test` leaves out what is deep: a smaller sample of the same proof is in a quick part. */
  readonly tier: "quick" | "deep"
  /** Two files at a time, or one file alone: one that measures time would measure its neighbour too. */
  readonly workers: 1 | 2
  /** Files of one worker share the modules that they load, which takes most of the time of small files. */
  readonly sharesModules?: true
}

export const parts: Readonly<Record<string, Part>> = {
  tests: { tier: "quick", workers: 2 },
  stores: {
    files: ["test/contract/{memory,owing-plans,plans,postgres,sqlite,sqlite-faults,sqlite-group}.test.ts"],
    tier: "quick",
    workers: 2
  },
  core: {
    files: [
      "test/{fuzz,laws}/*.test.ts",
      // The others replace a module, which theirs alone must be.
      "test/machines/!(*.rows).test.ts",
      "test/unit/!(adapters|cli|client|hosts)/*.test.ts"
    ],
    tier: "quick",
    workers: 2,
    sharesModules: true
  },
  browser: { files: ["test/browser/*.test.ts"], tier: "quick", workers: 2 },
  kills: { files: ["test/chain/evm-kill.test.ts", "test/crash/kill-*.test.ts"], tier: "quick", workers: 2 },
  bugs: { files: ["test/simulate/bugs.test.ts"], tier: "quick", workers: 2 },
  simulator: {
    files: ["test/simulate/{example,own,scenario,shrink,some-seeds,sqlite}.test.ts"],
    tier: "quick",
    workers: 2
  },
  seeds: { files: ["test/simulate/seeds.test.ts"], tier: "deep", workers: 1 },
  receivers: { files: ["test/crash/silent-receivers.test.ts"], tier: "deep", workers: 1 },
  outages: { files: ["test/crash/{disk-full,hostile,receivers,torn-wal}.test.ts"], tier: "quick", workers: 1 },
  alone: {
    files: [
      "test/contract/commands-postgres.test.ts",
      "test/contract/postgres-*.test.ts",
      "test/contract/sqlite-processes.test.ts",
      "test/http/{foreign-ids,kyc,monitor,process,provider-webhook,roles,webhooks}.test.ts",
      "test/unit/adapters/node/notifier.test.ts",
      "test/unit/hosts/worker/worker.test.ts"
    ],
    tier: "quick",
    workers: 1
  }
}
