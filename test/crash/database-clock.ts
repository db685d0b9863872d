// The clock of a PostgreSQL database, as whoever connects from now on reads it.
import { Client } from "pg"

/** Puts it ahead: a function of the same name stands before the server's own. */
export const setDatabaseClock = async (url: string, aheadMs: number): Promise<void> => {
  const client = new Client(url)
  await client.connect()
  await client.query(`
    create schema ahead;
    create function ahead.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + interval '${aheadMs} milliseconds' $$;
    do $$ begin
      execute format('alter database %I set search_path = ahead, pg_catalog, public', current_database());
    end $$`)
  await client.end()
}
