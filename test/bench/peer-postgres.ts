// The peer's store on Postgres: the statements of one charge in one function, one call a request, one commit a call. The
// tables are ours.
import pg from "pg"
import { migrate } from "../../adapters/postgres/migrate.ts"
import type { PeerStore } from "./peer.ts"

const create = `
create or replace function public.peer_create(
  charge text, owner_id text, external_key text, track text, sub text, stands text, record_body text, due bigint
) returns boolean language plpgsql as $$
begin
  perform 1 from pontepay.keys k join pontepay.records r on r.kind = k.kind and r.id = k.id
    where k.kind = 'deposit' and k.name = 'externalId' and k.value = external_key;
  if found then return false; end if;
  perform body from pontepay.records where kind = 'subaccount' and id = sub;
  perform r.body from pontepay.lists l join pontepay.records r on r.kind = l.kind and r.id = l.id
    where l.kind = 'kycAttempt' and l.name = 'bySubAccount' and l.value = sub order by l.seq desc limit 1;
  insert into pontepay.records (kind, id, owner, version, body) values ('deposit', charge, owner_id, 1, record_body);
  insert into pontepay.keys (kind, name, value, id)
    values ('deposit', 'externalId', external_key, charge), ('deposit', 'trackId', track, charge);
  insert into pontepay.lists (kind, name, value, seq, id)
    values ('deposit', 'statementWithFee', stands, pontepay.place(pg_current_xact_id()) + 1, charge);
  insert into pontepay.jobs (id, task, subject, run_at) values ('expire/' || charge, 'expire-deposit', charge, due);
  insert into pontepay.owing (kind, id, jobs) values ('deposit', charge, array['expire/' || charge]);
  return true;
end $$`

/** Opens the store in a fresh database. */
export const openStore = async (url: string): Promise<PeerStore> => {
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  await pool.query(create)
  return {
    // The function reads what the service reads, in the same round trip as the writes.
    read: async () => ({ earlier: undefined, subaccount: undefined, attempt: undefined }),
    write: async ({ body, expiresAt, externalIdKey, id, owner, place, subAccountId, trackId }) => {
      const { rows } = await pool.query<{ peer_create: boolean }>({
        name: "create",
        text: "select public.peer_create($1, $2, $3, $4, $5, $6, $7, $8)",
        values: [id, owner, externalIdKey, trackId, subAccountId, place, body, expiresAt]
      })
      if (rows[0]?.peer_create !== true) throw new Error("externalId reused")
    },
    seed: async (rows) => {
      let seq = 0
      for (const { body, id, kind, list } of rows) {
        await pool.query("insert into pontepay.records values ($1, $2, 'bench', 1, $3)", [kind, id, body])
        if (list === undefined) continue
        await pool.query("insert into pontepay.lists values ($1, 'bySubAccount', $2, $3, $4)", [kind, list, ++seq, id])
      }
    }
  }
}
