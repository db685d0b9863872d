// The table of faults: receivers and their token accounts, and tokens whose issuer does something to them.
import { base58 } from "@scure/base"
import { nonceAddresses } from "../../../adapters/solana/nonce-account.ts"
import { associatedTokenProgram, memoProgram, programs, systemProgram } from "../../../adapters/solana/programs.ts"
import { signerOf } from "./adapter-of.ts"
import type { Fault, Stage } from "./stage.ts"
import { freshAddress } from "./world.ts"

const refusedFor = (parts: (stage: Stage) => Parameters<Stage["delivery"]>[0]) => async (stage: Stage) => {
  const order = stage.delivery(parts(stage))
  await stage.open().deliver(order)
}

/** A token account as the programs store it, with what stands behind it. */
const accountData = (mint: string, owner: string, more: ReadonlyArray<number> = []): string => {
  const base = Buffer.alloc(165)
  base.set(base58.decode(mint), 0)
  base.set(base58.decode(owner), 32)
  base[108] = 1
  return Buffer.concat([base, Buffer.from(more)]).toString("hex")
}

const token2022 = programs["token-2022"]
const computeBudget = "ComputeBudget111111111111111111111111111111"
const voteProgram = "Vote111111111111111111111111111111111111111"

export const faultsOfTokens: ReadonlyArray<Fault> = [
  {
    case: "an address of another network",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(() => ({ address: `0x${"ab".repeat(20)}` }))
  },
  {
    case: "the receiver is the system program",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(() => ({ address: systemProgram }))
  },
  {
    case: "the receiver is the mint",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(({ USDC }) => ({ address: USDC.mint }))
  },
  {
    case: "the receiver is the mint of another token of ours",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ USDT, delivery, open, order }) => {
      const adapter = open()
      await adapter.createNonces()
      await adapter.deliver(delivery({ address: USDT.mint }))
      await adapter.submit(await adapter.sign(order({ to: USDT.mint })))
    }
  },
  {
    case: "the receiver is the mint of a token that we do not have, in either program",
    answers: ["Refused", "Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, open, world }) => {
      const tokens = [
        await world.mint({ asset: "BRS", program: "spl-token" }),
        await world.mint({ asset: "BRS", program: "token-2022" }),
        await world.mint({ asset: "BRS", program: "token-2022" }, [[3, new Uint8Array(32)]])
      ]
      for (const { mint } of tokens) await open().deliver(delivery({ address: mint }))
    }
  },
  {
    case: "the receiver is a program",
    answers: ["Refused", "Refused", "Refused", "Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, open }) => {
      // The last two are known by what is there alone.
      const to = [memoProgram, associatedTokenProgram, programs["spl-token"], computeBudget, voteProgram]
      for (const address of to) await open().deliver(delivery({ address }))
    }
  },
  {
    case: "the receiver is a nonce account of ours",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(({ keys }) => ({ address: nonceAddresses(signerOf(keys.fees).publicKey, 3)[2] ?? "" }))
  },
  {
    case: "the receiver is a multisig of a token program, which may own tokens",
    answers: ["Done"],
    moved: 1,
    act: async ({ delivery, open, to, world }) => {
      await world.writeAccount(to, {
        lamports: 10_000_000,
        owner: programs["spl-token"],
        // Two of three: initialized, and keys whose bytes look like those of a mint.
        data: Buffer.concat([Buffer.from([2, 3, 1]), Buffer.alloc(352, 1)]).toString("hex")
      })
      await open().deliver(delivery())
    }
  },
  {
    case: "the receiver is our treasury",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(({ treasury }) => ({ address: treasury }))
  },
  {
    case: "the receiver pays our fees",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(({ payer }) => ({ address: payer }))
  },
  { case: "nothing is to be sent", answers: ["Refused"], moved: 0, act: refusedFor(() => ({ units: 0n })) },
  { case: "less than nothing is to be sent", answers: ["Refused"], moved: 0, act: refusedFor(() => ({ units: -1n })) },
  {
    case: "more than a token account can hold",
    answers: ["Refused"],
    moved: 0,
    act: refusedFor(() => ({ units: 2n ** 64n }))
  },
  {
    case: "the receiver is a token account",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ USDC, accountOf, delivery, open, to, world }) => {
      await world.give(USDC, to, 0n)
      const order = delivery({ address: await accountOf() })
      await open().deliver(order)
      await open().lookUp(order.operationId)
    }
  },
  {
    case: "the receiver's token account is somebody else's",
    answers: ["Refused"],
    moved: 0,
    act: async ({ USDC, accountOf, delivery, open, world }) => {
      await world.writeAccount(await accountOf(), {
        lamports: 2_100_000,
        owner: token2022,
        data: accountData(USDC.mint, freshAddress())
      })
      await open().deliver(delivery())
    }
  },
  {
    case: "the receiver's tokens are frozen: it stays refused when they no longer are",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ USDC, delivery, open, to, world }) => {
      const order = delivery()
      await world.give(USDC, to, 0n, "frozen")
      await open().deliver(order)
      await world.give(USDC, to, 0n)
      await open().deliver(order)
    }
  },
  {
    case: "the receiver's tokens are frozen between the dry run and the block",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { USDC, delivery, mend, open, to, world } = stage
      await world.give(USDC, to, 0n)
      const order = delivery()
      stage.once("sendTransaction", () => world.give(USDC, to, 0n, "frozen"))
      await open({ patienceMs: 50 }).deliver(order)
      mend()
      await open().end(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "our treasury is frozen",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: async ({ USDC, delivery, open, treasury, world }) => {
      const order = delivery()
      await world.give(USDC, treasury, 10_000_000n, "frozen")
      await open().deliver(order)
      await world.give(USDC, treasury, 10_000_000n)
      await open().deliver(order)
    }
  },
  {
    case: "our treasury is frozen between the dry run and the block",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: async (stage) => {
      const { USDC, delivery, mend, open, treasury, world } = stage
      const order = delivery()
      stage.once("sendTransaction", () => world.give(USDC, treasury, 10_000_000n, "frozen"))
      await open({ patienceMs: 50 }).deliver(order)
      mend()
      await open().end(order.operationId)
      await world.give(USDC, treasury, 10_000_000n)
      await open().deliver(order)
    }
  },
  {
    case: "the receiver closes the token account between the dry run and the block",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: async (stage) => {
      const { USDC, accountOf, delivery, mend, open, to, world } = stage
      await world.give(USDC, to, 0n)
      const order = delivery()
      stage.once(
        "sendTransaction",
        async () => world.writeAccount(await accountOf(), { lamports: 0, owner: systemProgram, data: "" })
      )
      await open({ patienceMs: 50 }).deliver(order)
      mend()
      await open().end(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "the receiver closes the token account between the signature of a spend and its sending",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ USDC, accountOf, open, order, to, world }) => {
      const adapter = open()
      await adapter.createNonces()
      await world.give(USDC, to, 0n)
      const spend = await adapter.sign(order())
      await world.writeAccount(await accountOf(), { lamports: 0, owner: systemProgram, data: "" })
      await adapter.submit(spend)
      await adapter.submit(spend)
    }
  },
  {
    case: "the receiver wants a memo",
    answers: ["Done"],
    moved: 1,
    act: async ({ USDC, accountOf, delivery, open, to, world }) => {
      await world.writeAccount(await accountOf(), {
        lamports: 2_200_000,
        owner: token2022,
        // The kind of account, then the extension: type 8, one byte, required.
        data: accountData(USDC.mint, to, [2, 8, 0, 1, 0, 1])
      })
      await open().deliver(delivery())
    }
  },
  {
    case: "the wallet holds less than it spends",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ open, order }) => {
      const adapter = open()
      await adapter.createNonces()
      const spend = await adapter.sign(order({ units: 10_000_001n }))
      await adapter.submit(spend)
      await adapter.submit(spend)
    }
  },
  {
    case: "the wallet's tokens are frozen",
    answers: ["Refused"],
    moved: 0,
    act: async ({ USDC, open, order, wallet, world }) => {
      const adapter = open()
      await adapter.createNonces()
      await world.give(USDC, wallet.address, 10_000_000n, "frozen")
      await adapter.submit(await adapter.sign(order()))
    }
  },
  {
    case: "a transaction succeeds, and less arrives than was sent",
    answers: ["Unknown", "Unknown"],
    moved: 1,
    act: async ({ delivery, lines: [line], open }) => {
      const order = delivery()
      // As with a token that keeps a part of it: the real amounts are one unit more.
      line?.answers(
        "getTransaction",
        (_, answer) => JSON.parse(JSON.stringify(answer).replaceAll("5000001", "5000000"))
      )
      await open({ patienceMs: 300 }).deliver(order)
      await open().lookUp(order.operationId)
    }
  },
  {
    case: "the token takes a fee for itself since we started",
    answers: ["Done", "Held paused"],
    moved: 1,
    act: async ({ USDC, delivery, open, world }) => {
      const adapter = open()
      await adapter.deliver(delivery())
      const rest = await world.extended(USDC, [[1, new Uint8Array(108)]])
      await adapter.deliver(delivery())
      await rest()
    }
  },
  {
    case: "the token is paused, and then no longer",
    answers: ["Done", "Held paused", "Done"],
    moved: 2,
    act: async ({ USDC, delivery, open, world }) => {
      const accepting = open({ tokens: [{ ...USDC, accepts: ["pausable"] }] })
      await accepting.deliver(delivery())
      const pause = new Uint8Array(33)
      pause[32] = 1
      const order = delivery()
      const rest = await world.extended(USDC, [[26, pause]])
      await accepting.deliver(order)
      await rest()
      await accepting.deliver(order)
    }
  }
]
