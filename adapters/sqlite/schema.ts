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
  }
]
