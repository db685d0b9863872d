// One configuration for every suite; the budget of generated cases is in test/support/budget.ts.
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/budget.ts"],
    globalSetup: ["test/support/postgres-server.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
