// `pontepay.command` on a real PostgreSQL (0110, 0111): a command stands when the transaction of the backend does, the same
// one twice is one, a wrong one is refused at the call by the name of its argument, and a role needs no other right.
import { Effect } from "effect"
import { Client } from "pg"
import { afterEach, expect, it } from "vitest"
import { sealForCommand } from "../../adapters/node/command-seal.ts"
import { layer } from "../../adapters/postgres/store.ts"
import { Commands, recordIdOf } from "../../core/engine/command/command.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import {
  commandKey,
  commander,
  depositPayload,
  harmlessNames,
  nested,
  openScene,
  payoutPayload,
  secretNames,
  transferPayload
} from "../unit/inbox/commands.scene.ts"
import type { World } from "../support/world.ts"

interface Refused {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** The plane, a session of a backend that shares its database, and what both see. */
const open = async () => {
  const url = await freshDatabase()
  const scene = await openScene(layer({ url }))
  // The database has its own clock, which tests of a manual one follow.
  scene.world.clock.now = Date.now() + 1_000
  const shop = new Client(url)
  await shop.connect()
  opened.push({ shop, world: scene.world })
  const account = scene.caller.account.id
  const command = async (id: unknown, name: unknown, payload: unknown, owner: unknown = account): Promise<boolean> => {
    const values = [id, owner, name, typeof payload === "string" ? payload : JSON.stringify(payload)]
    const { rows: [row] } = await shop.query<{ command: boolean }>("select pontepay.command($1, $2, $3, $4)", values)
    return row?.command === true
  }
  const providerEvent = (id: string, payload: object) =>
    shop.query("select pontepay.provider_event($1, $2, $3)", [id, account, JSON.stringify(payload)])
  const refused = (...parts: Parameters<typeof command>): Promise<Refused> =>
    command(...parts).then(() => Promise.reject(new Error("it was taken")), (error: Refused) => error)
  const counted = async () => {
    const { rows: [row] } = await shop.query<{ records: number; jobs: number }>(`
      select (select count(*)::int from pontepay.records where kind = 'command') as records,
        (select count(*)::int from pontepay.jobs where task = 'run-command') as jobs`)
    return row
  }
  return {
    ...scene,
    ...commander(scene.world, scene.caller),
    account,
    url,
    shop,
    command,
    providerEvent,
    refused,
    counted
  }
}

const opened: Array<{ readonly shop: Client; readonly world: World }> = []

await describePostgres("pontepay.command", () => {
  afterEach(async () => {
    for (const { shop, world } of opened.splice(0)) {
      await shop.end()
      await world.close()
    }
  })

  it("stands with the transaction of the backend, and falls with it §command-transaction", async () => {
    const { account, command, counted, shop, told, world } = await open()
    await shop.query("create table orders (id text primary key, status text not null)")
    await shop.query("begin")
    await shop.query("insert into orders values ('order-0', 'new')")
    expect(await command("order-0", "create-deposit", depositPayload)).toBe(true)
    await shop.query("rollback")
    expect(await counted()).toEqual({ records: 0, jobs: 0 })
    expect(await world.work()).toBe(0)
    await shop.query("begin")
    await shop.query("insert into orders values ('order-1', 'new')")
    await command("order-1", "create-deposit", { ...depositPayload, externalId: "order-1" })
    expect(await world.work()).toBe(0)
    await shop.query("commit")
    await world.work()
    expect(await told()).toMatchObject([{
      event: "COMMAND_SUCCEEDED",
      data: { commandId: "order-1", name: "create-deposit", result: { externalId: "order-1" } }
    }])
    expect(account).toMatch(/^acc_/)
  })

  it("writes what the core reads §command-run", async () => {
    const { account, command, record, seal, shop } = await open()
    const sealed = seal("pay-1")
    await command("pay-1", "create-payout", { ...payoutPayload, sealed })
    const found = await record("pay-1")
    expect(found).toEqual({
      id: "command/pay-1",
      owner: account,
      commandId: "pay-1",
      name: "create-payout",
      state: "WAITING",
      payload: expect.any(String) as string,
      sealed,
      createdAt: expect.any(Number) as number,
      endedAt: null
    })
    expect(JSON.parse(found.payload ?? "")).toEqual(payoutPayload)
    expect(Commands.decode(Commands.encode(found))).toEqual(found)
    const { rows } = await shop.query(
      "select id, task, subject, run_at::float8 as at from pontepay.jobs where task = 'run-command'"
    )
    expect(rows).toEqual([
      { id: "run-command/pay-1", task: "run-command", subject: "command/pay-1", at: found.createdAt }
    ])
  })

  it("runs every name §command-names §command-create-payout §command-create-transfer §command-create-swap", async () => {
    const { caller, command, providerEvent, seal, told, world } = await open()
    const { trackId } = await world.deposit(caller)
    const paid = { event: { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } } }
    await command("a", "create-deposit", depositPayload)
    await command("b", "create-payout", { ...payoutPayload, sealed: seal("b") })
    await command("c", "create-transfer", { ...transferPayload, sealed: seal("c") })
    await command("d", "create-swap", { sealed: seal("d") })
    await providerEvent("e", paid)
    await world.work()
    const ends = (await told()).map(({ data, event }) => `${String(data["name"])} ${event}`)
    expect(ends.toSorted()).toEqual([
      "create-deposit COMMAND_SUCCEEDED",
      "create-payout COMMAND_SUCCEEDED",
      "create-swap COMMAND_FAILED",
      "create-transfer COMMAND_SUCCEEDED",
      "provider-event COMMAND_SUCCEEDED"
    ])
  })

  it("is one command, however often it is given, before and after it was run §command-same", async () => {
    const { command, counted, refused, seal, told, world } = await open()
    expect(await command("a", "create-deposit", depositPayload)).toBe(true)
    expect(
      await command("a", "create-deposit", {
        value: 1_000,
        ...Object.fromEntries(Object.entries(depositPayload).toReversed())
      })
    ).toBe(false)
    // Another text, and the same seal.
    expect(await command("b", "create-payout", { ...payoutPayload, sealed: seal("b") })).toBe(true)
    expect(await command("b", "create-payout", { ...payoutPayload, sealed: seal("b") })).toBe(false)
    expect(await counted()).toEqual({ records: 2, jobs: 2 })
    await world.work()
    expect(await command("a", "create-deposit", depositPayload)).toBe(false)
    expect(await command("b", "create-payout", { ...payoutPayload, sealed: seal("b") })).toBe(false)
    await world.work()
    expect(await told()).toHaveLength(2)
    const taken = { code: "23505", message: "pontepay.command: id was used for another command" }
    expect(await refused("a", "create-deposit", { ...depositPayload, value: 1_001 })).toMatchObject(taken)
    expect(await refused("a", "create-payout", { ...payoutPayload, sealed: seal("a") })).toMatchObject(taken)
  })

  // S11
  it("keeps nothing of the payload once it is refused, and is still one command §command-same §command-forgets", async () => {
    const { command, record, refused, shop, told, world } = await open()
    const payload = { ...depositPayload, note: "the PIN is 271828" }
    await command("a", "create-deposit", payload)
    await world.work()
    expect(await told()).toMatchObject([{ event: "COMMAND_FAILED" }])
    expect(await record("a")).toMatchObject({ state: "REFUSED", payload: null })
    const { rows } = await shop.query("select body from pontepay.records where body like '%271828%'")
    expect(rows).toEqual([])
    expect(await command("a", "create-deposit", payload)).toBe(false)
    await world.work()
    expect(await told()).toHaveLength(1)
    expect(await refused("a", "create-payout", { ...payload, sealed: "x" })).toMatchObject({ code: "23505" })
  })

  it("is one command of two transactions at once: the second waits for the first §command-same", async () => {
    const { account, command, counted, refused, shop, url } = await open()
    const other = new Client(url)
    await other.connect()
    const give = (payload: object) =>
      other.query<{ command: boolean }>("select pontepay.command('a', $1, 'create-deposit', $2)", [account, payload])
    await other.query("begin")
    await give(depositPayload)
    const second = command("a", "create-deposit", depositPayload)
    const third = Promise.race([second, new Promise((resolve) => setTimeout(() => resolve("waits"), 100))])
    expect(await third).toBe("waits")
    await other.query("commit")
    expect(await second).toBe(false)
    // Where the first cannot be seen, the backend has to begin anew.
    await shop.query("begin isolation level repeatable read")
    await shop.query("select count(*) from pontepay.records")
    await other.query("select pontepay.command('b', $1, 'create-deposit', $2)", [account, depositPayload])
    expect(await refused("b", "create-deposit", depositPayload)).toMatchObject({ code: "40001" })
    await shop.query("rollback")
    expect(await command("b", "create-deposit", depositPayload)).toBe(false)
    expect(await counted()).toEqual({ records: 2, jobs: 2 })
    await other.end()
  })

  it("refuses at the call what is wrong, by the name of the argument §command-request §limit-command-id §limit-command-seal", async () => {
    const { command, counted, refused, seal } = await open()
    const sealed = seal("a")
    const long = "x".repeat(limits.commandId.maximum)
    const cases: ReadonlyArray<readonly [argument: string, parts: Parameters<typeof refused>]> = [
      ["id must be 1 to 128 visible", [null, "create-deposit", depositPayload]],
      ["id must be 1 to 128 visible", ["", "create-deposit", depositPayload]],
      ["id must be 1 to 128 visible", [`${long}x`, "create-deposit", depositPayload]],
      ["id must be 1 to 128 visible", ["a b", "create-deposit", depositPayload]],
      ["id must be 1 to 128 visible", ["a\n", "create-deposit", depositPayload]],
      ["id must be 1 to 128 visible", ["ä", "create-deposit", depositPayload]],
      ["name must be one of create-deposit", ["a", "create-wallet", depositPayload]],
      ["name must be one of create-deposit", ["a", null, depositPayload]],
      ["account is not known", ["a", "create-deposit", depositPayload, "acc_missing"]],
      ["account is not known", ["a", "create-deposit", depositPayload, null]],
      ["payload must be a JSON object", ["a", "create-deposit", "null"]],
      ["payload must be a JSON object", ["a", "create-deposit", "[]"]],
      ["payload must be a JSON object", ["a", "create-deposit", "\"text\""]],
      ["payload is larger than 65536 bytes", ["a", "create-deposit", { a: "x".repeat(limits.body.bytes) }]],
      ["payload.walletPin must not be stored in clear", ["a", "create-payout", { walletPin: "123456", sealed }]],
      ["payload.PIN must not be stored in clear", ["a", "create-deposit", { PIN: "123456" }]],
      // S11
      ...secretNames.map((name): readonly [string, Parameters<typeof refused>] => [
        `payload.list.1.of.${name} must not be stored in clear`,
        ["a", "create-deposit", { value: 1_000, list: ["x", { of: { [name]: "123456" } }] }]
      ]),
      ["payload is nested deeper than 32 levels", ["a", "create-deposit", nested(32, { walletPin: "123456" })]],
      ["payload.protectedSymmetricKey must not", ["a", "create-payout", { protectedSymmetricKey: "k", sealed }]],
      ["payload.sealed is required for create-payout", ["a", "create-payout", payoutPayload]],
      ["payload.sealed is required for create-transfer", ["a", "create-transfer", { sealed: "" }]],
      ["payload.sealed is required for create-swap", ["a", "create-swap", { sealed: 7 }]],
      ["payload.sealed is required for create-swap", ["a", "create-swap", {
        sealed: "x".repeat(limits.commandSeal + 1)
      }]],
      ["payload.sealed is not for create-deposit", ["a", "create-deposit", { sealed }]]
    ]
    for (const [argument, parts] of cases) {
      const refusal = await refused(...parts)
      expect(refusal.message).toContain(`pontepay.command: ${argument}`)
      expect(refusal.code).toBe("22023")
      expect(refusal.message).not.toContain("123456")
    }
    const unsealed = await refused("a", "create-payout", { walletPin: "123456" })
    expect(unsealed.hint).toContain("sealForCommand of pontepay/node/command-seal")
    expect(await counted()).toEqual({ records: 0, jobs: 0 })
    for (const name of harmlessNames) expect(await command(name, "create-deposit", { [name]: "123456" })).toBe(true)
    expect(await command("deep", "create-deposit", nested(31, {}))).toBe(true)
    const room = limits.body.bytes - JSON.stringify({ a: "" }).length - 1
    expect(await command(long, "create-deposit", { a: "x".repeat(room) })).toBe(true)
    expect(await command("x", "create-swap", { sealed: "x".repeat(limits.commandSeal) })).toBe(true)
  })

  it("takes text as text, whatever it says §command-request", async () => {
    const { account, command, record, shop, told, world } = await open()
    const evil = "'; drop table pontepay.jobs; --"
    const id = "x');delete/**/from/**/pontepay.records;--"
    const externalId = `${evil} $1 %s \\ {{}} "`
    await command(id, "create-deposit", { ...depositPayload, externalId })
    await command("b", "create-deposit", { ...depositPayload, [evil]: evil })
    expect(
      await shop.query("select pontepay.command($1, $2, $3, $4)", ["c", account, evil, "{}"])
        .catch((error: Refused) => error.code)
    ).toBe("22023")
    await world.work()
    expect((await told()).map(({ data, event }) => [event, data["commandId"]])).toEqual([
      ["COMMAND_SUCCEEDED", id],
      ["COMMAND_FAILED", "b"]
    ])
    expect(JSON.parse((await record(id)).payload ?? "")).toEqual({ ...depositPayload, externalId })
    expect((await record(id)).id).toBe(recordIdOf(id))
  })

  it("needs the right to execute and no other; to speak for the provider is a right of its own §command-grants", async () => {
    const { account, counted, shop } = await open()
    await shop.query(`
      drop role if exists gateway; drop role if exists shop; create role shop; create role gateway;
      grant shop to gateway;
      create function public.floor(numeric) returns numeric language sql as 'select 1 / 0.0';
      create function public.pg_notify(text, text) returns void language sql as 'select 1 / 0';`)
    // Whatever a caller puts in the way of the functions that the command calls is not called with the owner's rights.
    await shop.query("set search_path to public, pg_catalog")
    const as = async (name: string, payload: object = depositPayload) => {
      await shop.query("set session authorization shop")
      try {
        await shop.query("select pontepay.command('a', $1, $2, $3)", [account, name, payload])
        return "taken"
      } catch (error) {
        return (error as Refused).message
      } finally {
        await shop.query("reset session authorization")
      }
    }
    const speak = async (become = "set session authorization shop") => {
      await shop.query(become)
      try {
        await shop.query("select pontepay.provider_event('b', $1, $2)", [account, { event: {} }])
        return "taken"
      } catch (error) {
        return (error as Refused).message
      } finally {
        await shop.query("reset role; reset session authorization")
      }
    }
    expect(await as("create-deposit")).toBe("permission denied for schema pontepay")
    await shop.query("grant usage on schema pontepay to shop, gateway")
    expect(await as("create-deposit")).toBe("permission denied for function command")
    await shop.query("grant execute on function pontepay.command to shop")
    expect(await as("create-deposit")).toBe("taken")
    expect(await counted()).toEqual({ records: 1, jobs: 1 })
    expect(await as("provider-event")).toBe("pontepay.command: name provider-event has a function of its own")
    expect(await speak()).toBe("permission denied for function provider_event")
    await shop.query("grant execute on function pontepay.provider_event to gateway")
    // S10: what the session may do is not what a role may do that it takes on, nor the other way round.
    expect(await speak("set session authorization gateway")).toBe("taken")
    await shop.query("delete from pontepay.records where kind = 'command'")
    expect(await speak("set session authorization gateway; set role shop")).toBe(
      "permission denied for function provider_event"
    )
    expect(await speak("set session authorization shop")).toBe("permission denied for function provider_event")
    await shop.query("delete from pontepay.records where kind = 'command'; delete from pontepay.jobs")
    await shop.query("set session authorization shop")
    await expect(shop.query("select * from pontepay.records")).rejects.toThrow("permission denied for table records")
    await expect(shop.query("insert into pontepay.jobs values ('x', 'y', 'z', 0)")).rejects.toThrow("permission denied")
    await shop.query("reset session authorization")
    await shop.query(
      "drop owned by shop, gateway; drop role shop, gateway; drop function public.floor(numeric), public.pg_notify(text, text)"
    )
  })

  it("wakes a worker that sleeps, at once, whoever else is about to §command-wakes", async () => {
    const { account, command, shop, url, world } = await open()
    const other = new Client(url)
    await other.connect()
    await other.query("begin")
    await other.query("select pontepay.command('b', $1, 'create-deposit', $2)", [account, depositPayload])
    await world.claim(1)
    const waiting = world.run(JobQueue.use((queue) => queue.wake(Date.now() + 3_600_000).pipe(Effect.as("woken"))))
    await shop.query("begin")
    await command("a", "create-deposit", depositPayload)
    await shop.query("commit")
    expect(await waiting).toBe("woken")
    await other.query("rollback")
    await other.end()
  })

  it("is listed under its key, however many there are in one transaction §command-seal §secrets-resealing", async () => {
    const { command, seal, shop } = await open()
    await shop.query("begin")
    for (const id of ["a", "b", "c"]) await command(id, "create-payout", { ...payoutPayload, sealed: seal(id) })
    await command("d", "create-deposit", depositPayload)
    await shop.query("commit")
    await command("e", "create-payout", { ...payoutPayload, sealed: seal("e") })
    const { rows } = await shop.query<{ readonly id: string }>(
      "select id from pontepay.lists where kind = 'command' and name = 'sealedBy' and value = $1 order by seq",
      [commandKey.split(".")[1]]
    )
    expect(rows.map(({ id }) => id)).toEqual(["a", "b", "c", "e"].map((id) => `command/${id}`))
  })

  it("opens for the service and for no one else §command-seal", async () => {
    const { account, seal } = await open()
    const parts = { commandId: "a", account, walletPin: "123456", protectedSymmetricKey: "key" }
    expect(seal("a")).not.toContain("123456")
    expect(seal("a")).not.toBe(seal("a"))
    expect(sealForCommand({ ...parts, commandKey })).toMatch(/^c1\.[0-9a-f]{16}\.[\w-]+$/)
    expect(() => sealForCommand({ ...parts, commandKey: "short" })).toThrow("is no public key of commands")
  })
})
