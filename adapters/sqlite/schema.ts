// The tables of a data plane in SQLite, as forward-only migrations: one that was released never changes (its checksum is
// in the database), and what comes later is a new one at the end. Amounts are decimal text because 18 decimals do not fit
// 64 bits; rows refer to records and balances by number to stay small.

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** In the order in which they are applied; the place in this list, from 1, is the version of the schema. */
export const migrations: ReadonlyArray<Migration> = [
  {
    name: "records, journal and jobs",
    sql: `
      create table record (
        n integer primary key,
        kind text not null,
        id text not null,
        owner text not null,
        version integer not null,
        body text not null,
        unique (kind, id)
      ) strict;

      create table record_key (
        kind text not null,
        name text not null,
        value text not null,
        record integer not null references record,
        primary key (kind, name, value)
      ) strict, without rowid;

      create table record_list (
        kind text not null,
        name text not null,
        value text not null,
        seq integer not null,
        record integer not null references record,
        primary key (kind, name, value, seq)
      ) strict, without rowid;

      create table counter (
        name text primary key,
        value integer not null
      ) strict, without rowid;
      insert into counter (name, value) values ('record_list', 0);

      create table entry (
        seq integer primary key,
        id text not null unique,
        template text not null,
        source text not null,
        owner text not null,
        at integer not null
      ) strict;
      create index entry_source on entry (source);

      create table balance (
        n integer primary key,
        account text not null,
        asset text not null,
        amount text not null,
        unique (account, asset)
      ) strict;

      create table posting (
        entry integer not null references entry,
        line integer not null,
        balance integer not null references balance,
        amount text not null,
        after text not null,
        primary key (entry, line)
      ) strict, without rowid;
      create index posting_balance on posting (balance);

      create table job (
        id text primary key,
        task text not null,
        subject text not null,
        run_at integer not null,
        attempt integer not null default 0,
        lease text,
        leased_until integer not null default 0,
        dead integer not null default 0,
        problem text not null default ''
      ) strict, without rowid;
      create index job_due on job (run_at) where dead = 0;
      create index job_subject on job (subject, run_at) where dead = 0;
      create index job_held on job (subject, leased_until) where lease is not null;
    `
  },
  {
    // The jobs that are owed about a record, a list of JSON, and since when an outcome is unknown.
    name: "what is owed about records",
    sql: `
      alter table record add column owed text;
      alter table record add column doubted_at integer;

      create index record_owing on record (kind, id, doubted_at) where owed is not null;
      create index record_doubted on record (kind, id) where doubted_at is not null;
    `
  },
  {
    // A parked job is due and waits for another of its subject: it comes back into the line of its task when that one goes.
    name: "jobs in lines of their tasks",
    sql: `
      alter table job add column parked integer not null default 0;
      drop index job_due;
      create index job_line on job (task, run_at, id) where dead = 0 and parked = 0;
      create index job_parked on job (subject, run_at, id) where parked = 1;
      create index job_dead on job (run_at, id) where dead = 1;
      drop index job_subject;
      create index job_subject on job (subject, run_at, id);
    `
  }
]
