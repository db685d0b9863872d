// A plane on SQLite that can be made cold between two measurements: opened anew, with nothing of its file in the system's memory.
import { execFileSync } from "node:child_process"
import { type BenchPlane, openBenchPlane } from "./plane.ts"

export interface ColdPlane extends BenchPlane {
  readonly chill: () => Promise<void>
}

/** Drops a file from the page cache, after it was written out. */
const evict = (filename: string): void => {
  // https://www.gnu.org/software/coreutils/manual/html_node/dd-invocation.html, "nocache"
  execFileSync("dd", [`of=${filename}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"])
}

/** Opens it; its worker does not run. */
export const openColdPlane = async (url: string): Promise<ColdPlane> => {
  const open = () => openBenchPlane(url, { worker: false })
  let plane = await open()
  return {
    ask: (method, path, body) => plane.ask(method, path, body),
    run: (effect) => plane.run(effect),
    close: () => plane.close(),
    chill: async () => {
      // A plane that is closed folds its log into its file.
      await plane.close()
      plane = await open()
      evict(url.slice("sqlite:".length))
    }
  }
}
