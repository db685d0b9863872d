// What is owed about records: a row for each record that has an end to come to, with the jobs that bring it there. The
// table holds what is open and nothing else, so whoever walks it does not walk the past. Commits go through functions that
// call those of 0002 and write these rows in the same transaction. Rows of one record are changed under its row's own lock.
export const name = "0005-owing"

export const sql = `
create table pontepay.owing (
  kind text collate "C" not null,
  id text collate "C" not null,
  jobs text[] collate "C" not null,
  doubted_at bigint,
  primary key (kind, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index owing_doubted on pontepay.owing (kind, id) where doubted_at is not null;

create function pontepay.owe(claimed json, owing json, settled json) returns void language plpgsql as $$
begin
  if claimed is not null then
    update pontepay.jobs j set attempt = greatest(j.attempt, w.attempt)
    from (
      select n.id, max(n.attempt) as attempt from json_to_recordset(claimed) as n(id text, attempt integer) group by n.id
    ) w
    where j.id = w.id;
  end if;
  if owing is not null then
    insert into pontepay.owing (kind, id, jobs, doubted_at)
    select w.kind, w.id, w.jobs, w."doubtedAt"
    from json_to_recordset(owing) as w(kind text, id text, jobs text[], "doubtedAt" bigint)
    on conflict (kind, id) do update set jobs = excluded.jobs, doubted_at = excluded.doubted_at;
  end if;
  if settled is not null then
    delete from pontepay.owing o using json_to_recordset(settled) as w(kind text, id text)
    where o.kind = w.kind and o.id = w.id;
  end if;
end $$;

create function pontepay.commit_owing(
  inserts json, replaces json, keys json, rekeys json, lists json, entries json, deltas json, finished json, jobs json,
  claimed json, owing json, settled json
) returns bigint language plpgsql as $$
declare
  earliest bigint;
begin
  earliest := pontepay.commit_all(inserts, replaces, keys, rekeys, lists, entries, deltas, finished, jobs);
  perform pontepay.owe(claimed, owing, settled);
  return earliest;
end $$;

-- Those that were refused owe nothing.
create function pontepay.judge_owing(changes json) returns json language plpgsql as $$
declare
  answers json;
  change json;
  n integer := 0;
begin
  answers := pontepay.commit_each(changes);
  for change in select json_array_elements(changes) loop
    if json_typeof(answers->0->n) = 'null' then
      perform pontepay.owe(change->'claimed', change->'owing', change->'settled');
    end if;
    n := n + 1;
  end loop;
  return answers;
end $$;
`
