// Holes in the service that the attacks have to find: a module of ours with one of its exports replaced, as somebody might write
// it who means well. Each is planted alone, in modules that are loaded anew.
import { vi } from "vitest"
import type { Outcome } from "./attempt.ts"

type Exports = Readonly<Record<string, unknown>>

export interface Hole {
  /** What is open. */
  readonly name: string
  /** The module, from the root of the project. */
  readonly module: string
  /** What its exports are replaced by. */
  readonly opened: (original: Exports) => Exports
  /** The attacks that find it, loaded when it is open. */
  readonly attack: () => Promise<Outcome>
}

/** Plants a hole and gives what the attacks make of it. */
export const attackWith = async ({ attack, module, opened }: Hole): Promise<Outcome> => {
  const path = `../../${module}`
  vi.resetModules()
  vi.doMock(path, async (importOriginal: () => Promise<Exports>) => {
    const original = await importOriginal()
    return { ...original, ...opened(original) }
  })
  try {
    return await attack()
  } finally {
    vi.doUnmock(path)
    vi.resetModules()
  }
}
