// Every fault that a chain has to survive, and for each chain what plays it: a row of the chain's own table by its case, or a test elsewhere;
// or why nothing does. The lists of rows are the chains' own; here is only where each case is.

export const chains = ["evm", "solana", "tron", "bitcoin", "liquid"] as const
export type ChainName = (typeof chains)[number]

/** A test outside of the chain's table: its file below `test`, and words of its title or of what plays it there. */
export interface Elsewhere {
  readonly file: string
  readonly title: string
}

/** A case that nothing plays on a chain. */
export interface Nowhere {
  readonly because: string
}

/** A row of the chain's table by its case, or where else it is, or why it is nowhere. */
export type Shown = string | Elsewhere | Nowhere

export interface Case {
  readonly case: string
  readonly on: { readonly [C in ChainName]: ReadonlyArray<Shown> }
}

const killed = {
  evm: [{ file: "chain/evm/kill.test.ts", title: "delivers once, killed" }],
  solana: [{ file: "chain/solana/kill.test.ts", title: "deliver once, killed" }],
  tron: [{ file: "chain/tron/kill.test.ts", title: "delivers once, killed" }],
  bitcoin: [{ file: "chain/bitcoin/kill.test.ts", title: "delivers once, killed" }],
  liquid: [{ file: "chain/liquid/kill.test.ts", title: "delivers once, killed" }]
}

const limits: ReadonlyArray<Shown> = [
  { file: "unit/payments/movement/treasury-limit.test.ts", title: "is never sent by itself, and by an operator once" }
]
const throttled: ReadonlyArray<Shown> = [{ file: "custody/aws-kms.test.ts", title: "throttled" }]
const policy: ReadonlyArray<Shown> = [{ file: "custody/aws-kms.test.ts", title: "access denied" }]
const waits = { file: "unit/adapters/http-client/client.test.ts", title: "is left alone for as long as it asks" }
const comesBack = {
  file: "unit/adapters/rpc-quorum/line.test.ts",
  title: "one that comes back as a node of another network"
}
const breaksOff = { file: "unit/adapters/rpc-quorum/line.test.ts", title: "breaks off" }
const moved = ["another amount", "another receiver", "another asset"] as const
const everyNode = moved.map((what) => `every node shows ${what}: it is Unknown, and Done once they show the transfer`)
const digest = {
  because: "the id of a transaction is the digest of what it pays: bytes that pay otherwise have another"
}
const noTime = { because: "the time of a block decides nothing there: its depth does" }
const noSpends = { because: "wallets spend nothing there, and a delivery has no deadline" }
const noContract = { because: "its asset has no contract: nothing of it can be paused, blocked, or take a fee" }
const onlyScripts = { because: "there is no address that belongs to no one by its form; a script is paid as it is" }

export const everyChain: ReadonlyArray<Case> = [
  { case: "the process dies before anything is signed", on: killed },
  { case: "the process dies after it signed and before it stored", on: killed },
  {
    case: "the process dies after it stored and before it sent",
    on: {
      evm: [
        "what was sent arrives nowhere: the process that comes next sends the same bytes",
        { file: "chain/evm-faults.test.ts", title: "after its commit and before its broadcast" },
        ...killed.evm
      ],
      solana: [
        "what was sent arrives nowhere: the process that comes next sends the same bytes",
        "what was sent arrives nowhere: the step in the background sends the same bytes",
        ...killed.solana
      ],
      tron: [
        "the process ends after the bytes were stored and before they were sent; the background step sends them",
        ...killed.tron
      ],
      bitcoin: [
        "a process that ends after it stored the bytes and before it sent them: another sends the same",
        "a recipe that was never signed: an hour later its coins are another delivery's",
        ...killed.bitcoin
      ],
      liquid: [
        "no node takes the broadcast, and the bytes go out later",
        "a recipe that was never signed gives its coins back"
      ]
    }
  },
  {
    case: "the process dies after it sent and before it heard",
    on: {
      ...killed,
      evm: [{ file: "chain/evm-faults.test.ts", title: "after its broadcast and before a block" }, ...killed.evm],
      liquid: ["opened again from its settings as text"]
    }
  },
  {
    case: "the process dies between the final block and the verdict",
    on: {
      ...killed,
      tron: ["a delivery landed while we were away, and is looked up after it would have expired", ...killed.tron]
    }
  },
  {
    case: "two processes on one id",
    on: {
      evm: ["two processes deliver one id at the same time"],
      solana: [{ file: "chain/solana/conformance.test.ts", title: "inTurns" }, ...killed.solana],
      tron: [
        "two processes deliver one id at the same time",
        "two processes submit one spend at the same time: the wallet is given what it needs once"
      ],
      bitcoin: [
        "two processes that deliver the same at once",
        "two processes that deliver different things from the same coins at once"
      ],
      liquid: ["eight in two processes at once", "two processes that want the same coin"]
    }
  },
  {
    case: "the answer to what was sent is lost",
    on: {
      evm: ["the answer to what was sent is lost"],
      solana: ["the answer to what was sent is lost"],
      tron: ["the answer to a broadcast is lost", "a node says that it refuses what it has taken"],
      bitcoin: ["the answer to the sending is half of one", "a node says that it took it, and did not"],
      liquid: ["the answer to the broadcast is lost"]
    }
  },
  {
    case: "it is late: the deadline of the order passed",
    on: {
      evm: [
        "the deadline passes before the spend is sent",
        "the deadline passes while the spend is under way: its nonce is used up, and it is refused"
      ],
      solana: [
        "the deadline passes before the spend is sent: its nonce is used up, and it is refused",
        "the deadline passes while the spend is under way: its nonce is used up, and it is refused"
      ],
      tron: [
        "a spend whose deadline passed before it was sent for the first time",
        "a spend was in no block when it expired: it is Refused, and its bytes are worth nothing"
      ],
      bitcoin: [noSpends],
      liquid: [noSpends]
    }
  },
  {
    case: "the same payment twice, with ids of their own",
    on: {
      evm: ["two equal payments with ids of their own"],
      solana: ["two equal payments with ids of their own"],
      tron: [{ file: "chain/tron/tron.test.ts", title: "that is like another one is another transaction" }],
      bitcoin: ["the same payment twice, under two ids", "a second delivery while the only coin waits for a block"],
      liquid: [{
        because: "no row sends the same amount to one receiver twice; ids are what tells two apart there as elsewhere"
      }]
    }
  },
  {
    case: "another order under the same id",
    on: {
      evm: ["another amount under the same id"],
      solana: ["another amount under the same id"],
      tron: ["an id that stands for another movement"],
      bitcoin: ["another amount under the same id"],
      liquid: ["another order under its id"]
    }
  },
  {
    case: "a node is behind",
    on: {
      evm: [
        "one of three nodes is behind: it knows of no receipt",
        "the only node is behind: it knows of no receipt, and of it later"
      ],
      solana: [
        "one of three nodes is behind: it has seen no transaction",
        "a transaction that is in a block is sent again"
      ],
      tron: [
        "one of three nodes knows of no transaction",
        "the solidity node is behind, and what was sent is sent again (DUP_TRANSACTION_ERROR)"
      ],
      bitcoin: ["one of three lags, and knows no coin"],
      liquid: ["one node says that another spent its coins"]
    }
  },
  {
    case: "a node lies: what was not sent is in a block",
    on: {
      evm: [
        "one of three nodes lies about the block of the transaction",
        { file: "chain/evm/findings.test.ts", title: "is believed by no quorum" }
      ],
      solana: [
        "one of three nodes lies: it has a transaction that was sent nowhere in a final block",
        "one of three nodes lies about the block of the transaction"
      ],
      tron: ["one of three nodes takes nothing and shows an invented receipt"],
      bitcoin: ["one of three invents a block that it is in", "one of three invents a coin"],
      liquid: ["one node says that it is in a block", "enough nodes have another transaction under its id"]
    }
  },
  {
    case: "a node lies: another amount, receiver or asset moved",
    on: {
      evm: moved.map((what) => `one of three nodes lies about eth_getTransactionReceipt: ${what}`),
      solana: moved.map((what) => `one of three nodes lies about what a transaction did: it moved ${what}`),
      tron: moved.map((what) => `a transaction moved ${what}, says each of three nodes in turn`),
      bitcoin: [
        "one of three nodes has every output worth more: it is delivered once",
        "one of three nodes has every output for somebody else: it is delivered once",
        "one of three nodes has other bytes in our block: it is delivered once"
      ],
      liquid: ["one of three nodes has other bytes of ours: it is delivered once"]
    }
  },
  {
    case: "every node lies: another amount, receiver or asset moved",
    on: {
      evm: everyNode,
      solana: everyNode,
      tron: everyNode,
      bitcoin: [digest],
      liquid: [digest, "enough nodes have another transaction under its id"]
    }
  },
  {
    case: "a node lies: it is another transaction",
    on: {
      evm: ["one of three nodes lies about eth_getTransactionReceipt: another transaction"],
      solana: ["one of three nodes lies about what a transaction did: it is another one"],
      tron: ["a transaction is another one, says each of three nodes in turn"],
      bitcoin: ["one of three nodes has ours in another block: it is delivered once"],
      liquid: ["one of three nodes has ours in another block: it is delivered once"]
    }
  },
  {
    case: "a node lies: a block is of another time",
    on: {
      evm: ["one of three nodes lies about eth_getBlockByNumber: another time"],
      solana: ["one of three nodes lies about its oldest block: it is of tomorrow"],
      tron: ["the newest solidified block is of next year, says each of three nodes in turn"],
      bitcoin: [noTime],
      liquid: [noTime]
    }
  },
  {
    case: "a node lies: a block is final that is not",
    on: {
      evm: ["one of three nodes lies: it calls the newest block final"],
      solana: ["one of three nodes lies: its final blocks are far ahead, so that the blockhash would have expired"],
      tron: [{
        file: "unit/adapters/rpc-quorum/laws.test.ts",
        title: "answers nothing that two of them could not have said"
      }],
      bitcoin: ["one of three says that the anchor is spent by another, deep in the chain"],
      liquid: [{
        file: "unit/adapters/rpc-quorum/laws.test.ts",
        title: "answers nothing that two of them could not have said"
      }]
    }
  },
  {
    case: "a node is of another network",
    on: {
      evm: ["the only node is of another chain", "one of three nodes is of another chain"],
      solana: ["the only node is of another network", "one of three nodes is of another network"],
      tron: ["one of three nodes is of another network"],
      bitcoin: ["a node of another network among three"],
      liquid: ["one node has another chain"]
    }
  },
  {
    case: "a node comes back as one of another network",
    on: {
      evm: ["a node comes back as one of another chain, where everything is different"],
      solana: ["a node comes back as one of another network, which has seen nothing"],
      tron: [comesBack],
      bitcoin: [comesBack],
      liquid: [comesBack]
    }
  },
  {
    case: "429 with Retry-After",
    on: {
      evm: ["429 with Retry-After from the only node"],
      solana: ["429 with Retry-After from the only node"],
      tron: ["429 with Retry-After from the only node"],
      bitcoin: ["the only node answers 429 with Retry-After", "one of three nodes answers 429 with Retry-After"],
      liquid: [waits]
    }
  },
  {
    case: "503",
    on: {
      evm: ["503 from the only node"],
      solana: ["503 from the only node"],
      tron: ["503 from the only node"],
      bitcoin: [waits],
      liquid: [waits]
    }
  },
  {
    case: "a page of a gateway",
    on: {
      evm: ["a page of a gateway from the only node"],
      solana: ["a page of a gateway from the only node"],
      tron: [{ file: "chain/tron/conformance.test.ts", title: "fates[state]" }],
      bitcoin: ["the only node answers a page of a gateway", "one of three nodes answers a page of a gateway"],
      liquid: [{ file: "conformance/liquid.test.ts", title: "fates[state]" }]
    }
  },
  {
    case: "half of an answer",
    on: {
      evm: ["half an answer from the only node"],
      solana: ["half an answer from the only node"],
      tron: ["half an answer from the only node"],
      bitcoin: ["one of three nodes answers half of its JSON"],
      liquid: [breaksOff]
    }
  },
  {
    case: "silence",
    on: {
      evm: ["the only node is silent"],
      solana: ["the only node is silent"],
      tron: [{ file: "chain/tron/conformance.test.ts", title: "fates[state]" }],
      bitcoin: ["one of three nodes never answers"],
      liquid: [{ file: "conformance/liquid.test.ts", title: "fates[state]" }]
    }
  },
  {
    case: "one of three nodes is dead",
    on: {
      evm: ["one of three nodes is dead"],
      solana: ["one of three nodes is dead"],
      tron: ["one of three nodes is dead"],
      bitcoin: ["one of three nodes is dead", "the only node is dead"],
      liquid: ["one of three nodes is dead"]
    }
  },
  {
    case: "two of three nodes are dead",
    on: {
      evm: ["two of three nodes are dead"],
      solana: ["two of three nodes are dead"],
      tron: ["two of three nodes are dead"],
      bitcoin: ["two of three nodes are dead: nothing is decided, and nothing is sent"],
      liquid: ["two of three nodes are dead"]
    }
  },
  {
    case: "the treasury holds too little, and enough later",
    on: {
      evm: [
        "the treasury holds too little",
        { file: "chain/evm/findings.test.ts", title: "makes the one that lost later, and refuses none" }
      ],
      solana: [
        "the treasury holds too little",
        "the treasury is emptied between the dry run and the block: the failed transaction ends, and another one is made"
      ],
      tron: ["the treasury holds too little"],
      bitcoin: [
        "a treasury without coins, filled later",
        "one more than the treasury holds with the fee",
        "exactly what the treasury holds with the fee"
      ],
      liquid: ["no DePix, and then some", "more than the treasury holds"]
    }
  },
  {
    case: "what pays for the transaction is missing, and there later",
    on: {
      evm: ["the relayer has no coin", "the market is above the ceiling of fees"],
      solana: [
        "whoever pays the fees has nothing",
        "whoever pays the fees has nothing, and the dry run passes all the same",
        "whoever pays the fees would fall below its rent"
      ],
      tron: [
        "the treasury has no TRX",
        "the fee account has no TRX",
        "the limit of the fee is below what the call takes",
        "a spend would cost more than the limit of one"
      ],
      bitcoin: ["one more than the treasury holds with the fee"],
      liquid: ["no L-BTC for the fee, and then some"]
    }
  },
  {
    case: "a limit is hit",
    on: {
      evm: ["the treasury's transfer is reverted five times: a person has to look", ...limits],
      solana: ["a holder has had all the token accounts of a day", ...limits],
      tron: ["a spend would cost more than the limit of one", ...limits],
      bitcoin: limits,
      liquid: limits
    }
  },
  {
    case: "the signer is away or throttled",
    on: {
      evm: ["the treasury's signer is away", "the relayer's signer is away", ...throttled],
      solana: ["the signer is away", ...throttled],
      tron: ["the signer is away", ...throttled],
      bitcoin: ["a signer that is away", ...throttled],
      liquid: ["the signer is away, and comes back", ...throttled]
    }
  },
  {
    case: "the signer refuses",
    on: {
      evm: ["the treasury's signer refuses", ...policy],
      solana: ["the signer of fees refuses", ...policy],
      tron: policy,
      bitcoin: ["a signer that does not want", ...policy],
      liquid: policy
    }
  },
  {
    case: "the signer has another key",
    on: {
      evm: ["the treasury's signer signs with another key", "the relayer's signer signs with another key"],
      solana: ["the signer signs with another key"],
      tron: ["the treasury's signer signs with another key", "the fee account's signer signs with another key"],
      bitcoin: ["a signer with another key"],
      liquid: ["a signer with another key", "two signatures of one digest differ"]
    }
  },
  {
    case: "the receiver is blocked by the token",
    on: {
      evm: [
        "the token blocks the receiver: it stays refused when it no longer does",
        "the token blocks the receiver between the dry run and the block"
      ],
      solana: [
        "the receiver's tokens are frozen: it stays refused when they no longer are",
        "the receiver's tokens are frozen between the dry run and the block"
      ],
      tron: [
        "the token blocks the receiver",
        "the token blocks the receiver between the trial and the block: REVERT, and the fee is burnt"
      ],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "our treasury is blocked by the token",
    on: {
      evm: ["the token blocks our treasury"],
      solana: ["our treasury is frozen", "our treasury is frozen between the dry run and the block"],
      tron: ["the token blocks the treasury"],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "the wallet that spends is blocked by the token",
    on: {
      evm: ["the token blocks the wallet"],
      solana: ["the wallet's tokens are frozen"],
      tron: ["the token blocks the wallet"],
      bitcoin: [noSpends],
      liquid: [noSpends]
    }
  },
  {
    case: "the token is paused, and then no longer",
    on: {
      evm: ["the token is paused", "the token is paused between the dry run and the block"],
      solana: ["the token is paused, and then no longer"],
      tron: [
        "the token is paused",
        "the token is paused between the trial and the block: REVERT, the fee is burnt, and it is made anew"
      ],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "the token is paused between the dry run and the block of a spend",
    on: {
      evm: ["the token is paused between the dry run and the block of a spend: its bytes are used up"],
      solana: [{ because: "its token programs take back the whole transaction, which a used-up nonce shows" }],
      tron: ["the token is paused between the trial and the block of a spend: its bytes are used up"],
      bitcoin: [noSpends],
      liquid: [noSpends]
    }
  },
  {
    case: "the token keeps a fee",
    on: {
      evm: ["the token keeps a fee of each transfer", {
        file: "chain/evm/findings.test.ts",
        title: "is never Done when it changes on the way"
      }],
      solana: [
        "the token takes a fee for itself since we started",
        "a transaction succeeds, and less arrives than was sent"
      ],
      tron: ["a token keeps a fee of each transfer", "a token begins to keep a fee after a delivery"],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "the token is not the one that the settings name",
    on: {
      evm: ["the token's code is not the one of the settings"],
      solana: [{
        file: "chain/solana/solana.test.ts",
        title: "a token with other decimals, of another program, or that is none is found"
      }],
      tron: [{
        because:
          "what it checks at the start is the chain and its tokens' decimals; no row changes a token of the model"
      }],
      bitcoin: [noContract],
      liquid: ["an asset that the settings do not have: they may have it later"]
    }
  },
  {
    case: "the token answers false, or nothing, and moves nothing",
    on: {
      evm: ["the token answers false, and moves nothing", "the token says nothing, and moves nothing"],
      solana: [{ because: "its token programs answer nothing: a transfer moves or the whole transaction fails" }],
      tron: ["a token answers true and moves nothing: a person has to look", "USDT answers false when it moved"],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "the receiver is the token itself",
    on: {
      evm: ["the receiver is the token's contract"],
      solana: ["the receiver is the mint"],
      tron: [
        "to the token's contract",
        "to the contract of another token that is configured",
        "a spend to our own fee account, and one to the token's contract"
      ],
      bitcoin: [noContract],
      liquid: [noContract]
    }
  },
  {
    case: "the receiver is the zero address, or another that is no one's",
    on: {
      evm: ["the receiver is the zero address", "the receiver is the EntryPoint"],
      solana: ["the receiver is the system program"],
      tron: ["to the zero address"],
      bitcoin: [onlyScripts],
      liquid: [onlyScripts]
    }
  },
  {
    case: "the receiver is our own account",
    on: {
      evm: ["the receiver is our treasury", "the receiver pays for our gas"],
      solana: ["the receiver is our treasury", "the receiver pays our fees"],
      tron: ["to our own treasury", "to our own fee account"],
      bitcoin: ["the treasury's own address"],
      liquid: ["our own treasury as the receiver"]
    }
  },
  {
    case: "an address of another network, or none",
    on: {
      evm: ["an address of another network", "an address whose checksum is wrong"],
      solana: ["an address of another network"],
      tron: ["to an address of another network"],
      bitcoin: ["an address of another network", "no address at all", "another asset", "another network"],
      liquid: ["an address of another network of Liquid", "an address of Bitcoin"]
    }
  },
  {
    case: "nothing, or less",
    on: {
      evm: ["nothing is to be sent", "less than nothing is to be sent"],
      solana: ["nothing is to be sent", "less than nothing is to be sent"],
      tron: ["of nothing", "a spend of nothing"],
      bitcoin: ["nothing", "less than nothing"],
      liquid: ["0 units", "a negative amount"]
    }
  },
  {
    case: "the least amount",
    on: {
      evm: ["one unit"],
      solana: [{ because: "no row sends one unit; every unit is one to the token programs" }],
      tron: ["of one unit"],
      bitcoin: ["one less than nodes relay"],
      liquid: ["L-BTC in the open below what nodes relay"]
    }
  },
  {
    case: "all that there is, and more than can be",
    on: {
      evm: ["all that the treasury holds", "more than a token can count", "the wallet holds less than it spends"],
      solana: ["more than a token account can hold", "the wallet holds less than it spends"],
      tron: ["the wallet holds less than it spends"],
      bitcoin: ["exactly what the treasury holds with the fee"],
      liquid: ["all that a coin holds: no DePix comes back", "more than an output can hold"]
    }
  }
]
