// The queue in the database. Claims stand in line behind one lock, so that two workers never take two jobs of one
// subject; rows that a commit is just finishing are passed over instead of waited for.
export const name = "0003-jobs"

/** Advisory lock of claims. */
const claimLock = "482906928231"

export const sql = `
create function pontepay.claim(now_ms bigint, lease_ms bigint, size integer)
returns table (id text, task text, subject text, attempt integer, lease text, leased_until bigint)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${claimLock});
  return query
  with due as (
    select j.id from pontepay.jobs j
    where not j.dead and j.run_at <= now_ms and j.leased_until <= now_ms
      and not exists (
        select from pontepay.jobs o where o.subject = j.subject and not o.dead and (
          o.leased_until > now_ms or o.leased_until <= now_ms and (o.run_at, o.id) < (j.run_at, j.id)
        )
      )
    order by j.run_at, j.id
    limit size
    for update of j skip locked
  ), taken as (
    update pontepay.jobs j
    set attempt = j.attempt + 1, lease = nextval('pontepay.leases')::text, leased_until = now_ms + lease_ms
    from due where j.id = due.id
    returning j.*
  )
  select t.id, t.task, t.subject, t.attempt, t.lease, t.leased_until from taken t order by t.run_at, t.id;
end $$;
`
