// What happens at the edges: another request under a key or an id that is taken, PINs that are tried until the wallet is
// locked and at both ends of the lock, amounts at their limits, and PIX that come back at once.
import type { DepositAction, EdgeAction, PayoutAction } from "./action.ts"
import type { Acts, Stage, Story } from "./stage.ts"
import { depositQuestion } from "./deposit.ts"
import { payoutQuestion } from "./payout.ts"

type Doing<A extends { readonly do: string }, K extends A["do"]> = Extract<A, { readonly do: K }>

// The key of the first step, or a new one where its own id stands for it.
const keyOf = (first: number, number: number, isKeyNew: boolean): string => `key-${isKeyNew ? number : first}`

const deposited = (stage: Stage, step: number): Doing<DepositAction, "ask-deposit"> | undefined => {
  const first = stage.actionOf(step)
  return first?.do === "ask-deposit" && stage.heard(step)?._tag === "Answered" ? first : undefined
}

const paidOut = (stage: Stage, step: number): Doing<PayoutAction, "ask-payout"> | undefined => {
  const first = stage.actionOf(step)
  return first?.do === "ask-payout" && stage.heard(step)?._tag === "Answered" ? first : undefined
}

export const edgeActs: Acts<EdgeAction> = {
  "ask-other-deposit": (stage, { deposit, isKeyNew }, number) => {
    const first = deposited(stage, deposit)
    if (first === undefined || (isKeyNew && first.request.externalId === undefined)) return
    const question = depositQuestion({ ...first.request, value: first.request.value + 1 })
    stage.client.ask(number, first.account, keyOf(deposit, number, isKeyNew), question)
  },
  "ask-other-payout": (stage, { isKeyNew, payout }, number) => {
    const first = paidOut(stage, payout)
    if (first === undefined || (isKeyNew && first.request.externalId === undefined)) return
    const other = { ...first, request: { ...first.request, value: first.request.value + 1 } }
    stage.client.ask(number, first.account, keyOf(payout, number, isKeyNew), payoutQuestion(stage, other))
  }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Whoever tries PINs has an account of his own, so that the payments of others go on. */
const pinAccount = 4

type StoryArguments = Parameters<Story>

const payout = (value: number, pin: "right" | "wrong", externalId?: string): Omit<
  Doing<PayoutAction, "ask-payout">,
  "account"
> => ({
  do: "ask-payout",
  pin,
  request: {
    value,
    network: "base",
    asset: "USDC",
    pixKey: `edge${value}@simulated.test`,
    ...(externalId === undefined ? {} : { externalId })
  }
})

const conflictStory = (...[random, account, atMs, add]: StoryArguments): void => {
  const later = () => atMs + random.between(minute, 30 * minute)
  const externalId = `edge-${atMs}-${random.below(1_000_000)}`
  const deposit = add(atMs, {
    do: "ask-deposit",
    account,
    request: {
      value: random.between(1_000, 90_000),
      asset: "USDC",
      network: "base",
      address: `0x${"5290840009852788".padEnd(36, "0")}9ee7`,
      externalId
    }
  })
  const paid = add(atMs, { ...payout(random.between(1_000, 90_000), "right", externalId), account })
  for (const isKeyNew of [true, false]) {
    add(later(), { do: "ask-other-deposit", deposit, isKeyNew })
    add(later(), { do: "ask-other-payout", payout: paid, isKeyNew })
  }
}

const pinStory = (...[random, , atMs, add]: StoryArguments): void => {
  const tried = (at: number, pin: "right" | "wrong") =>
    add(at, { ...payout(random.between(100, 200_000), pin), account: pinAccount })
  const isBurst = random.chance(0.5)
  const count = isBurst ? random.between(3, 8) : random.between(2, 4)
  for (let wrong = 0; wrong < count; wrong++) {
    tried(isBurst ? atMs + random.between(0, 2 * second) : atMs + wrong * 5 * minute, "wrong")
  }
  const last = isBurst ? atMs + 2 * second : atMs + (count - 1) * 5 * minute
  if (random.chance(0.3)) tried(last + random.between(0, 10 * second), "right")
  tried(last + random.between(minute, 22 * hour), random.chance(0.5) ? "right" : "wrong")
  tried(last + day - 3 * minute, random.chance(0.5) ? "right" : "wrong")
  tried(last + day + 5 * minute, "right")
}

const limitStory = (...[random, account, atMs, add]: StoryArguments): void => {
  for (const value of [10, 299_999, 300_000, 300_001]) {
    add(atMs + random.between(0, hour), { ...payout(value, "right"), account })
  }
  for (const amount of ["10000", "10000.000001", "0.000001"]) {
    add(atMs + random.between(0, hour), {
      do: "ask-transfer",
      account,
      pin: "right",
      request: {
        recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
        amount,
        network: "base",
        asset: "USDC"
      }
    })
  }
}

// A PIX that comes back, or is ordered back, before anybody has heard that it was paid.
const hastyStory = (...[random, account, atMs, add]: StoryArguments): void => {
  const paid = add(atMs, { ...payout(random.between(1_000, 200_000), "right"), account })
  const percent = random.pick([100, 60])
  add(atMs + random.between(3 * second, 90 * second), { do: "reverse-payout", payout: paid, percent })
  if (percent < 100) {
    add(atMs + random.between(30 * second, 6 * hour), { do: "reverse-payout", payout: paid, percent: 100 - percent })
  }
  if (random.chance(0.5)) add(atMs + random.between(5 * second, 6 * hour), { do: "refund-payout", payout: paid })
}

/** The story of somebody who goes to an edge. */
export const edgeStory: Story = (random, account, atMs, add) =>
  random.pick([conflictStory, pinStory, limitStory, hastyStory, hastyStory])(random, account, atMs, add)
