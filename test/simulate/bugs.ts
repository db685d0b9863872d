// Bugs that are planted on purpose. The simulator has to find every one of them, by a promise whose message says what is
// wrong.
import { type Bug, type Hunt, usualHunt } from "./bug.ts"
import { depositBugs } from "./bugs/deposits.ts"
import { eventBugs } from "./bugs/events.ts"
import { lightningBugs } from "./bugs/lightning.ts"
import { lossBugs } from "./bugs/losses.ts"
import { payoutBugs } from "./bugs/payouts.ts"
import { storeBugs } from "./bugs/store.ts"
import { walletBugs } from "./bugs/wallets.ts"

export const bugs: ReadonlyArray<Bug> = [
  ...depositBugs,
  ...payoutBugs,
  ...walletBugs,
  ...lightningBugs,
  ...eventBugs,
  ...storeBugs,
  ...lossBugs
]

/** Where a bug is looked for; without a name, or for one that is not planted, everywhere. */
export const huntOf = (name: string): Hunt => ({ ...usualHunt, ...bugs.find((bug) => bug.name === name)?.hunt })
