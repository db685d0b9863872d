// The peer as a process: `node peer-main.ts '{"keys": [...], "sqlite": PATH}'` prints its port when it is ready.
import { servePeer } from "./peer.ts"

interface PeerOptions {
  readonly keys: ReadonlyArray<string>
  readonly sqlite?: string
  readonly postgres?: string
}

const { keys, postgres, sqlite } = JSON.parse(process.argv[2] ?? "{}") as PeerOptions
const store = sqlite === undefined
  ? await (await import("./peer-postgres.ts")).openStore(postgres ?? "")
  : (await import("./peer-sqlite.ts")).openStore(sqlite)
process.stdout.write(`ready ${await servePeer(store, keys)}\n`)
