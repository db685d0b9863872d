// Whose a change set is. One commit is on one shard, so everything in it belongs to one account, or all of it to the operator
// (0170). What is exempt is a table here, with the reason of each.
import { digitsIn, operatorOwner } from "../../base/ids/ids.ts"
import { kindNameOf } from "../ledger/journal.ts"
import type { ChangeSet } from "./store.ts"

/** A part of a change set with its owner, as far as it names one, and the shard digits that its owner or name ends in. */
interface Part {
  readonly what: string
  readonly owner?: string | undefined
  readonly digits: string | undefined
}

/** What stands beside the rows of any account, by what it is, with the reason. */
export const exemptions = {
  accounts: {
    "pix-settlement": "an account of the service: each shard has one, and its balance is the sum over the shards",
    treasury: "as pix-settlement",
    conversion: "as pix-settlement",
    "fee-income": "as pix-settlement",
    losses: "as pix-settlement",
    custody: "as pix-settlement",
    "network-fees": "as pix-settlement",
    "float-free": "is the service's own: a shard counts on a part of what a treasury holds",
    "float-reserved": "as float-free",
    "float-seen": "as float-free"
  },
  records: {
    providerFact:
      "is the trace of a provider's fact under the provider's own ids, stored with what the fact changed: in two commits, a crash between them would lose the fact, or the same event could count twice",
    evmRelayer:
      "counts the nonces of the service's own key, in the commit that stores the transaction with the nonce (0077): one nonce stored without the other blocks the key or pays twice",
    bitcoinCoin:
      "says which of the service's own coins a delivery has, in the commit that stores its recipe (0241): a coin without its recipe is lost, a recipe without its coins spends what another has",
    liquidCoin: "as bitcoinCoin (0242)",
    solanaNonce:
      "says which spend has one of the service's own nonce accounts, in the commit that stores the message made over its value (0244): two spends on one value would take each other's place",
    solanaRent:
      "counts the token accounts that the service paid for a holder, in the commit before which nothing was sent (0245): counted apart, a crash between the two would pay for more"
  }
} as const

/** Whether something of this name is in one of the tables. */
const isExempt = (table: Readonly<Record<string, string>>, name: string): boolean => Object.hasOwn(table, name)

/**
 * The parts of a change set that belong to somebody. Records and entries have an owner; jobs, ends of jobs and
 * ledger accounts are known by the ids in their names, so of those two accounts with equal digits look alike. A name that others
 * gave (the end-to-end id of a PIX, the caller's id of a command) says nothing, and its part goes where the others are.
 */
const partsOf = ({ entries, finished, jobs, writes }: ChangeSet): ReadonlyArray<Part> => [
  ...writes.filter(({ kind }) => !isExempt(exemptions.records, kind)).flatMap(({ id, kind, owner }) => [
    { what: `${kind} ${id}`, digits: digitsIn(id) },
    {
      what: `${kind} ${id}`,
      owner,
      // What the operator keeps about a record is found by that record's id, so it is on the shard of that one.
      digits: owner === operatorOwner ? digitsIn(id) ?? digitsIn(owner) : digitsIn(owner)
    }
  ]),
  ...entries.flatMap(({ id, owner, postings }) => [
    { what: `entry ${id}`, owner, digits: digitsIn(owner) },
    ...postings.filter(({ account }) => !isExempt(exemptions.accounts, kindNameOf(account))).map(({ account }) => ({
      what: `posting on ${account}`,
      owner: /\/(acc_.+)$/.exec(account)?.[1],
      digits: digitsIn(account)
    }))
  ]),
  ...jobs.map(({ id, subject }) => ({ what: `job ${id}`, digits: digitsIn(subject) })),
  ...finished.map(({ id }) => ({ what: `end of job ${id}`, digits: digitsIn(id) }))
]

/** Two parts of a change set that belong to two owners; undefined when there are none. */
export const mixedParts = (changes: ChangeSet): readonly [string, string] | undefined => {
  const parts = partsOf(changes)
  return different(parts, ({ owner }) => owner) ?? different(parts, ({ digits }) => digits)
}

const different = (
  parts: ReadonlyArray<Part>,
  of: (part: Part) => string | undefined
): readonly [string, string] | undefined => {
  const named = parts.filter((part) => of(part) !== undefined)
  const [first] = named
  const other = named.find((part) => first !== undefined && of(part) !== of(first))
  return first === undefined || other === undefined
    ? undefined
    : [`${first.what} of ${of(first)}`, `${other.what} of ${of(other)}`]
}
