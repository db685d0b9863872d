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

-- Records that were there owe by their state; those that have none owe while their job is there.
insert into pontepay.owing (kind, id, jobs, doubted_at)
select kind, id, array[job], doubted_at from (
  select r.kind, r.id, case r.kind
    when 'deposit' then case
      when r.body->>'state' = 'PENDING' then 'lapse/' || r.id
      when r.body->>'state' = 'PROCESSING' then 'deliver/' || r.id
      when r.body->>'state' = 'REFUNDED' then (select j.id from pontepay.jobs j where j.id = 'deliver/' || r.id)
    end
    when 'payout' then case
      when r.body->>'state' = 'DEBITING' then 'debit/' || r.id
      when r.body->>'state' in ('PAYING', 'UNKNOWN') then 'pay/' || r.id
    end
    when 'payoutRefund' then case when r.body->>'state' = 'SENDING' then 'send/' || r.id end
    when 'lightningInvoice' then case
      when r.body->>'state' = 'WAITING' then 'lapse-lightning-invoice/' || r.id
      when r.body->>'state' in ('PAYING', 'UNKNOWN') then 'deliver-lightning-invoice/' || r.id
      when r.body->>'state' in ('REFUNDING', 'RETURNING', 'GIVING_BACK')
        then 'return-lightning-invoice/' || r.id || '/' || coalesce(r.body->'refund'->>'number', '0')
    end
    when 'transfer' then case when r.body->>'state' = 'SUBMITTED' then 'submit-transfer/' || r.id end
    when 'swap' then case when r.body->>'state' in ('PENDING', 'RUNNING') then 'advance-swap/' || r.id end
    when 'kycAttempt' then case
      when r.body->>'status' in ('PENDING', 'REVIEW') and r.body->'submitted' is not null then 'advance-kyc/' || r.id
    end
    when 'kycImport' then case when r.body->>'state' = 'ASKING' then 'advance-import/' || (r.body->>'attemptId') end
    when 'delivery' then case when r.body->>'state' = 'PENDING' then 'notify/' || r.id end
    when 'providerMessage' then (select j.id from pontepay.jobs j where j.id = 'provider-message/' || r.id)
    when 'pixReceipt' then (select j.id from pontepay.jobs j where j.id = 'return-surplus/' || r.id)
  end as job, case
    when r.kind = 'deposit' and r.body->>'processingStep' = 'DELIVERY_UNKNOWN' then (r.body->>'updatedAt')::bigint
    when r.kind = 'payout' and r.body->>'state' in ('DEBITING', 'UNKNOWN') then (r.body->>'doubtedAt')::bigint
    when r.kind = 'lightningInvoice' and r.body->>'state' = 'UNKNOWN' then (r.body->>'updatedAt')::bigint
    when r.kind = 'transfer' and (r.body->>'updatedAt')::bigint > (r.body->>'createdAt')::bigint
      then (r.body->>'createdAt')::bigint
    when r.kind = 'swap' then (
      select min((leg->>'submittedAt')::bigint) from json_array_elements(r.body->'legs') leg
      where leg->>'state' = 'UNKNOWN'
    )
  end as doubted_at
  from (select kind, id, body::json as body from pontepay.records where kind in (
    'deposit', 'payout', 'payoutRefund', 'lightningInvoice', 'transfer', 'swap', 'kycAttempt', 'kycImport', 'delivery',
    'providerMessage', 'pixReceipt'
  )) r
) open where job is not null;

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
