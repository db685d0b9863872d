// What operators turn while payments are on their way: flags, keys, secrets, approvals and endpoints, and back again.
import type { ConfigurationAction } from "./action.ts"
import type { Turn } from "../operator.ts"
import type { Acts, Story } from "./stage.ts"

export const configurationActs: Acts<ConfigurationAction> = {
  turn: ({ operator }, { account, turn }, number) => operator.turn(account, turn, `s${number}`)
}

const minute = 60_000
const hour = 60 * minute

const turns: ReadonlyArray<readonly [Turn, Turn | undefined]> = [
  ["payoutsOff", "payoutsOn"],
  ["swapsOff", "swapsOn"],
  ["refundsOff", "refundsOn"],
  ["block", "unblock"],
  ["endApproval", "renewApproval"],
  ["rotateSecret", "rotateSecret"],
  ["rotateKey", undefined],
  ["replaceKey", undefined],
  ["addWebhook", "removeWebhook"]
]

/** The story of one thing that is turned, and turned back. */
export const configurationStory: Story = (random, account, atMs, add) => {
  const [turn, back] = random.pick(turns)
  add(atMs, { do: "turn", account, turn })
  if (back !== undefined) add(atMs + random.between(minute, 3 * hour), { do: "turn", account, turn: back })
}
