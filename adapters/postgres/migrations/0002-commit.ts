// Commits in the database. `commit_all` applies a batch of change sets as one, set by set of rows, and raises PT000
// when any part of any of them is refused: the usual case costs a handful of statements, however many change sets there
// are. `commit_each` judges them one by one in their order, alone on the data plane, and says which refusal each met.
// Deadlocks: `commit_all` holds the commit lock shared and takes rows in one order (table by table, by primary key);
// `commit_each` holds it alone. A deadlock that comes about all the same changed nothing, and the batch is sent again.
export const name = "0002-commit"

/** Advisory lock of commits: shared by batches, held alone by whoever judges change sets one by one. */
const commitLock = "482906928230"

export const sql = `
-- Applies change sets; gives the earliest time of a job that came in, or that waited for one of its subject which
-- ended. A base above 0 says that the change set was judged alone: its overdrafts are not looked at again.
create function pontepay.apply(
  base bigint, inserts json, replaces json, keys json, rekeys json, lists json, entries json, deltas json,
  finished json, jobs json
) returns bigint language plpgsql as $$
declare
  place bigint;
  changed bigint;
  wrong boolean;
  subjects text[];
  earliest bigint;
begin
  if inserts is not null then
    insert into pontepay.records (kind, id, owner, version, body)
    select w.kind, w.id, w.owner, 1, w.body
    from json_to_recordset(inserts) as w(kind text, id text, owner text, body text)
    order by w.kind collate "C", w.id collate "C";
  end if;

  if replaces is not null then
    update pontepay.records r set owner = w.owner, version = r.version + 1, body = w.body
    from (
      select w.*
      from json_to_recordset(replaces) as w(kind text, id text, owner text, expected integer, body text)
      join pontepay.records held on held.kind = w.kind and held.id = w.id
      order by held.kind, held.id for update of held
    ) w
    where r.kind = w.kind and r.id = w.id and r.version = w.expected;
    get diagnostics changed = row_count;
    if changed <> json_array_length(replaces) then raise exception 'refused' using errcode = 'PT000'; end if;
  end if;

  if keys is not null then
    insert into pontepay.keys (kind, name, value, id)
    select w.kind, w.name, w.value, w.id
    from json_to_recordset(keys) as w(kind text, name text, value text, id text)
    order by w.kind collate "C", w.name collate "C", w.value collate "C";
  end if;

  -- A record that is there may name a key again that it holds.
  if rekeys is not null then
    insert into pontepay.keys as held (kind, name, value, id)
    select w.kind, w.name, w.value, w.id
    from json_to_recordset(rekeys) as w(kind text, name text, value text, id text)
    order by w.kind collate "C", w.name collate "C", w.value collate "C"
    on conflict (kind, name, value) do update set id = excluded.id where held.id = excluded.id;
    get diagnostics changed = row_count;
    if changed <> json_array_length(rekeys) then raise exception 'refused' using errcode = 'PT000'; end if;
  end if;

  if lists is not null or entries is not null then
    place := pontepay.place(pg_current_xact_id()) + base;
  end if;

  if lists is not null then
    insert into pontepay.lists (kind, name, value, seq, id)
    select w.kind, w.name, w.value, place + w.n, w.id
    from rows from (json_to_recordset(lists) as (kind text, name text, value text, id text))
      with ordinality as w(kind, name, value, id, n);
  end if;

  if entries is not null then
    insert into pontepay.entries (id, seq, template, source, owner, at, accounts, assets, amounts)
    select w.id, place + w.n, w.template, w.source, w.owner, w.at, w.accounts, w.assets, w.amounts
    from rows from (json_to_recordset(entries) as
      (id text, template text, source text, owner text, at bigint, accounts text[], assets text[], amounts numeric[]))
      with ordinality as w(id, template, source, owner, at, accounts, assets, amounts, n)
    order by w.id collate "C";
  end if;

  -- "worst" is what moves towards the wrong side. A balance that could bear all of it alone bears the batch in any
  -- order; one that could not, or one of several stripes, is left to commit_each.
  if deltas is not null then
    with moves as (
      select d.*, case when d.hot then pg_backend_pid() % 16 else 0 end as stripe
      from json_to_recordset(deltas) as
        d(account text, asset text, amount numeric, worst numeric, hot boolean, side integer)
    ), moved as (
      insert into pontepay.balances as b (account, asset, stripe, amount)
      select m.account, m.asset, m.stripe, m.amount from moves m
      order by m.account collate "C", m.asset collate "C"
      on conflict (account, asset, stripe) do update set amount = b.amount + excluded.amount
      returning b.account, b.asset, b.amount
    )
    select bool_or(m.hot or m.side * (moved.amount - m.amount + m.worst) > 0) into wrong
    from moves m join moved on moved.account = m.account and moved.asset = m.asset
    where m.worst <> 0;
    if wrong and base = 0 then raise exception 'refused' using errcode = 'PT000'; end if;
  end if;

  if finished is not null then
    with gone as (
      delete from pontepay.jobs j using json_to_recordset(finished) as w(id text, lease text)
      where j.id = w.id and j.lease = w.lease
      returning j.subject
    )
    select count(*), array_agg(subject) into changed, subjects from gone;
    if changed <> json_array_length(finished) then raise exception 'refused' using errcode = 'PT000'; end if;
  end if;

  if jobs is not null then
    with added as (
      insert into pontepay.jobs (id, task, subject, run_at)
      select w.id, w.task, w.subject, w."runAt"
      from json_to_recordset(jobs) as w(id text, task text, subject text, "runAt" bigint)
      order by w.id collate "C"
      on conflict do nothing
      returning run_at
    )
    select min(run_at) into earliest from added;
  end if;

  if subjects is not null then
    select least(earliest, min(j.run_at)) into earliest from pontepay.jobs j
    where j.subject = any(subjects) and not j.dead and j.lease is null;
  end if;
  return earliest;
end $$;

create function pontepay.commit_all(
  inserts json, replaces json, keys json, rekeys json, lists json, entries json, deltas json, finished json, jobs json
) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(${commitLock});
  return pontepay.apply(0, inserts, replaces, keys, rekeys, lists, entries, deltas, finished, jobs);
exception
  -- The server logs what is raised: without the id or key, which say who pays.
  when unique_violation then raise exception 'refused' using errcode = 'PT000';
end $$;

-- The first refusal of a change set in the order: writes with their keys, leases, entries, balances; null when none.
create function pontepay.refusal(change json) returns json language sql stable as $$
  with inserts as (
    select * from json_to_recordset(change->'inserts') as w(n integer, kind text, id text)
  ), replaces as (
    select * from json_to_recordset(change->'replaces') as w(n integer, kind text, id text, expected integer)
  ), writes as (
    select n, kind, id from inserts union all select n, kind, id from replaces
  ), keys as (
    select w.n, w.kind, w.name, w.value, w.id, row_number() over (order by w.n, w.place) as place from (
      select * from json_to_recordset(change->'keys') as
        w(n integer, place integer, kind text, name text, value text, id text)
      union all
      select * from json_to_recordset(change->'rekeys') as
        w(n integer, place integer, kind text, name text, value text, id text)
    ) w
  ), entries as (
    select * from rows from (json_to_recordset(change->'entries') as (id text)) with ordinality as w(id, n)
  ), finished as (
    select * from rows from (json_to_recordset(change->'finished') as (id text, lease text))
      with ordinality as w(id, lease, n)
  )
  select answer from (
    select 1 as part, w.n::bigint, 0 as place, json_build_array('DuplicateKey', w.kind, 'id', w.id) as answer
    from inserts w
    where exists (select from pontepay.records r where r.kind = w.kind and r.id = w.id)
      or exists (select from writes e where e.n < w.n and e.kind = w.kind and e.id = w.id)
    union all
    select 1, w.n, 0, json_build_array('VersionConflict', w.kind, w.id)
    from replaces w left join pontepay.records r on r.kind = w.kind and r.id = w.id
    where r.version is distinct from w.expected
      or exists (select from writes e where e.n < w.n and e.kind = w.kind and e.id = w.id)
    union all
    select 1, w.n, w.place, json_build_array('DuplicateKey', w.kind, w.name, w.value)
    from keys w
    where exists (
        select from pontepay.keys k where k.kind = w.kind and k.name = w.name and k.value = w.value and k.id <> w.id
      )
      or exists (
        select from keys e where e.place < w.place and e.kind = w.kind and e.name = w.name and e.value = w.value
      )
    union all
    select 2, w.n, 0, json_build_array('LeaseLost', w.id)
    from finished w left join pontepay.jobs j on j.id = w.id
    where j.lease is distinct from w.lease or exists (select from finished e where e.n < w.n and e.id = w.id)
    union all
    select 3, w.n, 0, json_build_array('DuplicateKey', 'entry', 'id', w.id)
    from entries w
    where exists (select from pontepay.entries e where e.id = w.id)
      or exists (select from entries e where e.n < w.n and e.id = w.id)
    union all
    select 4, w.n, 0, json_build_array('Overdraft', w.account, w.asset)
    from rows from (json_to_recordset(change->'deltas') as (account text, asset text, amount numeric, side integer))
      with ordinality as w(account, asset, amount, side, n)
    where w.side * (w.amount + coalesce(
      (select sum(b.amount) from pontepay.balances b where b.account = w.account and b.asset = w.asset), 0)) > 0
  ) refusals
  order by part, n, place limit 1
$$;

-- Answers [[answer, ...], earliest]: an answer is null for applied, or the refusal, or "Fault" for what cannot be
-- stored.
create function pontepay.commit_each(changes json) returns json language plpgsql as $$
declare
  change json;
  answer json;
  answers json[] := '{}';
  earliest bigint;
begin
  perform pg_advisory_xact_lock(${commitLock});
  for change in select json_array_elements(changes) loop
    begin
      -- A worker may claim again what this change set finishes: its lease must not change between judging and applying.
      perform from pontepay.jobs where id in (
        select w.id from json_to_recordset(change->'finished') as w(id text)
      ) order by id for update;
      answer := pontepay.refusal(change);
      if answer is null then
        earliest := least(earliest, pontepay.apply(
          1 + cardinality(answers) * 16384, change->'inserts', change->'replaces', change->'keys', change->'rekeys',
          change->'lists', change->'entries', change->'deltas', change->'finished', change->'jobs'
        ));
      end if;
    exception
      when data_exception or integrity_constraint_violation or program_limit_exceeded or sqlstate 'PT000' then
        answer := json_build_array('Fault', sqlstate, sqlerrm);
    end;
    answers := array_append(answers, answer);
  end loop;
  return json_build_array(array_to_json(answers), earliest);
end $$;
`
