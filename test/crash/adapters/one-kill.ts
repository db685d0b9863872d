// One kill of a process that sends through an adapter, on a file of SQLite: prints what was lost or doubled. It is started with a
// trial and the step at which the process dies, as JSON. A bug that is planted here is planted in that process, too.
import { onFile } from "../steps/files.ts"
import { run, stepsAfter } from "../steps/trial.ts"
import type { AdapterTrial } from "./case.ts"
import { adapterTrials } from "./trials.ts"

const { diesAt, ...untouched } = JSON.parse(process.argv[2] ?? "") as AdapterTrial & { readonly diesAt: string }
const step = (await stepsAfter(adapterTrials, untouched)).indexOf(diesAt) + 1
if (step === 0) throw new Error(`no process comes to: ${diesAt}`)
const judged = await onFile((url) => run(adapterTrials, { ...untouched, kills: [step] }, url))
process.stdout.write(JSON.stringify(judged), () => process.exit())
