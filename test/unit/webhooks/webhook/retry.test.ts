// When a failed delivery is tried again, by the figures of C23.
import { expect, it } from "vitest"
import { nextTryMs } from "../../../../core/webhooks/webhook/retry.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

it("names the pauses of the opt-in schedule §delivery-retry-opt-in", () => {
  const asked = (failed: number) => nextTryMs("KYC_APPROVED", { retry: true }, failed, 0)
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(asked)).toEqual([
    5 * second,
    minute,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    undefined
  ])
})

it.each(
  [
    ["DEPOSIT_ASSET_FAILED", false, 1, 0, minute],
    ["DEPOSIT_ASSET_FAILED", false, 4_000, 2 * day, minute],
    ["DEPOSIT_ASSET_REFUNDED", true, 1, 0, minute],
    ["DEPOSIT_ASSET_REFUNDED", false, 4_319, 3 * day - minute, minute],
    ["DEPOSIT_ASSET_REFUNDED", false, 4_319, 3 * day - minute + 1, undefined],
    ["DEPOSIT_ASSET_REFUNDED", false, 4_320, 3 * day, undefined],
    ["DEPOSIT_ASSET_SUCCESS", false, 1, 0, undefined],
    ["PAYOUT_SUCCESSFUL", false, 1, 0, undefined],
    ["PAYOUT_SUCCESSFUL", true, 1, 0, 5 * second],
    ["KYC_APPROVED", true, 7, 9 * hour, 10 * hour],
    ["KYC_APPROVED", true, 8, day, undefined],
    ["DISPUTE_CREATED", true, 2, 5 * second, minute]
  ] as const
)("%s, asked for %s, after %d tries at %d ms: %s §limit-webhook-retry-ms", (event, retry, failed, age, pause) => {
  expect(nextTryMs(event, { retry }, failed, age)).toBe(pause)
})
