// The tables of a data plane. Text is compared byte by byte (collation "C"): order, prefixes and uniqueness are the
// same on every server. Amounts are `numeric`, exact at any size (C37). A place (`seq`) is the transaction's number
// times 2^20 plus the row's number in it, so places grow in the order in which transactions began to write and whoever
// knows the oldest running transaction knows below which place nothing can appear any more.
export const name = "0001-tables"

export const sql = `
create table pontepay.records (
  kind text collate "C" not null,
  id text collate "C" not null,
  owner text collate "C" not null,
  version integer not null,
  body text collate "C" not null,
  primary key (kind, id)
) with (fillfactor = 85);

create table pontepay.keys (
  kind text collate "C" not null,
  name text collate "C" not null,
  value text collate "C" not null,
  id text collate "C" not null,
  primary key (kind, name, value)
);

create table pontepay.lists (
  kind text collate "C" not null,
  name text collate "C" not null,
  value text collate "C" not null,
  seq bigint not null,
  id text collate "C" not null,
  primary key (kind, name, value, seq)
);

create table pontepay.entries (
  id text collate "C" primary key,
  seq bigint not null,
  template text collate "C" not null,
  source text collate "C" not null,
  owner text collate "C" not null,
  at bigint not null,
  accounts text[] collate "C" not null,
  assets text[] collate "C" not null,
  amounts numeric[] not null
);
create index entries_of_source on pontepay.entries (source, seq);

-- The journal line by line, for auditors.
create view pontepay.postings as
select e.seq, e.id as entry, e.template, e.source, e.owner, e.at, line.account, line.asset, line.amount, line.n
from pontepay.entries e
cross join lateral unnest(e.accounts, e.assets, e.amounts) with ordinality as line(account, asset, amount, n);

-- A hot account has up to 16 stripes: its balance is their sum. Every other account has stripe 0 alone.
create table pontepay.balances (
  account text collate "C" not null,
  asset text collate "C" not null,
  stripe smallint not null,
  amount numeric not null,
  primary key (account, asset, stripe)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table pontepay.jobs (
  id text collate "C" primary key,
  task text collate "C" not null,
  subject text collate "C" not null,
  run_at bigint not null,
  attempt integer not null default 0,
  lease text collate "C",
  leased_until bigint not null default 0,
  dead boolean not null default false,
  problem text collate "C" not null default ''
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index jobs_by_time on pontepay.jobs (run_at, id) where not dead;
create index jobs_by_subject on pontepay.jobs (subject) where not dead;
create sequence pontepay.leases;

-- The database servers that held this data, with what is added to their transaction numbers: a copy on another server
-- goes on above the places of the first.
create table pontepay.servers (
  identifier bigint primary key,
  shift bigint not null
);

create function pontepay.place(transaction xid8) returns bigint language plpgsql stable as $$
declare
  found bigint;
begin
  select (transaction::text::bigint + shift) << 20 into found
  from pontepay.servers where identifier = (select system_identifier from pg_control_system());
  if found is null then
    raise exception 'this data was copied from another server: restart Pontepay so that it takes it over'
      using errcode = 'PT001';
  end if;
  return found;
end $$;
`
