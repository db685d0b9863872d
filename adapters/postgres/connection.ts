// Connections to PostgreSQL and statements on them. Locks wait 2 s, statements run 5 s, an idle transaction lives 5 s.
import { Effect } from "effect"
import { Pool, type PoolConfig } from "pg"
import { StoreUnavailable } from "../../core/engine/store/store.ts"
import { Link } from "./link.ts"

/** A prepared statement; its name is its identity on each connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

// Every statement of ours goes by an index. A plan made while the tables were empty must not scan them when they have
// grown, and one plan for all values saves planning each time.
const planning = "-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan"

/** The settings of every connection. The answer may take longer than the longest statement, but not for ever. */
export const settings = (url: string): PoolConfig => ({
  connectionString: url,
  application_name: "pontepay",
  connectionTimeoutMillis: 1_000,
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 7_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: planning
})

/** A watched pool that survives the loss of its connections. */
export const openLink = (url: string, maxConnections: number): Link =>
  new Link(() => {
    const pool = new Pool({ ...settings(url), max: maxConnections, idleTimeoutMillis: 60_000 })
    // A connection that breaks is dropped by the pool; whoever used it learns it from the statement that fails.
    pool.on("error", () => undefined)
    pool.on("connect", (client) => client.on("error", () => undefined))
    return pool
  })

/** Asks one statement in one round trip; rows come as arrays. Rejects with `NotSent`, or with what went wrong after. */
export const ask = async <Row extends ReadonlyArray<unknown>>(
  link: Link,
  { name, text }: Statement,
  values: ReadonlyArray<unknown>
): Promise<ReadonlyArray<Row>> => {
  const question = { name, text, values: [...values], rowMode: "array" } as const
  const { rows } = await link.with((client) => client.query<Array<unknown>>(question))
  return rows as unknown as ReadonlyArray<Row>
}

/** The same for statements whose effect, if any, may be repeated: an answer that did not come is no answer. */
export const query = <Row extends ReadonlyArray<unknown>>(
  link: Link,
  statement: Statement,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> =>
  Effect.tryPromise({
    try: () => ask<Row>(link, statement, values),
    catch: (cause) => new StoreUnavailable({ cause })
  })
