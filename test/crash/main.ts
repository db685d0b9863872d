// `npm run hostile [-- part of a trial's name …]`: the trials of hostile processes, long; all of them by default. Exit code
// 0: no problem; 1: problems, which are printed. PONTEPAY_SEED sets the choices.
import build from "../support/built.ts"
import { endAll } from "./host.ts"
import { seed } from "./random.ts"
import { long, trials } from "./trials.ts"
import { printed } from "./verdict.ts"

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part))

build()
process.once("exit", endAll)
for (const [name, trial] of Object.entries(trials)) {
  if (!isWanted(name)) continue
  const { figures, problems } = await trial(long, seed)
  process.stdout.write(`${printed(name, figures)}\n${problems.map((problem) => `  PROBLEM ${problem}\n`).join("")}`)
  if (problems.length > 0) process.exitCode = 1
}
