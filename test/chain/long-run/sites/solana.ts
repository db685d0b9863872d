// Solana in the long run: surfpool behind three lines, with the real token programs.
import { Effect } from "effect"
import { type SolanaTransfer, SolanaTransfers } from "../../../../adapters/solana/transfer-record.ts"
import type { Random } from "../../../crash/random.ts"
import { type RpcFate, openRpcProxy } from "../../../support/rpc-proxy.ts"
import { freshAddress, openWorld } from "../../solana/world.ts"
import type { Site } from "../site.ts"

const given = 10n ** 12n
const fates: ReadonlyArray<RpcFate> = ["cut", "stuck", "unauthorised", "page", "busy", "down", "torn"]
const fateOf = (random: Random): RpcFate => fates[random.whole(0, fates.length - 1)] ?? "cut"
const ofBroadcasts: ReadonlyArray<RpcFate> = ["lost", "torn", "cut", "swallowed"]

/** What the service lost for a transfer. */
const lostFor = ({ attempts, verdict }: SolanaTransfer): bigint =>
  verdict?._tag === "Done" ? verdict.cost : attempts.reduce((sum, { cost = 0n }) => sum + cost, 0n)

export const openSolanaSite = async (): Promise<Site> => {
  const world = await openWorld(100)
  const keys = await world.freshKeys()
  const [treasury, payer] = [world.treasuryOf(keys), world.payerOf(keys)]
  const lines = await Promise.all(Array.from({ length: 3 }, () => openRpcProxy(world.node.url)))
  const settings = world.plain(keys, {
    nodes: lines.map(({ url }, place) => ({ name: `node ${place + 1}`, url })),
    agree: 2,
    nonceAccounts: 8,
    accountsPerHolderAndDay: 1_000,
    patienceMs: 3_000,
    timeoutMs: 3_000
  })
  await Effect.runPromise(world.opened(keys, settings).prepare)
  const token = world.tokens.USDT
  const opening = await world.lamportsOf(payer)
  return {
    network: "solana",
    settings: JSON.stringify(settings),
    wallets: {
      asset: "USDT",
      addressOf: ({ solana }) => solana,
      give: async (address) => {
        await world.give(token, address, given)
      }
    },
    receiver: async () => freshAddress(),
    moved: (address) => world.received(token, address),
    treasury,
    held: () => world.tokensOf(token, treasury),
    coin: "SOL",
    lost: async () => opening - await world.lamportsOf(payer),
    // Attempts of what is refused are on record and in no receipt.
    recorded: (books) => books.records(SolanaTransfers).reduce((sum, transfer) => sum + lostFor(transfer), 0n),
    faults: {
      "every line": (random) => {
        const fate = fateOf(random)
        for (const line of lines) line.always("*", fate)
      },
      "one line": (random) => lines[random.whole(0, 2)]?.always("*", fateOf(random)),
      broadcasts: (random) => {
        const fate = ofBroadcasts[random.whole(0, ofBroadcasts.length - 1)] ?? "lost"
        for (const line of lines) line.always("sendTransaction", fate)
      },
      "a node that lags": (random) =>
        lines[random.whole(0, 2)]?.answers(
          "getSignatureStatuses",
          (_, result) => typeof result === "object" && result !== null ? { ...result, value: [null] } : undefined
        )
    },
    mend: async () => {
      for (const line of lines) line.mend()
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()))
      world.close()
    }
  }
}
