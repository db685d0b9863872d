// What sending takes from the machine it runs on.
import { expect, it } from "vitest"
import { thisMachine } from "../../../hosts/client/platform.ts"

it("makes keys that are printable, long and never the same §client-key", () => {
  const keys = Array.from({ length: 1_000 }, () => thisMachine.uniqueKey())
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})

it("sleeps as long as it is told, or until it is woken §client-cancel", async () => {
  const startedAt = thisMachine.now()
  await thisMachine.sleep(30, undefined)
  // Timers and this clock are rounded apart.
  expect(thisMachine.now() - startedAt).toBeGreaterThanOrEqual(28)
  await thisMachine.sleep(3_600_000, AbortSignal.abort())
  const waker = new AbortController()
  const slept = thisMachine.sleep(3_600_000, waker.signal)
  waker.abort()
  expect(await slept).toBeUndefined()
})
