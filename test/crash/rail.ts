// What the provider of the tests knows: which payments the service has asked it for. A provider tells what became of those
// and of no others.
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"

/** Whether the payment with this id was requested. */
export type Rail = (paymentId: string) => Promise<boolean>

/** The simulated provider keeps its payments in the data plane. */
export const railOf = (url: string): Rail => (paymentId) =>
  url.startsWith("sqlite:") ? ofSqlite(url.slice("sqlite:".length), paymentId) : ofPostgres(url, paymentId)

const ofSqlite = (path: string, paymentId: string): Promise<boolean> => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const found = database.prepare("select 1 from record where kind = 'sandboxPayment' and id = ?").get(paymentId)
    return Promise.resolve(found !== undefined)
  } finally {
    database.close()
  }
}

const ofPostgres = async (url: string, paymentId: string): Promise<boolean> => {
  const client = new Client(url)
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      "select from pontepay.records where kind = 'sandboxPayment' and id = $1",
      [paymentId]
    )
    return rowCount === 1
  } catch {
    // The database may be away: it will be asked again.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
