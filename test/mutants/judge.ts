// Runs tests on mutants, one after the other, in one Vitest: what is not changed is transformed once, and a worker starts for each.
import { globSync } from "node:fs"
import { join } from "node:path"
import { type TestProject, type Vitest, createVitest } from "vitest/node"
import { root } from "../tidy/sources.ts"
import type { Mutant } from "./mutant.ts"
import { subjectOf } from "./subjects.ts"

export interface Judge {
  /** Whether a test fails on a mutant; `undefined` stands for the code as it is. */
  readonly isKilled: (file: string, mutant: Mutant | undefined) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** What hangs is noticed by its time. */
const timeoutMs = 30_000

const filesOf = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

const projectOf = (vitest: Vitest, name: string): TestProject => {
  const project = vitest.projects.find((each) => each.name === name)
  if (project === undefined) throw new Error(`Vitest has no project ${name}`)
  return project
}

/** Opens a Vitest whose sources can be replaced. */
export const openJudge = async (): Promise<Judge> => {
  const changed = new Map<string, string>()
  const plugin = {
    name: "mutant",
    enforce: "pre" as const,
    transform: (_: string, id: string) => changed.get(id)
  }
  const project = (name: string, isolate: boolean) => ({
    plugins: [plugin],
    test: {
      name,
      isolate,
      include: ["test/**/*.test.ts"],
      setupFiles: ["test/support/properties.ts", "test/support/derive-once.ts"],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // Decisions are the same on every store.
      testNamePattern: /^(?!.*\bon (SQLite|PostgreSQL)\b)/,
      silent: true
    }
  })
  const vitest = await createVitest({
    root,
    config: false,
    watch: false,
    pool: "threads",
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    fsModuleCache: false,
    projects: [project("rows", true), project("units", false)]
  })

  const fails = async (name: string, files: ReadonlyArray<string>): Promise<boolean> => {
    const runs = projectOf(vitest, name)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      files.map((file) => runs.createSpecification(join(root, file)))
    )
    // Vitest also returns what became of the files of earlier runs.
    const ran = testModules.filter(({ project, relativeModuleId }) =>
      project === runs && files.includes(relativeModuleId)
    )
    return unhandledErrors.length > 0 || ran.some((module) => module.state() === "failed")
  }

  return {
    isKilled: async (file, mutant) => {
      const { rows, units } = subjectOf(file)
      const path = join(root, file)
      // What was changed before is read anew as well.
      for (const each of [path, ...changed.keys()]) vitest.invalidateFile(each)
      changed.clear()
      if (mutant !== undefined) changed.set(path, mutant.text)
      for (const each of filesOf(rows)) if (await fails("rows", [each])) return true
      return await fails("units", filesOf(units))
    },
    close: () => vitest.close()
  }
}
