// Small wrong versions of a source, one for each place where it decides something: what a careless edit would leave behind. A test
// has to fail on each of them. They are made from the syntax tree, so that a new condition has its own as soon as it is written.
import { type Source, tree, walk } from "../tidy/sources.ts"
import { type Change, changesOf } from "./changes.ts"

export interface Mutant {
  /** The file, what was done to it and the text of the place; never its line, which moves. */
  readonly name: string
  readonly file: string
  /** The whole text of the changed file. */
  readonly text: string
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** The mutants of a source, in the order of their places. */
export const mutantsOf = (source: Source): ReadonlyArray<Mutant> => {
  const changes: Array<Change> = []
  walk(tree(source), (node, parent, key) => changes.push(...changesOf(source.text, node, parent, key)))
  const times = new Map<string, number>()
  return changes.map(({ by, head, kind, place }) => {
    const { end, start } = place
    const title = `${kind}: ${oneLine(source.text.slice((head ?? place).start, (head ?? place).end))}`
    const time = (times.get(title) ?? 0) + 1
    times.set(title, time)
    return {
      name: time === 1 ? title : `${title} (${time})`,
      file: source.path,
      text: source.text.slice(0, start) + by + source.text.slice(end)
    }
  })
}
