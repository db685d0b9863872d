// The queue for many workers on many machines. Jobs stand in lines of their tasks, so that a claim takes from each lane
// its share; a due job that has to wait for another of its subject is parked, so that a claim looks at every job once and
// not at all that wait. Whose lease stands is judged by the clock of this server. Invariant: a subject with a parked job
// has one that is not parked, and when that one goes the first parked job comes back into its line.
import { sql as commits } from "./0002-commit.ts"

export const name = "0004-queue"

/** Advisory lock of claims and renewals. */
const claimLock = "482906928231"

// A commit that ends a job looks for the next of its subject among those that are not parked.
const applying = commits.slice(
  commits.indexOf("create function pontepay.apply("),
  commits.indexOf("create function pontepay.commit_all(")
)
  .replace("create function", "create or replace function")
  .replace("and not j.dead and j.lease is null;", "and not j.dead and not j.parked and j.lease is null;")

export const sql = `
alter table pontepay.jobs add column parked boolean not null default false;
drop index pontepay.jobs_by_time;
drop index pontepay.jobs_by_subject;
create index jobs_by_task on pontepay.jobs (task, run_at, id) where not dead and not parked;
create index jobs_by_subject on pontepay.jobs (subject, run_at, id) where not dead and not parked;
create index jobs_parked on pontepay.jobs (subject, run_at, id) where not dead and parked;
create index jobs_dead on pontepay.jobs (run_at, id) where dead;
create index jobs_dead_of_subject on pontepay.jobs (subject, run_at, id) where dead;

-- What is to be added to a time of a process to have it on this server's clock, when it says that it is wall_ms now.
-- Less than a second is the way here and no difference of clocks: so are the times of tests, which have clocks of their own.
create function pontepay.clock_offset(wall_ms bigint) returns bigint language sql volatile as $$
  select case when abs(ahead) < 1000 then 0 else ahead end
  from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint - wall_ms as ahead) server
$$;

-- The tasks that have a job in line, each found by one step in the index.
create function pontepay.lines() returns setof text language sql stable as $$
  with recursive line(task) as (
    (select j.task from pontepay.jobs j where not j.dead and not j.parked order by j.task limit 1)
    union all
    select (
      select j.task from pontepay.jobs j where not j.dead and not j.parked and j.task > line.task
      order by j.task limit 1
    ) from line where line.task is not null
  )
  select line.task from line where line.task is not null
$$;

-- Brings the first parked job of each subject back into its line.
create function pontepay.unpark(subjects text[]) returns void language sql as $$
  update pontepay.jobs j set parked = false
  from (
    select parked.id from (select distinct unnest(subjects) as name) subject
    cross join lateral (
      select p.id from pontepay.jobs p where p.subject = subject.name and not p.dead and p.parked
      order by p.run_at, p.id limit 1
    ) parked
    order by parked.id
  ) next
  where j.id = next.id and j.parked
$$;

-- A statement of its own after the one that ends jobs, so that it sees what was parked behind them until then.
create function pontepay.unpark_behind() returns trigger language plpgsql as $$
begin
  perform pontepay.unpark(array(select subject from gone));
  return null;
end $$;
create trigger unpark_behind after delete on pontepay.jobs
  referencing old table as gone for each statement execute function pontepay.unpark_behind();

${applying}
-- Parks due jobs whose subject somebody works on. Who holds the subject is locked meanwhile: whoever ends that job comes
-- after us and brings the first parked one back. What is locked by others is left as it is.
create function pontepay.park(waiting text[], instant bigint) returns void language plpgsql as $$
declare
  subjects text[];
begin
  subjects := array(
    select h.subject from pontepay.jobs h
    where h.subject = any(array(select distinct j.subject from pontepay.jobs j where j.id = any(waiting)))
      and not h.dead and not h.parked and h.leased_until > instant
    order by h.id for share of h skip locked
  );
  update pontepay.jobs j set parked = true
  where j.id = any(array(
    select w.id from pontepay.jobs w
    where w.id = any(waiting) and w.subject = any(subjects) and not w.dead and not w.parked and w.leased_until <= instant
    order by w.id for update of w skip locked
  ));
end $$;

-- Takes due jobs of a lane, the first of each subject that no one works on, and parks those that wait. It looks at up to
-- "size" jobs of a task first, and at more when it found too few among them because they wait.
create function pontepay.take(instant bigint, until_ms bigint, size integer, tasks text[]) returns setof pontepay.jobs
language plpgsql as $$
declare
  wanted integer := size;
  looked integer := size + 8;
  seen integer;
  taken integer;
  waiting text[];
  chosen text[];
  round integer := 0;
begin
  while wanted > 0 and round < 6 loop
    round := round + 1;
    with due as materialized (
      select j.id, j.subject, j.run_at from unnest(tasks) as line(task)
      cross join lateral (
        select * from pontepay.jobs j
        where j.task = line.task and not j.dead and not j.parked and j.run_at <= instant and j.leased_until <= instant
        order by j.run_at, j.id limit looked
      ) j
    ), heads as (
      select distinct on (d.subject) d.id, d.subject, d.run_at from due d order by d.subject, d.run_at, d.id
    ), free as (
      select h.id from heads h
      where not exists (
        select from pontepay.jobs o
        where o.subject = h.subject and not o.dead and not o.parked and o.leased_until > instant
      )
      order by h.run_at, h.id
    )
    select (select count(*) from due), array(select f.id from free f limit wanted),
      array(select d.id from due d where d.id not in (select f.id from free f))
    into seen, chosen, waiting;

    if cardinality(chosen) > 0 then
      return query
      update pontepay.jobs j
      set attempt = j.attempt + 1, lease = nextval('pontepay.leases')::text, leased_until = until_ms
      where j.id = any(array(
        select f.id from pontepay.jobs f
        where f.id = any(chosen) and not f.dead and not f.parked and f.run_at <= instant and f.leased_until <= instant
        order by f.run_at, f.id for update of f skip locked
      ))
      returning j.*;
      get diagnostics taken = row_count;
      wanted := wanted - taken;
    end if;
    exit when cardinality(waiting) = 0;
    perform pontepay.park(waiting, instant);
    exit when seen < looked;
    looked := 1000;
  end loop;
end $$;

-- Takes due jobs: of each lane its size, "tasks" and the number of the lane of each side by side; of every task alike when
-- "tasks" is null. Times are of the caller's clock, on which it is "wall_ms" now.
create function pontepay.claim(
  now_ms bigint, wall_ms bigint, lease_ms bigint, sizes integer[], tasks text[], lane_of integer[]
) returns table (id text, task text, subject text, attempt integer, lease text, leased_until bigint)
language plpgsql as $$
declare
  ahead constant bigint := pontepay.clock_offset(wall_ms);
  instant constant bigint := now_ms + ahead;
  until_ms constant bigint := instant + lease_ms;
begin
  perform pg_advisory_xact_lock(${claimLock});
  return query
  select t.id, t.task, t.subject, t.attempt, t.lease, t.leased_until - ahead
  from generate_subscripts(sizes, 1) as lane(n)
  cross join lateral pontepay.take(instant, until_ms, sizes[lane.n], case
    when tasks is null then array(select pontepay.lines())
    else array(select of.task from unnest(tasks, lane_of) as of(task, n) where of.n = lane.n)
  end) t
  order by t.run_at, t.id;
end $$;
drop function pontepay.claim(bigint, bigint, integer);

-- Lets leases that have not ended last longer, in line with claims, so that none takes over what is just prolonged. One
-- that asks late finds that another job of its subject was begun. A row that a commit is working on is left: its lease
-- stands, or its job is about to end.
create function pontepay.renew(now_ms bigint, wall_ms bigint, lease_ms bigint, ids text[], leases text[])
returns setof text language plpgsql as $$
declare
  instant constant bigint := now_ms + pontepay.clock_offset(wall_ms);
  kept text[];
begin
  perform pg_advisory_xact_lock(${claimLock});
  kept := array(
    select j.id from unnest(ids, leases) as held(id, lease)
    join pontepay.jobs j on j.id = held.id and j.lease = held.lease
    where j.leased_until > instant and not exists (
      select from pontepay.jobs o
      where o.subject = j.subject and o.id <> j.id and not o.dead and not o.parked and o.leased_until > instant
    )
  );
  update pontepay.jobs j set leased_until = instant + lease_ms
  where j.id = any(array(
    select s.id from pontepay.jobs s join unnest(ids, leases) as held(id, lease) on s.id = held.id and s.lease = held.lease
    where s.id = any(kept) and s.leased_until > instant order by s.id for update of s skip locked
  ));
  return query select unnest(kept);
end $$;

-- Gives a job back, to be run again at run_ms of the caller's clock or put aside for good when that is null; gives the
-- earliest time at which it or another of its subject may run, null when the lease was lost.
create function pontepay.give_back(job text, held text, run_ms bigint, wall_ms bigint, why text) returns bigint
language plpgsql as $$
declare
  given record;
  ahead constant bigint := pontepay.clock_offset(wall_ms);
begin
  update pontepay.jobs j
  set lease = null, leased_until = 0, run_at = coalesce(run_ms + ahead, j.run_at), dead = run_ms is null, parked = false,
    problem = why
  where j.id = job and j.lease = held
  returning j.subject into given;
  if not found then return null; end if;
  perform pontepay.unpark(array[given.subject]);
  return (
    select min(j.run_at) - ahead from pontepay.jobs j
    where j.subject = given.subject and not j.dead and not j.parked and j.lease is null
  );
end $$;
`
