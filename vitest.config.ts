// Two projects: what measures waits or loads a machine of its own runs alone, everything else side by side. The budget of
// generated cases is in test/support/budget.ts.
import { defineConfig } from "vitest/config"

/** They kill and stall real processes, or hold an answer to a time: a busy neighbour would be measured with them. */
const alone = [
  "test/contract/commands-postgres.test.ts",
  "test/contract/postgres-*.test.ts",
  "test/contract/sqlite-processes.test.ts",
  "test/crash/{disk-full,hostile,receivers}.test.ts",
  "test/http/{foreign-ids,kyc,monitor,process,provider-webhook,roles,webhooks}.test.ts",
  "test/simulate/*.test.ts",
  "test/unit/adapters/node/notifier.test.ts",
  "test/unit/hosts/worker/worker.test.ts"
]

const common = {
  setupFiles: ["test/support/budget.ts"],
  globalSetup: ["test/support/compiled.ts", "test/support/built.ts", "test/support/postgres-server.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 }
        }
      },
      { test: { ...common, name: "alone", include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } }
    ]
  }
})
