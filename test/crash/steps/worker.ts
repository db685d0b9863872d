// A process of a trial of the kernel, by the journal of the other side: `node worker.ts '{"url": …}'`.
import { dieAtIts, workOf } from "./dying.ts"
import { type Journaled, sentTo } from "./kernel.ts"

const work = workOf<Journaled>()
await dieAtIts(work, sentTo(work.given))
