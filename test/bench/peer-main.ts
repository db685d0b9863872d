// The peer as a process: `node peer-main.ts '{"keys": [...], "sqlite": PATH}'` prints its port when it is ready. On SQLite it
// leads deposits through their whole life and sends webhooks to the endpoints of each key.
import { type PeerWebhooks, addLife } from "./peer-life.ts"
import { openDatabase, openStore } from "./peer-sqlite.ts"
import { makePeer, servePeer } from "./peer.ts"

interface PeerOptions {
  readonly keys: ReadonlyArray<string>
  readonly sqlite?: string
  readonly postgres?: string
  readonly webhooks?: PeerWebhooks
}

const { keys, postgres, sqlite, webhooks } = JSON.parse(process.argv[2] ?? "{}") as PeerOptions

const onSqlite = async (path: string) => {
  const database = openDatabase(path)
  const peer = await makePeer(openStore(database), keys)
  addLife(peer, database, webhooks ?? { secret: "", endpoints: [] })
  return peer
}

const onPostgres = async (url: string) => makePeer(await (await import("./peer-postgres.ts")).openStore(url), keys)

const peer = sqlite === undefined ? await onPostgres(postgres ?? "") : await onSqlite(sqlite)
process.stdout.write(`ready ${await servePeer(peer)}\n`)
