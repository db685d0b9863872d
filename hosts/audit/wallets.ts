// Wallets and what leaves them: `wallet-holds`, `wallet-mirror`, `pin-attempts` and `wallet-context`. The ledger decides what a wallet may spend of USDT on polygon; all else is the chain's.
import type { Body } from "./bodies.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import { mirrorTemplates, spendingTemplates } from "./templates.ts"
import { cameIn } from "./payment-file.ts"

const isMirrored = ({ asset, network }: { readonly asset: string; readonly network: string }): boolean =>
  asset === "USDT" && network === "polygon"

/** What a wallet spends, and what became of it. */
interface Spending {
  readonly record: string
  readonly operationId: string
  readonly walletId: string
  readonly asset: string
  readonly network: string
  readonly units: string
  readonly end: "held" | "spent" | "released"
}

const endOfPayout = (payout: Body<"payout">): Spending["end"] =>
  cameIn(payout) ? "spent" : payout.state === "FAILED" ? "released" : "held"

const endsOfTransfer = { SUBMITTED: "held", CONFIRMED: "spent", FAILED: "released" } as const

const spendingsIn = ({ of }: Evidence): ReadonlyArray<Spending> => [
  ...[...of.payout.values()].map((payout) => ({
    ...payout,
    record: `payout ${payout.id} (${payout.state})`,
    operationId: `debit/${payout.id}`,
    end: endOfPayout(payout)
  })),
  ...[...of.transfer.values()].map((transfer) => ({
    ...transfer,
    record: `transfer ${transfer.id} (${transfer.state})`,
    operationId: `transfer/${transfer.id}`,
    end: endsOfTransfer[transfer.state]
  }))
]

const walletHolds: Invariant<Evidence> = {
  name: "wallet-holds",
  holds:
    "what a wallet spends of its mirrored asset is held once, and then spent or released once, as its operation ended",
  of: "operations",
  inspect: (evidence, inspection) => {
    const known = new Set<string>()
    for (const spending of spendingsIn(evidence)) {
      inspection.look()
      const { asset, end, operationId, record, units, walletId } = spending
      inspection.require(!known.has(operationId), record, "another operation has its id", "one operation", operationId)
      known.add(operationId)
      const booked = isMirrored(spending)
      const [wallet, holds] = [`wallet/${walletId}`, `wallet-holds/${walletId}`]
      const amount = BigInt(units)
      requireBooked(inspection, record, evidence.bookedFor(operationId), spendingTemplates, [
        ...dueIf(booked, `${operationId}/walletHeld`, moved(asset, amount, wallet, holds)),
        ...dueIf(booked && end === "spent", `${operationId}/walletSpent`, moved(asset, amount, holds, "custody")),
        ...dueIf(booked && end === "released", `${operationId}/walletReleased`, moved(asset, amount, holds, wallet))
      ])
    }
    for (const { id, source, template } of evidence.otherEntries()) {
      if (!spendingTemplates.includes(template)) continue
      const problem = "it holds or spends for an operation that is not on record"
      inspection.require(known.has(source), `entry ${id}`, problem, "a payout or transfer", source)
    }
  }
}

const walletMirror: Invariant<Evidence> = {
  name: "wallet-mirror",
  holds: "a wallet's books are brought to its chain by one adjustment at a time, each on the wallet's own account",
  of: "wallets",
  inspect: (evidence, inspection) => {
    for (const { id } of evidence.of.wallet.values()) {
      inspection.look()
      const entries = evidence.bookedFor(id).filter(({ template }) => mirrorTemplates.includes(template))
      const steps = evidence.version("walletMirror", id) ?? 0
      const numbers = entries.map((entry) => Number(entry.id.slice(entry.id.lastIndexOf("/") + 1))).toSorted((a, b) =>
        a - b
      )
      inspection.equal(
        `wallet ${id}`,
        "its adjustments are not those that its mirror counted",
        listed(Array.from({ length: steps }, (_, step) => String(step))),
        listed(numbers.map(String))
      )
      for (const entry of entries) {
        const accounts = entry.postings.map(({ account, asset }) => `${account} ${asset}`).toSorted()
        const own = ["custody USDT", `wallet/${id} USDT`]
        inspection.equal(
          `entry ${entry.id}`,
          "it adjusts another account than its wallet's",
          listed(own),
          listed(accounts)
        )
        const isUp = entry.postings.some(({ account, amount }) => account === "custody" && !amount.startsWith("-"))
        inspection.equal(
          `entry ${entry.id}`,
          "its direction is not that of its name",
          isUp ? "walletReceived" : "walletReduced",
          entry.template
        )
      }
    }
    for (const { id } of evidence.of.walletMirror.values()) {
      inspection.require(evidence.of.wallet.has(id), `mirror ${id}`, "there is no such wallet", "a wallet", "none")
    }
  }
}

const mostAttempts = 3

const pinAttempts: Invariant<Evidence> = {
  name: "pin-attempts",
  holds: "never more than three attempts on a holder's PIN count, each written down before it is checked and in order",
  of: "PIN states",
  inspect: (evidence, inspection) => {
    for (const { attempts, counted, id, owner } of evidence.of.pinState.values()) {
      inspection.look()
      const record = `PIN state ${id}`
      inspection.require(
        attempts.length <= mostAttempts,
        record,
        "more attempts count than are allowed",
        `at most ${mostAttempts}`,
        String(attempts.length)
      )
      const isInOrder = attempts.every(({ at, number }, index) => {
        const before = attempts[index - 1]
        return number >= 1 && number <= counted && (before === undefined || before.number < number && before.at <= at)
      })
      inspection.require(
        isInOrder,
        record,
        "its attempts are not in the order in which they were counted",
        `numbers up to ${counted}, growing`,
        listed(attempts.map(({ number }) => String(number)))
      )
      const holder = evidence.of.subaccount.get(id)
      inspection.equal(record, "it is not of a holder of its owner", owner, holder?.owner ?? "no holder")
    }
  }
}

const walletStatus: Invariant<Evidence> = {
  name: "wallet-status",
  holds: "a holder has one default wallet, keys are sealed, and what a PIN session or a keys window is about is there",
  of: "wallets, PIN sessions and keys windows",
  inspect: (evidence, inspection) => {
    const defaults = new Map<string, string>()
    const holders = new Set(
      [...evidence.of.wallet.values()].filter(({ role }) => role === "default").map(({ subAccountId }) => subAccountId)
    )
    for (const { id, networks, protectedSymmetricKey, role, sealedSeed, subAccountId } of evidence.of.wallet.values()) {
      inspection.look()
      const record = `wallet ${id} (${role})`
      inspection.require(
        protectedSymmetricKey !== "" && sealedSeed !== "",
        record,
        "it has no sealed keys",
        "an envelope and a seed",
        "none"
      )
      if (role === "made") {
        inspection.require(networks.length === 1, record, "it is not on one network", "1", listed(networks))
        inspection.require(
          holders.has(subAccountId),
          record,
          "its holder has no default wallet",
          "a default wallet",
          "none"
        )
        continue
      }
      const other = defaults.get(subAccountId)
      const problem = "its holder has another default wallet"
      inspection.require(other === undefined, record, problem, "one default wallet", String(other))
      defaults.set(subAccountId, id)
    }
    for (const { id, owner } of evidence.of.keysRead.values()) {
      inspection.look()
      const found = evidence.of.wallet.get(id)?.owner ?? "no wallet"
      inspection.equal(`keys window ${id}`, "it is not of a wallet of its owner", owner, found)
    }
    for (const { id, owner, wallets } of evidence.of.keysHour.values()) {
      inspection.look()
      const record = `hour of keys ${id}`
      inspection.equal(record, "it is not of its owner", owner, id)
      inspection.require(wallets > 0, record, "it counts no wallet", "at least 1", String(wallets))
    }
    for (const { digest, expiresAt, id, usedAt } of evidence.of.pinSession.values()) {
      inspection.look()
      const record = `PIN session ${id}`
      inspection.require(
        usedAt === null || usedAt < expiresAt,
        record,
        "it was used after its end",
        `before ${expiresAt}`,
        String(usedAt)
      )
      const isDigest = /^[0-9a-f]{64}$/.test(digest)
      inspection.require(isDigest, record, "its token is not kept as a digest", "64 hex characters", "other text")
    }
  }
}

export const walletInvariants: ReadonlyArray<Invariant<Evidence>> = [
  walletHolds,
  walletMirror,
  pinAttempts,
  walletStatus
]
