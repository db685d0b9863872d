// Runs the mutants that are not known yet, or all of them with `--all`; further words name the files, by a part of their paths.
// Keeps in `known.json` what came of each. Ends with 1 where one survives and no sentence says why.
import { availableParallelism } from "node:os"
import { projectSources } from "../tidy/sources.ts"
import { type Judge, openJudge } from "./judge.ts"
import { type KnownMutants, isKnown, readKnown, writeKnown } from "./known.ts"
import { type Mutant, mutantsOf } from "./mutant.ts"
import { isDeciding } from "./subjects.ts"

const all = process.argv.includes("--all")
const words = process.argv.slice(2).filter((word) => word !== "--all")

const none: KnownMutants = { killed: [], survived: {} }

/** Runs mutants of a file on judges that each take the next one; gives the names of those that survived. */
const survivorsOf = async (
  judges: ReadonlyArray<Judge>,
  file: string,
  mutants: ReadonlyArray<Mutant>
): Promise<ReadonlySet<string>> => {
  const survivors = new Set<string>()
  const queue = mutants.values()
  await Promise.all(judges.map(async (judge) => {
    for (const mutant of queue) {
      if (await judge.isKilled(file, mutant)) continue
      console.log(`  survived  ${mutant.name}`)
      survivors.add(mutant.name)
    }
  }))
  return survivors
}

const files = ["core", "adapters"].flatMap((folder) => projectSources(folder))
  .filter(({ path }) => isDeciding(path) && (words.length === 0 || words.some((word) => path.includes(word))))
  .map((source) => {
    const mutants = mutantsOf(source)
    const known = readKnown()[source.path] ?? none
    return { file: source.path, known, mutants, wanted: mutants.filter(({ name }) => all || !isKnown(known, name)) }
  })

const judges: Array<Judge> = []
let unexplained = 0
for (const { file, known, mutants, wanted } of files) {
  if (wanted.length > 0 && judges.length === 0) {
    for (let each = 0; each < Math.min(2, availableParallelism()); each++) judges.push(await openJudge())
  }
  const began = Date.now()
  if (wanted.length > 0 && await judges[0]?.isKilled(file, undefined)) {
    throw new Error(`the tests of ${file} fail on the code as it is`)
  }
  const survivors = await survivorsOf(judges, file, wanted)
  const ran = new Set(wanted.map(({ name }) => name))
  const isSurvivor = (name: string): boolean => ran.has(name) ? survivors.has(name) : name in known.survived
  const names = mutants.map(({ name }) => name)
  const survived = Object.fromEntries(names.filter(isSurvivor).map((name) => [name, known.survived[name] ?? ""]))
  writeKnown({ ...readKnown(), [file]: { killed: names.filter((name) => !isSurvivor(name)), survived } })
  unexplained += Object.values(survived).filter((sentence) => sentence === "").length
  if (wanted.length > 0) {
    const seconds = Math.round((Date.now() - began) / 1_000)
    console.log(`${file}: ${wanted.length} run, ${survivors.size} survived, ${seconds} s`)
  }
}
for (const judge of judges) await judge.close()
if (unexplained > 0) {
  console.error(`${unexplained} survived: write a test that fails, or into test/mutants/known.json why none has to`)
  process.exitCode = 1
}
