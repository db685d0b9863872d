// Commands of backends that share the database: one call in a transaction of theirs stores a command and its job, so both
// stand when the transaction does and never otherwise (0110). The function runs with the rights of its owner: a caller
// needs USAGE of the schema and EXECUTE of it, and reads and writes nothing else. Its figures are those of the core.
export const name = "0006-commands"

/** Advisory locks of those who wake the workers, from the first to the last. */
const wakeLocks = "482906928240, 482906928243"

export const sql = `
-- The right to speak for the provider: who may execute this may command "provider-event". It is a right of its own,
-- because money is delivered upon such a word.
create function pontepay.vouch_for_provider() returns void language sql as $$ $$;
revoke all on function pontepay.vouch_for_provider() from public;

-- Refuses an argument. The message names it and repeats nothing of it: messages are logged.
create function pontepay.command_refused(argument text, problem text, code text, advice text) returns void
language plpgsql as $$
begin
  raise exception 'pontepay.command: % %', argument, problem using errcode = code, hint = advice;
end $$;

-- Commands something for an account. True for a new command, false for one that was given before with the same content.
create function pontepay.command(id text, account text, name text, payload jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  names constant text[] := '{create-deposit,create-payout,create-transfer,create-swap,provider-event}';
  spending constant text[] := '{create-payout,create-transfer,create-swap}';
  wrong constant text := 'invalid_parameter_value';
  record_id constant text := 'command/' || command.id;
  now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  content constant jsonb := case when jsonb_typeof(command.payload) = 'object' then command.payload - 'sealed' end;
  seal constant jsonb := case when content is not null then nullif(command.payload->'sealed', 'null') end;
  clear text;
  earlier jsonb;
begin
  if command.id is null or command.id collate "C" !~ '^[!-~]{1,128}$' then
    perform pontepay.command_refused('id', 'must be 1 to 128 visible ASCII characters', wrong, '');
  end if;
  if command.name is null or command.name <> all (names) then
    perform pontepay.command_refused('name', 'must be one of ' || array_to_string(names, ', '), wrong, '');
  end if;
  if command.name = 'provider-event'
    and not has_function_privilege(session_user, 'pontepay.vouch_for_provider()', 'execute') then
    perform pontepay.command_refused('name', 'provider-event is not for this role', 'insufficient_privilege',
      'Grant it EXECUTE on function pontepay.vouch_for_provider().');
  end if;
  if not exists (select from pontepay.records r where r.kind = 'account' and r.id = command.account) then
    perform pontepay.command_refused('account', 'is not known', wrong, '');
  end if;
  if content is null then
    perform pontepay.command_refused('payload', 'must be a JSON object', wrong, '');
  end if;
  select key into clear from jsonb_object_keys(content) as key
  where lower(key) in ('walletpin', 'pin', 'protectedsymmetrickey') limit 1;
  if clear is not null then
    perform pontepay.command_refused('payload.' || clear, 'must not be stored in clear', wrong,
      'Seal PIN and key for this id and account with sealForCommand of pontepay/node/command-seal, and send the text as "sealed".');
  end if;
  if octet_length(content::text) > 65536 then
    perform pontepay.command_refused('payload', 'is larger than 65536 bytes', wrong, '');
  end if;
  if command.name = any (spending) then
    if jsonb_typeof(seal) is distinct from 'string' or length(seal #>> '{}') not between 1 and 16384 then
      perform pontepay.command_refused('payload.sealed', 'is required for ' || command.name, wrong,
        'Seal PIN and key for this id and account with sealForCommand of pontepay/node/command-seal.');
    end if;
  elsif seal is not null then
    perform pontepay.command_refused('payload.sealed', 'is not for ' || command.name, wrong, '');
  end if;

  select r.body::jsonb into earlier from pontepay.records r where r.kind = 'command' and r.id = record_id;
  if earlier is null then
    begin
      perform pontepay.apply(
        0,
        json_build_array(json_build_object('kind', 'command', 'id', record_id, 'owner', account, 'body',
          json_build_object(
            'id', record_id, 'owner', account, 'commandId', command.id, 'name', command.name, 'state', 'WAITING',
            'payload', content::text, 'sealed', seal, 'createdAt', now_ms, 'endedAt', null
          )::text)),
        null, null, null, null, null, null, null,
        json_build_array(json_build_object(
          'id', 'run-' || record_id, 'task', 'run-command', 'subject', record_id, 'runAt', now_ms))
      );
      -- Transactions that notify commit one after the other, so no more than four that are open at once do. Where more
      -- command at a time the workers are awake, and what they were not told of they find as they go on.
      if exists (select from generate_series(${wakeLocks}) as place where pg_try_advisory_xact_lock(place)) then
        perform pg_notify('pontepay_jobs', now_ms::text);
      end if;
      return true;
    exception
      when unique_violation then
        select r.body::jsonb into earlier from pontepay.records r where r.kind = 'command' and r.id = record_id;
        if earlier is null then
          perform pontepay.command_refused('id', 'was taken by a transaction that this one cannot see',
            'serialization_failure', 'Run the transaction again.');
        end if;
    end;
  end if;
  -- A seal is another text each time it is made, so it is no part of what has to be the same.
  if (earlier->>'owner', earlier->>'name', (earlier->>'payload')::jsonb)
    is distinct from (command.account, command.name, content) then
    perform pontepay.command_refused('id', 'was used for another command', 'unique_violation', '');
  end if;
  return false;
end $$;
revoke all on function pontepay.command(text, text, text, jsonb) from public;
`
