// The faults that only one chain has, and what plays each of them.
import type { ChainName, Shown } from "./fault-table.ts"
import { lies as liesOfBitcoin } from "./bitcoin/faults-lies.ts"
import { lies as liesOfLiquid } from "./liquid/faults-of-lies.ts"
import { faultsOfLies as evmLies } from "./evm/faults-of-lies.ts"
import { faultsOfLies as solanaLies } from "./solana/faults-of-lies.ts"
import { faultsOfLies } from "./tron/faults-of-lies.ts"

interface OwnCase {
  readonly case: string
  readonly by: ReadonlyArray<Shown>
}

const faults = "chain/evm-faults.test.ts"
const findings = "chain/evm/findings.test.ts"

const ofCoins = (isBitcoin: boolean) => (bitcoin: ReadonlyArray<Shown>, liquid: ReadonlyArray<Shown>) =>
  isBitcoin ? bitcoin : liquid

const everyLie = (lies: object): ReadonlyArray<Shown> =>
  Object.keys(lies).flatMap((name) => [
    `one of three nodes ${name}: it is delivered once`,
    `one of three nodes ${name}: what is cancelled comes back`
  ])

const coins = (isBitcoin: boolean): ReadonlyArray<OwnCase> => {
  const by = ofCoins(isBitcoin)
  return [
    {
      case: "a replacement that is taken",
      by: by(["a market that rises while a delivery waits: it is replaced"], ["it waits for long, and pays more"])
    },
    {
      case: "a replacement that loses: the first lands",
      by: by(
        [
          "a replacement that a miner did not hear of: the first is in a block",
          "what a replaced delivery gives back: it waits for six blocks, as another of its transactions could stay"
        ],
        ["the one that was replaced lands"]
      )
    },
    {
      case: "two processes that replace",
      by: by(
        [{
          because: "the row of Liquid plays the lifecycle that both have: one process reads what another one replaced"
        }],
        ["another process replaced it since it was read, and that lands"]
      )
    },
    {
      case: "no replacement before its time, or above the ceiling",
      by: by(
        [
          "a market that rises before its time: nothing is replaced",
          "a market above the ceiling while a delivery waits: nothing is replaced"
        ],
        ["it is at the ceiling, and is not raised further"]
      )
    },
    {
      case: "nodes drop it while it waits",
      by: by(["nodes forget it while it waits: it is sent again"], ["it is dropped while it waits"])
    },
    {
      case: "a stranger spends the anchor",
      by: by(
        ["somebody spends its anchor: Refused once six blocks are on it"],
        ["a coin of it is spent by a stranger"]
      )
    },
    {
      case: "a stranger spends the anchor in a block that is taken back",
      by: by(
        ["somebody spends its anchor in a block that is taken back: it takes effect after all"],
        ["a stranger's block is taken back, and ours lands"]
      )
    },
    {
      case: "its block is taken back before it was Done",
      by: by(
        [
          "its block is taken back before it is Done",
          "the anchor itself is in a block that is taken back: nothing is decided"
        ],
        ["its block is taken back before it was Done", "one block deep alone"]
      )
    },
    {
      case: "its block is taken back after it was Done",
      by: by(
        ["its block is taken back after it was Done, and nodes forget it: it is carried until it is final"],
        ["its blocks are taken back after it was Done, and it is carried"]
      )
    },
    {
      case: "what was Done is lost for good",
      by: by(
        ["it was Done, and somebody spends its anchor in other blocks: it stays Done, and is shown as lost"],
        ["what was Done is lost for good to a stranger"]
      )
    },
    {
      case: "a market above the ceiling, and below it later",
      by: by(
        ["a market above the ceiling, and below it later", "a node whose rate is absurd, among three"],
        ["a fee of the market above the ceiling, and then below it"]
      )
    },
    {
      case: "no coins that are deep enough",
      by: by(
        [
          "coins that somebody paid five blocks ago, and six",
          "a bitcoin, which needs one block",
          "more than a bitcoin, which needs three blocks"
        ],
        ["coins that are one block deep alone"]
      )
    },
    {
      case: "it is cancelled",
      by: by(
        [
          "it is cancelled while it waits: its coins come back, and nobody pays more for it",
          "it is cancelled after no node took it: it is not sent when they are back",
          "it is cancelled before it was requested, and the request comes late",
          "it is cancelled before anything is signed: its coins are another's at once",
          "it is cancelled while it is being signed: the signature is of no use",
          "it is cancelled too late: it is in a block",
          "it is cancelled, and a miner takes it all the same",
          "it is cancelled, a miner takes it all the same, and its block is taken back: what was Done is carried on",
          "it is cancelled, and the block that brought its coins back is replaced by one with it",
          "it is cancelled, and somebody spends its anchor: Refused once that is final",
          "the process dies after it stored that it is cancelled: the next one takes its coins back",
          "the signer is away when it is cancelled, and signs later what takes its coins back",
          "its coin is too small to pay for its way back: another of ours pays",
          "it was Done, is cancelled then, and its block is taken back: it is carried on"
        ],
        [
          "it is cancelled while it waits: its coins come back, and nobody pays more for it",
          "it is cancelled after no node took it: it is not sent when they are back",
          "L-BTC is cancelled while it waits",
          "it is at the ceiling when it is cancelled: what takes its coins back pays more all the same",
          "it is cancelled before it was requested, and the request comes late",
          "it is cancelled before anything is signed: its coins are another's at once",
          "it is cancelled too late: it is deep in the chain",
          "it is cancelled, and a block has it all the same",
          "it is cancelled, and a stranger spends a coin of it",
          "the process dies after it stored that it is cancelled: the next one takes its coins back",
          "another process replaces it while it is cancelled: that is not sent"
        ]
      )
    },
    {
      case: "one of three nodes lies, about each thing that it is asked",
      by: by(everyLie(liesOfBitcoin), everyLie(liesOfLiquid))
    },
    {
      case: "a chain of 25 that wait",
      by: [{ because: "coins that wait for a block are never spent, so no chain of them comes about" }]
    }
  ]
}

export const ownCases: { readonly [C in ChainName]: ReadonlyArray<OwnCase> } = {
  evm: [
    {
      case: "a nonce is taken by another process",
      by: [
        { file: faults, title: "whose nonce went to another: the same operation travels in a new one" },
        { file: faults, title: "takes the nonces that the chain has reached" }
      ]
    },
    {
      case: "a gap in the nonces",
      by: [
        { file: faults, title: "before its broadcast: whoever takes the next nonce fills the gap" },
        { file: faults, title: "fills nonces that no one has bytes for" }
      ]
    },
    {
      case: "replaced by hand",
      by: ["the relayer's transaction is replaced by hand: the same operation travels in another one"]
    },
    {
      case: "a tip below the floor of nodes",
      by: ["nodes want a higher tip than the settings say: it is sent for that when they say it"]
    },
    {
      case: "the base fee triples",
      by: [{ file: faults, title: "a transaction that waits too long is replaced under its nonce for a higher fee" }]
    },
    {
      case: "a replacement that nodes refuse",
      by: ["nodes refuse the replacement as underpriced: the first one lands"]
    },
    { case: "its block is taken back before it was Done", by: ["its block is taken back before it was Done"] },
    {
      case: "its block is taken back after it was Done",
      by: ["its block is taken back after it was Done: it is carried until it is final"]
    },
    {
      case: "what was Done is lost for good",
      by: ["what was Done is lost for good: it stays Done, an error is logged, and a person has to look"]
    },
    {
      case: "reverted in a block that vanishes, and passes later",
      by: [{ file: findings, title: "refuses nothing that can still be paid" }]
    },
    {
      case: "a delegation is used up by a transaction of the wallet's own",
      by: [{ file: "chain/evm.test.ts", title: "whose delegation was used up otherwise stays Unknown" }]
    },
    {
      case: "the code of an account is replaced",
      by: [
        "the treasury runs code of another: nothing is sent",
        "the wallet runs code of another when its spend is sent",
        "the code of the wallet is replaced between the dry run and the block: its gas is lost once, and it passes when the code is back"
      ]
    },
    {
      case: "a stranger carries the operation",
      by: [
        "a stranger carries the operation",
        "a stranger carries the operation and nodes forget ours: its nonce is filled, and what comes after it lands"
      ]
    },
    { case: "the inner call runs out of gas", by: ["the transfer takes more gas than its operation has"] },
    {
      case: "a receipt without the fee for data, and with it",
      by: [
        { file: findings, title: "is part of the cost" },
        { file: "chain/evm/zero-gas.test.ts", title: "receipts add up to what the relayer lost" }
      ]
    },
    {
      case: "a range of logs is refused",
      by: [{ file: findings, title: "is given smaller and smaller pages to look at, without a gap" }]
    },
    { case: "each node lies about one thing that it is asked", by: evmLies.map((row) => row.case) },
    { case: "the settings have no token for the asset", by: ["the settings have no token for the asset"] },
    {
      case: "the receiver is a contract that payments go through",
      by: ["the receiver is the contract of another configured token, or one that payments go through"]
    },
    {
      case: "withdrawn, or late, while its bid is at the ceiling",
      by: [
        { file: "chain/evm/cancel.test.ts", title: "is replaced by nothing, and never sent again" },
        { file: "chain/evm/cancel.test.ts", title: "is not sent again" }
      ]
    },
    {
      case: "the records of what was sent are gone",
      by: [
        { file: "chain/evm/restored.test.ts", title: "is found where it is, also long ago, and not sent again" },
        { file: "chain/evm/restored.test.ts", title: "has its nonce used up after its deadline" }
      ]
    },
    {
      case: "nodes of Arbitrum, Base and Polygon themselves",
      by: [{ because: "anvil is none of them: what they say is put into answers, and their chain ids are its own" }]
    }
  ],
  solana: [
    {
      case: "a blockhash expires before it was sent, and after",
      by: ["a blockhash expires before anything was sent; the bytes come late, and never take effect"]
    },
    {
      case: "expired at confirmed and not at finalized",
      by: ["a blockhash has expired in confirmed blocks and not in final ones"]
    },
    {
      case: "the receiver's account is closed on the way",
      by: [
        "the receiver closes the token account between the dry run and the block",
        "the receiver closes the token account between the signature of a spend and its sending"
      ]
    },
    { case: "the receiver's account is another's", by: ["the receiver's token account is somebody else's"] },
    {
      case: "the receiver is a token account, a mint or a program",
      by: [
        "the receiver is a token account",
        "the receiver is the mint of another token of ours",
        "the receiver is the mint of a token that we do not have, in either program",
        "the receiver is a program",
        "the receiver is a nonce account of ours",
        "the receiver is a multisig of a token program, which may own tokens"
      ]
    },
    { case: "a memo is required", by: ["the receiver wants a memo"] },
    {
      case: "a fee that is raised for the next epoch",
      by: [{ because: "tokens with a fee are refused at the start and held later, whatever their fee is" }]
    },
    {
      case: "a hook, or another extension that is not allowed",
      by: [{ file: "chain/solana/solana.test.ts", title: "a token with other decimals, of another program" }]
    },
    {
      case: "a nonce is used by another",
      by: [
        "a nonce is used by another transaction before the spend is sent",
        "a nonce is used by another transaction while the spend is under way; its bytes come late, and never take effect",
        "a node shows that the nonce was used before it shows the transaction that used it, which is ours",
        "a nonce was used by another transaction, as what was signed shows"
      ]
    },
    {
      case: "the data store is one of before",
      by: [
        "the data store is that of before the signature",
        "a spend is submitted twice at the same moment where no data store knows it, and again once it is done",
        "the data store is that of before a spend was sent, which is in a block: what was signed shows it, and it is not sent again",
        "the data store is that of before a spend was sent, and its deadline passed: the step in the background finds it",
        "a spend that nobody sent is looked up by what was signed, and sent",
        "the deadline of a spend passes that no data store knows: looked up, it never takes effect",
        "a spend failed in a block, as what was signed shows: its nonce is used up after its deadline",
        { file: "chain/solana/restored.test.ts", title: "is shown with its memo, once it is final" }
      ]
    },
    {
      case: "the deadline of a spend passes that nobody sent",
      by: ["the deadline of a spend passes that nobody sent: the step in the background refuses it"]
    },
    {
      case: "it is cancelled",
      by: [
        "what no node took is cancelled: nobody sends it again, and it is Absent once its blockhash has expired",
        "it is cancelled before it was requested, and the request comes late",
        "two processes cancel at the same moment what was not requested",
        "what was refused is cancelled, and stays refused",
        "it is cancelled while it is being signed",
        "what is in a block is cancelled too late",
        "what failed in a block is cancelled, and not made again",
        "a spend under way is cancelled by a process that dies then: the next one uses its nonce up",
        "a spend under way is cancelled: its nonce is used up",
        "a spend that was refused is cancelled, and the next spend over its nonce is done",
        "a spend that was not sent is cancelled and submitted late: its nonce is used up"
      ]
    },
    {
      case: "the token accounts of a day",
      by: [
        "a delivery whose blockhash expired makes one account of those of a day, however often it is made",
        "an account that was not made is none of those of a day",
        "a wallet has had all the token accounts of a day, and a spend that did not come about is none of them"
      ]
    },
    {
      case: "an asset that the settings do not have",
      by: ["the settings have no token for the asset, and later they have one"]
    },
    {
      case: "the pool of nonces is empty",
      by: ["every nonce account is in use, and free again once a spend is final"]
    },
    {
      case: "one of three nodes lies, about each thing that it is asked",
      by: solanaLies.map((fault) => fault.case)
    },
    { case: "the dry run fails", by: ["the dry run fails where every account is right: nothing is sent"] },
    { case: "a known signature is sent again", by: ["a transaction that is in a block is sent again"] },
    {
      case: "what was Done is lost for good",
      by: [{
        file: "chain/solana/solana.test.ts",
        title: "and is in no final block is put before a person, and stays done"
      }]
    }
  ],
  tron: [
    {
      case: "DUP_TRANSACTION_ERROR",
      by: ["the solidity node is behind, and what was sent is sent again (DUP_TRANSACTION_ERROR)"]
    },
    {
      case: "SIGERROR",
      by: [
        "a node says that the signature is wrong (SIGERROR), and it is in no block: it is made anew when it has expired",
        { file: "chain/tron/model.test.ts", title: "wrongKey: \"SIGERROR\"" }
      ]
    },
    {
      case: "it expired while we were away",
      by: [
        "a delivery expired while no block took it: it is Absent, and made anew",
        "a delivery landed while we were away, and is looked up after it would have expired"
      ]
    },
    {
      case: "an expiration beyond a day",
      by: ["a spend may be sent for two days: it is signed for one, which is the longest that the network takes"]
    },
    {
      case: "out of energy, with the fee burnt",
      by: [
        "there is too little energy when the block is made: the fee is burnt, and the cost of what is made then has it"
      ]
    },
    {
      case: "lent energy is gone",
      by: ["lent energy is gone when the block is made, and the wallet has no TRX: its bytes are used up"]
    },
    { case: "the limit of the fee is too low", by: ["the limit of the fee is below what the call takes"] },
    {
      case: "an account that is not activated",
      by: [{ file: "chain/tron/tron.test.ts", title: "a spend from a wallet whose account does not exist" }]
    },
    { case: "an asset without a token", by: ["of an asset that no token stands for"] },
    { case: "each node lies about one thing that decides", by: faultsOfLies.map((row) => row.case) },
    { case: "`transfer` answers false", by: ["USDT answers false when it moved"] },
    {
      case: "a reference to a block that a fork dropped",
      by: [{ because: "the model has one chain; references are solidified blocks, which no fork drops" }]
    }
  ],
  bitcoin: [
    ...coins(true),
    {
      case: "change that is dust",
      by: ["change that is too little to keep: the fee takes it, and the receipt has it"]
    },
    {
      case: "coins that rest on what may be replaced or lost",
      by: [
        "change of a delivery that is not Done yet: no other spends it",
        "its anchor came of a delivery that was Done and is lost for good: Refused then, and not before"
      ]
    },
    {
      case: "a node without our wallet",
      by: [
        "the only node was away when the service started: what is held is read once it is back, and its wallet is made",
        "a node begins anew without our wallet: it is loaded again"
      ]
    },
    {
      case: "a coin beside the anchor is spent",
      by: ["a coin beside the anchor that somebody spent: another takes its place, and the anchor stays"]
    }
  ],
  liquid: [
    ...coins(false),
    { case: "a receiver in the open", by: ["a receiver in the open"] },
    { case: "a fee out of the coins that are sent", by: ["L-BTC, whose fee comes out of the same coins"] },
    {
      case: "consensus and blocks of Liquid",
      by: [{ because: "no node of Elements can be had here; the model checks what it says it checks" }]
    }
  ]
}
