// A project for each part of the suite (test/support/parts.ts). How much the tests do is in test/support/depth.ts.
import { defineConfig } from "vitest/config"
import { isDeep, timeoutMs } from "./test/support/depth.ts"
import { filesOfParts, parts } from "./test/support/parts.ts"

const files = filesOfParts()

const projects = Object.entries(parts)
  .filter(([, { tier }]) => isDeep || tier === "quick")
  .map(([name, { sharesModules, workers }]) => ({
    test: {
      name,
      include: [...files.get(name) ?? []],
      maxWorkers: workers,
      isolate: sharesModules !== true,
      // Parts with the same number of workers run side by side, those with one worker last.
      sequence: { groupOrder: 3 - workers },
      setupFiles: ["test/support/properties.ts", "test/support/derive-once.ts"],
      globalSetup: ["test/support/compiled.ts", "test/support/built.ts", "test/support/postgres-server.ts"],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs
    }
  }))

// What a test that passes logged says nothing.
export default defineConfig({ test: { projects, silent: "passed-only" } })
