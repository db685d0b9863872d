// What is kept of a data store outside of it: the highest count of all processes, and whole records of wallets.
import { Effect } from "effect"
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openWitness } from "../../../../adapters/node/witness.ts"
import { scratch } from "../../../support/host.ts"

const run = Effect.runPromise

it("has no count before a process copied one", async () => {
  expect(await run(openWitness(scratch(), "sandbox", "sqlite:/a.db").count)).toBeUndefined()
})

it("gives the highest count of all processes, also after they are gone", async () => {
  const folder = scratch()
  const processes = [3, 7, 5].map((count) => ({ count, witness: openWitness(folder, "sandbox", "sqlite:/a.db") }))
  for (const { count, witness } of processes) await run(witness.note(count))
  expect(await run(openWitness(folder, "sandbox", "sqlite:/a.db").count)).toBe(7)
  // One file stays for all that were there.
  expect(readdirSync(join(folder, readdirSync(folder)[0] ?? ""))).toHaveLength(1)
  expect(await run(openWitness(folder, "sandbox", "sqlite:/a.db").count)).toBe(7)
})

it("loses no count where processes start at once, while others copy theirs", async () => {
  const folder = scratch()
  const opened = () => openWitness(folder, "sandbox", "sqlite:/a.db")
  const living = [opened(), opened(), opened()]
  let last = 0
  for (let round = 0; round < 50; round++) {
    const before = last
    const noted = living.map((witness) => run(witness.note(++last)))
    const counts = await Promise.all([opened(), opened(), opened()].map((witness) => run(witness.count)))
    for (const count of counts) expect(count ?? 0).toBeGreaterThanOrEqual(before)
    await Promise.all(noted)
    expect(await run(opened().count)).toBe(last)
  }
})

it("knows a data store by its environment and its address", async () => {
  const folder = scratch()
  await run(openWitness(folder, "sandbox", "sqlite:/a.db").note(7))
  expect(await run(openWitness(folder, "production", "sqlite:/a.db").count)).toBeUndefined()
  expect(await run(openWitness(folder, "sandbox", "sqlite:/b.db").count)).toBeUndefined()
})

it("keeps records of wallets whole, for its owner alone", async () => {
  const folder = scratch()
  const witness = openWitness(folder, "sandbox", "sqlite:/a.db")
  expect(await run(witness.walletIds)).toEqual([])
  await run(witness.keepWallet("w1", "one"))
  await run(witness.keepWallet("w2", "two"))
  await run(witness.keepWallet("w1", "one again"))
  const again = openWitness(folder, "sandbox", "sqlite:/a.db")
  expect((await run(again.walletIds)).toSorted()).toEqual(["w1", "w2"])
  expect(await run(again.wallet("w1"))).toBe("one again")
  const inside = join(folder, readdirSync(folder)[0] ?? "", "wallets")
  expect(statSync(join(inside, "w1.json")).mode & 0o077).toBe(0)
})

it("refuses a count that is none, and a folder that cannot be one", async () => {
  const folder = scratch()
  const witness = openWitness(folder, "sandbox", "sqlite:/a.db")
  await run(witness.note(1))
  const own = join(folder, readdirSync(folder)[0] ?? "")
  writeFileSync(join(own, "count-0000000000000000"), "many")
  expect(await run(Effect.flip(witness.count))).toMatchObject({
    _tag: "WitnessUnusable",
    problem: expect.stringContaining("no count")
  })
  const file = join(folder, "file")
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, "")
  expect(await run(Effect.flip(openWitness(file, "sandbox", "sqlite:/a.db").note(1)))).toMatchObject({
    _tag: "WitnessUnusable"
  })
})
