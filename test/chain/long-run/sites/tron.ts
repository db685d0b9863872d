// TRON in the long run: three nodes of the model, with a token whose code runs on anvil.
import type { Random } from "../../../crash/random.ts"
import { hexOf } from "../../../../adapters/tron/address.ts"
import { type TronOperation, TronOperations } from "../../../../adapters/tron/operation.ts"
import type { Fate } from "../../tron/line.ts"
import { freshAddress, openWorld } from "../../tron/world.ts"
import type { Site } from "../site.ts"

const given = 10n ** 12n
const fates: ReadonlyArray<Fate> = ["cut", "stuck", "unauthorised", "page", "busy", "down", "torn"]
const fateOf = (random: Random): Fate => fates[random.whole(0, fates.length - 1)] ?? "cut"

/** What the service lost for an operation of its own keys. */
const lostFor = ({ attempts, call, signer, verdict }: TronOperation): bigint => {
  if (signer === "wallet") return 0n
  const given = call?._tag === "TopUp" && verdict?._tag === "Done" ? call.sun : 0n
  return given +
    (verdict?._tag === "Done" ? verdict.costSun : attempts.reduce((sum, { ended }) => sum + (ended?.feeSun ?? 0n), 0n))
}

export const openTronSite = async (): Promise<Site> => {
  const world = await openWorld({ nodes: 3, agree: 2, blockMs: 100 })
  const keys = await world.fundedKeys()
  const { fees, treasury } = world.keysAt(keys)
  // Enough for some spends at a time: others are given TRX.
  world.stake(fees, 30_000_000_000n)
  const payers = [fees, treasury]
  const sun = (): bigint => payers.reduce((sum, payer) => sum + world.sunOf(payer), 0n)
  const opening = sun()
  const takenFrom = new Map<string, bigint>()
  const { faults, accounts } = world.model
  return {
    network: "tron",
    settings: world.jsonOf(keys, { patienceMs: 3_000, lookEveryMs: 100, timeoutMs: 3_000 }),
    wallets: {
      asset: "USDT",
      addressOf: ({ tron }) => tron,
      give: (address) => world.token.mint(address, given)
    },
    receiver: async () => freshAddress(),
    moved: async (address) => world.moved(address),
    treasury,
    held: () => world.token.balance(treasury),
    coin: "TRX",
    lost: async () => opening - sun() - [...takenFrom.values()].reduce((sum, each) => sum + each, 0n),
    // Steps for spends that came to nothing, or that were made when a spend was Done already, are on record and in no receipt.
    recorded: (books) => books.records(TronOperations).reduce((sum, operation) => sum + lostFor(operation), 0n),
    faults: {
      "every line": (random) => {
        const fate = fateOf(random)
        for (const line of world.lines) line.always("*", fate)
      },
      "one line": (random) => world.lines[random.whole(0, 2)]?.always("*", fateOf(random)),
      "answers to broadcasts": () => {
        for (const line of world.lines) line.always("/wallet/broadcasthex", "lost")
      },
      "no blocks": () => void (faults.stopped = true),
      "blocks that are not solidified": () => void (faults.solidStopped = true),
      "transactions that no block takes": () => void (faults.loses = () => true),
      "no fuel": () => {
        for (const payer of payers) {
          const account = accounts.of(hexOf(payer))
          takenFrom.set(payer, account.sun)
          account.sun = 0n
        }
      }
    },
    mend: async () => {
      world.mend()
      for (const [payer, units] of takenFrom) accounts.of(hexOf(payer)).sun += units
      takenFrom.clear()
    },
    close: () => world.close()
  }
}
