// Commands as the worker runs them, on every store (0110): the answer of the endpoint becomes an event, a refusal too, what
// passes is waited for, and a worker that is killed anywhere leaves one effect and one event.
import { Exit, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { createDeposit } from "../../../core/payments/deposit/create-deposit.ts"
import { listEvents } from "../../../core/webhooks/event/list-events.ts"
import { eventPayloads } from "../../../hosts/http/api/definition/events.ts"
import { newHolder } from "../../support/wallets.ts"
import { planes } from "../../support/planes.ts"
import { World, account, depositRequest } from "../../support/world.ts"
import { giveWallet, pin, sparkDestination, swapper } from "../payments/swap/swap.scene.ts"
import { sealForCommand } from "../../../adapters/node/command-seal.ts"
import { commandKey, commander, depositPayload, openScene, payoutPayload, transferPayload } from "./commands.scene.ts"

const usdtOnLiquid = "USDT is not available on liquid. Valid networks for USDT: polygon, arbitrum"
const payloadOf = {
  "create-deposit": () => depositPayload,
  "create-payout": (sealed: string) => ({ ...payoutPayload, sealed }),
  "create-transfer": (sealed: string) => ({ ...transferPayload, sealed })
}
const charges = (world: World): number => world.rail.charges.length
const minute = 60_000
/** Whether data is what the description of the interface says, and nothing else. */
const isOf = (name: "COMMAND_SUCCEEDED" | "COMMAND_FAILED", data: unknown): boolean =>
  Exit.isSuccess(Schema.decodeUnknownExit(eventPayloads[name])(data, { onExcessProperty: "error" }))

describe.each(Object.entries(planes))("a command on %s", (_, plane) => {
  it("answers as its endpoint does, by one event §command-run §command-create-deposit §event-command-succeeded", async () => {
    const { caller, command, record, told, world } = await openScene(plane)
    await command("order-1", "create-deposit", { ...depositPayload, externalId: "order-1" })
    await world.work()
    const [event, ...others] = await told()
    expect(others).toEqual([])
    const { charge, qrCode } = await world.record(caller, "order-1").then((deposit) => ({
      charge: deposit.walletCharge,
      qrCode: deposit.qrCode
    }))
    expect(event).toMatchObject({
      event: "COMMAND_SUCCEEDED",
      data: {
        commandId: "order-1",
        name: "create-deposit",
        result: {
          success: true,
          externalId: "order-1",
          walletCharge: charge,
          qrCode,
          fee: 25,
          fxRateAtTx: 5,
          trackId: expect.any(String) as unknown,
          chargeUrl: null
        }
      }
    })
    expect(isOf("COMMAND_SUCCEEDED", event?.data)).toBe(true)
    expect(await record("order-1")).toMatchObject({ state: "DONE", endedAt: world.clock.now })
    expect([...world.jobs.values()].some(({ task }) => task === "run-command")).toBe(false)
    await world.close()
  })

  it.each(["create-deposit", "create-payout", "create-transfer"] as const)(
    "%s has one effect and one event wherever its worker is killed §command-once",
    async (name) => {
      const { command, seal, told, world } = await openScene(plane)
      for (let calls = 1, fate = "killed"; fate === "killed"; calls++) {
        const id = `order-${calls}`
        await command(id, name, payloadOf[name](seal(id)))
        const job = (await world.claim(20)).find(({ task }) => task === "run-command")
        if (job === undefined) throw new Error("nothing to run")
        fate = await world.runJobInProcess(job, calls)
        // The lease of the dead is over, and so is the time between two transfers of one user.
        for (let tries = 0; tries < 20 && (await told()).length < calls; tries++) {
          world.advance(2 * minute)
          await world.work()
        }
      }
      const events = await told()
      expect(events.length).toBeGreaterThan(5)
      expect(events.every(({ event }) => event === "COMMAND_SUCCEEDED")).toBe(true)
      expect(new Set(events.map(({ data }) => data["commandId"])).size).toBe(events.length)
      const made = world.commits.flatMap(({ writes }) =>
        writes.filter(({ expected, kind }) => kind === name.slice("create-".length) && expected === 0)
      )
      expect(made).toHaveLength(events.length)
      const results = events.map(({ data }) => JSON.stringify(data["result"]))
      expect(made.filter(({ id }) => results.filter((result) => result.includes(`"${id}"`)).length !== 1)).toEqual([])
      await world.close()
    }
  )

  it("spends with the sealed PIN, which is forgotten then §command-seal §command-create-payout", async () => {
    const { command, record, seal, told, world } = await openScene(plane)
    const sealed = seal("pay-1")
    await command("pay-1", "create-payout", { ...payoutPayload, sealed })
    expect(await record("pay-1")).toMatchObject({ sealed, payload: JSON.stringify(payoutPayload) })
    await world.work()
    const [event] = await told()
    expect(event).toMatchObject({
      event: "COMMAND_SUCCEEDED",
      data: { result: { success: true, status: "PROCESSING", valueInBrl: "10.00", network: "polygon" } }
    })
    expect(await record("pay-1")).toMatchObject({ state: "DONE", sealed: null })
    const stored = world.commits.flatMap(({ writes }) => writes.map(({ body }) => body)).join()
    expect(stored).not.toContain("\"walletPin\"")
    await world.close()
  })

  it("takes the word of the provider, as often as it is told §command-provider-event", async () => {
    const { caller, command, told, world } = await openScene(plane)
    const { externalId, trackId } = await world.deposit(caller)
    const event = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
    await command("paid-1", "provider-event", { event })
    await command("paid-2", "provider-event", { event })
    await world.work()
    expect((await told()).map(({ data }) => data)).toEqual(["paid-1", "paid-2"].map((commandId) => ({
      commandId,
      name: "provider-event",
      result: { success: true }
    })))
    expect(await world.record(caller, externalId)).toMatchObject({ status: "COMPLETED" })
    const { events } = await world.run(listEvents(caller, {}))
    expect(events.filter(({ event: name }) => name === "DEPOSIT_ASSET_SUCCESS")).toHaveLength(1)
    await world.close()
  })
})

describe("a command that is refused", () => {
  it("says so as the endpoint would §command-refused §event-command-failed", async () => {
    const { caller, command, record, told, world } = await openScene()
    await command("order-1", "create-deposit", { ...depositPayload, value: 0, surprise: true })
    await command("order-2", "create-deposit", { ...depositPayload, network: "liquid" })
    await world.work()
    const events = await told()
    expect(events.map(({ data, event }) => ({ event, data }))).toEqual([
      {
        event: "COMMAND_FAILED",
        data: {
          commandId: "order-1",
          name: "create-deposit",
          error: {
            code: "VALIDATION_FAILED",
            message: expect.stringContaining("Validation failed: ") as string,
            details: expect.arrayContaining([
              { field: "value", message: expect.any(String) as string },
              { field: "surprise", message: expect.any(String) as string }
            ]) as unknown
          }
        }
      },
      {
        event: "COMMAND_FAILED",
        data: {
          commandId: "order-2",
          name: "create-deposit",
          error: {
            code: "UNSUPPORTED_PAIR",
            message: usdtOnLiquid,
            details: [{ field: "network", message: usdtOnLiquid }]
          }
        }
      }
    ])
    expect(events.map(({ data }) => isOf("COMMAND_FAILED", data))).toEqual([true, true])
    expect(await record("order-1")).toMatchObject({ state: "REFUSED" })
    expect(charges(world)).toBe(0)
    expect(caller.account.id).toBe((await record("order-1")).owner)
    await world.close()
  })

  it("keeps no PIN §command-seal", async () => {
    const { command, record, seal, told, world } = await openScene()
    await command("pay-1", "create-payout", { ...payoutPayload, sealed: seal("pay-1", "000000") })
    await world.work()
    expect((await told())[0]).toMatchObject({ data: { error: { code: "INVALID_PIN" } } })
    expect(await record("pay-1")).toMatchObject({ state: "REFUSED", sealed: null })
    await world.close()
  })

  it("has a seal of another command, of another account, or none at all §command-seal", async () => {
    const { command, seal, told, world } = await openScene()
    await command("pay-1", "create-payout", { ...payoutPayload, sealed: seal("pay-2") })
    await command("pay-2", "create-payout", { ...payoutPayload, sealed: seal("pay-2", "123456", "acc_other") })
    await command("pay-3", "create-payout", { ...payoutPayload, sealed: "123456" })
    await world.work()
    const problem = { field: "payload.sealed", message: "was not sealed for this command" }
    expect((await told()).map(({ data }) => (data as { error: object }).error)).toEqual(
      Array.from({ length: 3 }, () => ({
        code: "VALIDATION_FAILED",
        message: "Validation failed: payload.sealed",
        details: [problem]
      }))
    )
    expect(world.vault.opened).toEqual([])
    await world.close()
  })

  it("is about a foreign subaccount, which is as one that is not there §command-scope", async () => {
    const { command, seal, told, world } = await openScene()
    const other = await world.caller(account("second", { flags: ["WALLET_PAYOUT_API"] }))
    const foreign = await newHolder(world, other)
    const asked = [foreign, "sub_missing"]
    for (const [index, subAccountId] of asked.entries()) {
      await command(`d-${index}`, "create-deposit", { ...depositPayload, subAccountId })
      await command(`p-${index}`, "create-payout", { ...payoutPayload, subAccountId, sealed: seal(`p-${index}`) })
      await command(`t-${index}`, "create-transfer", {
        ...transferPayload,
        fromSubAccountId: subAccountId,
        sealed: seal(`t-${index}`)
      })
    }
    await world.work()
    const errors = new Map((await told()).map(({ data }) => [data["commandId"], JSON.stringify(data["error"])]))
    expect(errors.size).toBe(6)
    for (const name of ["d", "p", "t"]) {
      expect(errors.get(`${name}-0`)).toContain("\"code\":\"NOT_FOUND\"")
      expect(errors.get(`${name}-0`)).toBe(errors.get(`${name}-1`))
    }
    await world.close()
  })

  it("is one that the sandbox has not §command-create-swap", async () => {
    const { command, seal, told, world } = await openScene()
    await command("swap-1", "create-swap", { sealed: seal("swap-1") })
    await world.work()
    expect((await told())[0]).toMatchObject({ data: { error: { code: "NOT_AVAILABLE_IN_SANDBOX" } } })
    await world.close()
  })

  it("meets a locked wallet, for which no one waits a day §command-waits", async () => {
    const { command, seal, told, world } = await openScene()
    for (const id of ["a", "b", "c", "d"]) {
      await command(id, "create-payout", { ...payoutPayload, sealed: seal(id, "000000") })
    }
    await world.work(1)
    const codes = (await told()).map(({ data }) => (data as { error: { code: string } }).error.code)
    expect(codes).toEqual(["INVALID_PIN", "INVALID_PIN", "INVALID_PIN", "RATE_LIMITED"])
    await world.close()
  })

  it("tells of a provider's word that cannot be read, or is about nothing of ours §command-provider-event", async () => {
    const { command, told, world } = await openScene()
    const ticket = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: "tkt_missing" } } }
    await command("a", "provider-event", { event: ticket })
    await command("b", "provider-event", { nothing: true })
    await world.work()
    const codes = (await told()).map(({ data }) => (data as { error: { code: string } }).error.code)
    expect(codes).toEqual(["NOT_FOUND", "VALIDATION_FAILED"])
    await world.close()
  })

  // S11
  it("leaves nothing of its payload §command-forgets", async () => {
    const { command, record, told, world } = await openScene()
    await command("a", "create-deposit", { ...depositPayload, note: "the PIN is 271828" })
    await command("b", "create-deposit", { ...depositPayload, externalId: "b" })
    await world.work()
    expect((await told()).map(({ event }) => event).toSorted()).toEqual(["COMMAND_FAILED", "COMMAND_SUCCEEDED"])
    expect(await record("a")).toMatchObject({ state: "REFUSED", payload: null, sealed: null })
    expect(await record("b")).toMatchObject({ state: "DONE", payload: expect.stringContaining("externalId") as string })
    await world.close()
  })
})

describe("a command that cannot be answered now", () => {
  it("waits for the upstream and never fails by it §command-waits", async () => {
    const { command, record, told, world } = await openScene()
    world.rates.isUp = false
    await command("order-1", "create-deposit", depositPayload)
    for (let tries = 0; tries < 12; tries++) {
      await world.work()
      expect(await told()).toEqual([])
      world.advance(5 * minute)
    }
    expect(await record("order-1")).toMatchObject({ state: "WAITING", endedAt: null })
    world.rates.isUp = true
    await world.work()
    expect(await told()).toMatchObject([{ event: "COMMAND_SUCCEEDED" }])
    expect(charges(world)).toBe(1)
    await world.close()
  })

  it("waits for its turn: a user transfers every 30 seconds §command-waits §command-create-transfer", async () => {
    const { command, seal, told, world } = await openScene()
    await command("t-1", "create-transfer", { ...transferPayload, sealed: seal("t-1") })
    await command("t-2", "create-transfer", { ...transferPayload, sealed: seal("t-2") })
    await world.work()
    expect(await told()).toHaveLength(1)
    world.advance(29_999)
    await world.work()
    expect(await told()).toHaveLength(1)
    world.advance(1)
    await world.work()
    expect(await told()).toMatchObject([{ event: "COMMAND_SUCCEEDED" }, { event: "COMMAND_SUCCEEDED" }])
    await world.close()
  })
})

it("swaps where swaps are §command-create-swap", async () => {
  const world = await World.open()
  const caller = await world.caller(swapper())
  const protectedSymmetricKey = await giveWallet(world, caller)
  const { command, told } = commander(world, caller)
  const seal = { commandKey, commandId: "swap-1", account: caller.account.id, walletPin: pin, protectedSymmetricKey }
  await command("swap-1", "create-swap", {
    fromAsset: "DEPIX",
    toAsset: "BTC",
    network: "spark",
    amount: "50",
    clientRequestId: "swap-1",
    address: sparkDestination,
    sealed: sealForCommand(seal)
  })
  await world.work(1)
  expect((await told())[0]).toMatchObject({
    event: "COMMAND_SUCCEEDED",
    data: { result: { success: true, clientRequestId: "swap-1", status: "PENDING" } }
  })
  await world.close()
})

it("never meets an answer that a request got under a key of the same text §command-once", async () => {
  const { caller, command, told, world } = await openScene()
  const attempt = { route: "create-deposit", key: "order-1", fingerprint: "of the host", encode: JSON.stringify }
  await world.run(createDeposit({ caller, request: depositRequest(), attempt }))
  await command("order-1", "create-deposit", { ...depositPayload, value: 2_000 })
  await world.work()
  expect(await told()).toMatchObject([{ event: "COMMAND_SUCCEEDED", data: { result: { fee: 50 } } }])
  expect(charges(world)).toBe(2)
  await world.close()
})
