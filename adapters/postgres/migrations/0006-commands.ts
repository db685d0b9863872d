// Commands of backends that share the database: one call in a transaction of theirs stores a command and its job, so both
// stand when the transaction does and never otherwise (0110). There are two functions, because to speak for the provider is a
// right of its own (0198). Both run with the rights of their owner: a caller needs USAGE of the schema and EXECUTE of the one
// that he calls, and reads and writes nothing else. Their figures are those of the core.
export const name = "0006-commands"

/** Advisory locks of those who wake the workers, from the first to the last. */
const wakeLocks = "482906928240, 482906928243"

export const sql = `
-- Refuses an argument. The message names it and repeats nothing of it: messages are logged.
create function pontepay.command_refused(argument text, problem text, code text, advice text) returns void
language plpgsql as $$
begin
  raise exception 'pontepay.command: % %', argument, problem using errcode = code, hint = advice;
end $$;

-- Whether a field of this name would hold a PIN or key of a wallet. Case, signs and word breaks do not hide it.
create function pontepay.names_secret(name text) returns boolean language sql immutable as $$
  select 'pin' = any (words)
    or array_to_string(words, '') ~ '(^|wallet|user|holder|current|new|old)pin(code|number)?[0-9]*$'
    or array_to_string(words, '') like '%protectedsymmetrickey%'
  from (
    select regexp_split_to_array(lower(regexp_replace(name, '([a-z0-9])([A-Z])', '\\1_\\2', 'g')), '[^a-z0-9]+')
  ) as spelled(words)
$$;

-- Takes a command on. It asks for no right: that is for the functions that call it, with the rights of their owner.
create function pontepay.take_command(id text, account text, name text, payload jsonb) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  names constant text[] := '{create-deposit,create-payout,create-transfer,create-swap,provider-event}';
  spending constant text[] := '{create-payout,create-transfer,create-swap}';
  wrong constant text := 'invalid_parameter_value';
  record_id constant text := 'command/' || take_command.id;
  now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  content constant jsonb := case when jsonb_typeof(take_command.payload) = 'object' then take_command.payload - 'sealed' end;
  seal constant jsonb := case when content is not null then nullif(take_command.payload->'sealed', 'null') end;
  key_id constant text := substring(seal #>> '{}' from '^[vc]1[.]([0-9a-f]{16})[.]');
  depth constant integer := 32;
  base bigint;
  clear text;
  is_deep boolean;
  earlier jsonb;
begin
  if take_command.id is null or take_command.id collate "C" !~ '^[!-~]{1,128}$' then
    perform pontepay.command_refused('id', 'must be 1 to 128 visible ASCII characters', wrong, '');
  end if;
  if take_command.name is null or take_command.name <> all (names) then
    perform pontepay.command_refused('name', 'must be one of ' || array_to_string(names, ', '), wrong, '');
  end if;
  if not exists (select from pontepay.records r where r.kind = 'account' and r.id = take_command.account) then
    perform pontepay.command_refused('account', 'is not known', wrong, '');
  end if;
  if content is null then
    perform pontepay.command_refused('payload', 'must be a JSON object', wrong, '');
  end if;
  if octet_length(content::text) > 65536 then
    perform pontepay.command_refused('payload', 'is larger than 65536 bytes', wrong, '');
  end if;
  with recursive part(path, name, level, value) as (
    select 'payload', '', 1, content
    union all
    select part.path || '.' || member.name, member.name, part.level + 1, member.value
    from part cross join lateral (
      select each.key, each.value
      from jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) as each
      union all
      select (element.place - 1)::text, element.value
      from jsonb_array_elements(case jsonb_typeof(part.value) when 'array' then part.value else '[]' end)
        with ordinality as element(value, place)
    ) as member(name, value)
    where part.level <= depth
  )
  select min(path) filter (where pontepay.names_secret(part.name)),
    bool_or(level > depth and jsonb_typeof(value) in ('object', 'array'))
  into clear, is_deep from part;
  if is_deep then
    perform pontepay.command_refused('payload', 'is nested deeper than ' || depth || ' levels', wrong, '');
  end if;
  if clear is not null then
    perform pontepay.command_refused(clear, 'must not be stored in clear', wrong,
      'Seal PIN and key for this id and account with sealForCommand of pontepay/node/command-seal, and send the text as "sealed".');
  end if;
  if take_command.name = any (spending) then
    if jsonb_typeof(seal) is distinct from 'string' or length(seal #>> '{}') not between 1 and 16384 then
      perform pontepay.command_refused('payload.sealed', 'is required for ' || take_command.name, wrong,
        'Seal PIN and key for this id and account with sealForCommand of pontepay/node/command-seal.');
    end if;
  elsif seal is not null then
    perform pontepay.command_refused('payload.sealed', 'is not for ' || take_command.name, wrong, '');
  end if;

  select r.body::jsonb into earlier from pontepay.records r where r.kind = 'command' and r.id = record_id;
  if earlier is null then
    begin
      -- Commands of one transaction stand behind one another in the list of their key.
      select coalesce(max(l.seq) - pontepay.place(pg_current_xact_id()), 0) into base from pontepay.lists l
      where l.kind = 'command' and l.name = 'sealedBy' and l.value = key_id
        and l.seq > pontepay.place(pg_current_xact_id());
      perform pontepay.apply(
        base,
        json_build_array(json_build_object('kind', 'command', 'id', record_id, 'owner', account, 'body',
          json_build_object(
            'id', record_id, 'owner', account, 'commandId', take_command.id, 'name', take_command.name, 'state', 'WAITING',
            'payload', content::text, 'sealed', seal, 'createdAt', now_ms, 'endedAt', null
          )::text)),
        null, null, null,
        case when key_id is not null then json_build_array(json_build_object(
          'kind', 'command', 'id', record_id, 'owner', account, 'name', 'sealedBy', 'value', key_id)) end,
        null, null, null,
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
  -- A seal is another text each time it is made, so it is no part of what has to be the same. Nor is a payload that was
  -- erased because its command was refused.
  if (earlier->>'owner', earlier->>'name', coalesce((earlier->>'payload')::jsonb, content))
    is distinct from (take_command.account, take_command.name, content) then
    perform pontepay.command_refused('id', 'was used for another command', 'unique_violation', '');
  end if;
  return false;
end $$;
revoke all on function pontepay.take_command(text, text, text, jsonb) from public;

-- Commands something for an account. True for a new command, false for one that was given before with the same content.
create function pontepay.command(id text, account text, name text, payload jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if command.name = 'provider-event' then
    perform pontepay.command_refused('name', 'provider-event has a function of its own', 'insufficient_privilege',
      'Call pontepay.provider_event(id, account, payload), which needs EXECUTE of its own.');
  end if;
  return pontepay.take_command(command.id, command.account, command.name, command.payload);
end $$;
revoke all on function pontepay.command(text, text, text, jsonb) from public;

-- Speaks for the provider: money is delivered upon such a word. True and false as of other commands.
create function pontepay.provider_event(id text, account text, payload jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return pontepay.take_command(
    provider_event.id, provider_event.account, 'provider-event', provider_event.payload);
end $$;
revoke all on function pontepay.provider_event(text, text, jsonb) from public;
`
