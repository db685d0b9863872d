// A PIX return whose process is killed once its bank has it and before it hears so, on a file of SQLite: prints what was
// lost or doubled. A bug that is planted here is planted in the process that dies, too.
import { onFile } from "./files.ts"
import { type KernelTrial, kernelTrials } from "./kernel.ts"
import { run, stepsAfter } from "./trial.ts"

const untouched: KernelTrial = { kind: "pixReturn", keepsIds: false, fate: "done", isSoon: false, kills: [] }
const sent = (await stepsAfter(kernelTrials, untouched)).indexOf("send has happened") + 1
const judged = await onFile((url) => run(kernelTrials, { ...untouched, kills: [sent] }, url))
process.stdout.write(JSON.stringify(judged))
