// PINs: three wrong ones lock a holder's wallets for a day, no more and no less, and nothing is checked meanwhile. What the vault was
// shown and what people were told is watched here; how the service counts is its own affair.
import type { ClientRequest, Heard } from "../client.ts"
import type { Report } from "./judge.ts"

const second = 1_000
const day = 86_400 * second
/** Between the moment from which a lock counts and its being told lies what a process and a client may take. */
const slackMs = 60 * second
/** An attempt is checked so soon after it was counted. */
const checkedWithinMs = 12 * second

const toldWrong = new Set(["InvalidPin", "InvalidSwapPin"])

interface Wallet {
  /** Wrong ones that were told since the count began anew. */
  told: number
  /** When the third was told. */
  lockedAt: number | undefined
  /** When the last was checked before somebody was notified of a lock: once that is over, none of them counts. */
  wasLockedAt: number | undefined
  /** When the vault saw wrong ones that nothing has forgiven for certain. */
  wrong: ReadonlyArray<number>
  readonly rightAt: Map<number, number>
}

export class Pins {
  private readonly wallets = new Map<number, Wallet>()
  private readonly accounts: number
  private readonly report: Report
  private readonly now: () => number
  private readonly skewMs: () => number

  /** `accounts`: how many there are; `skewMs`: by how much clocks of processes differ at most. */
  constructor(accounts: number, report: Report, now: () => number, skewMs: () => number) {
    this.accounts = accounts
    this.report = report
    this.now = now
    this.skewMs = skewMs
  }

  /** Called with each look of the vault at a PIN of an account, for a step. */
  checked(account: number, step: number, isRight: boolean): void {
    const wallet = this.of(account)
    const now = this.now()
    if (this.isLocked(wallet, now)) {
      this.report(
        "pin-lockout-exact",
        `a PIN of account ${account} was checked for step ${step}, ${ago(now, wallet)} the third wrong one was told`
      )
    }
    const lockedAt = wallet.lockedAt ?? wallet.wasLockedAt
    if (lockedAt !== undefined && now >= lockedAt + day - this.slack()) this.anew(wallet)
    if (!isRight) wallet.wrong = [...wallet.wrong, now]
    else {
      wallet.rightAt.set(step, now)
      this.anew(wallet)
    }
  }

  /** What a step heard in the end. */
  told({ account, step }: ClientRequest, heard: Heard): void {
    const wallet = this.of(account)
    const now = this.now()
    if (heard._tag === "Answered") {
      const rightAt = wallet.rightAt.get(step)
      if (rightAt !== undefined) wallet.wrong = wallet.wrong.filter((at) => at >= rightAt - checkedWithinMs)
    }
    if (heard._tag !== "Refused") return
    if (toldWrong.has(heard.tag)) return this.wrongTold(wallet, { account, step, now })
    if (heard.tag === "PinLocked") this.lockTold(wallet, { account, step, now })
  }

  private wrongTold(wallet: Wallet, { account, now, step }: Moment): void {
    if (this.isLocked(wallet, now)) {
      this.report(
        "pin-lockout-exact",
        `step ${step} was told that its PIN is wrong, ${ago(now, wallet)} account ${account} had its third wrong one`
      )
    }
    wallet.told++
    if (wallet.told === 3) wallet.lockedAt = now
  }

  private lockTold(wallet: Wallet, { account, now, step }: Moment): void {
    const last = wallet.wrong.at(-1)
    if (wallet.wrong.length < 3 || last === undefined) {
      this.report(
        "pin-lockout-exact",
        `step ${step} was told that account ${account} is locked, after ${wallet.wrong.length} wrong PINs`
      )
    } else if (now > last + day + this.slack()) {
      this.report(
        "pin-lockout-exact",
        `step ${step} was told that account ${account} is locked, ${hours(now - last)} after its last wrong PIN`
      )
    } else {
      // One of the three may have been told to no one.
      wallet.wasLockedAt = last
    }
  }

  private isLocked({ lockedAt }: Wallet, now: number): boolean {
    return lockedAt !== undefined && now > lockedAt + 3 * this.skewMs() && now < lockedAt + day - this.slack()
  }

  private anew(wallet: Wallet): void {
    wallet.told = 0
    wallet.lockedAt = undefined
    wallet.wasLockedAt = undefined
  }

  private slack(): number {
    return slackMs + 2 * this.skewMs()
  }

  private of(account: number): Wallet {
    const wrapped = account % this.accounts
    const known = this.wallets.get(wrapped)
    if (known !== undefined) return known
    const wallet: Wallet = { told: 0, lockedAt: undefined, wasLockedAt: undefined, wrong: [], rightAt: new Map() }
    this.wallets.set(wrapped, wallet)
    return wallet
  }
}

interface Moment {
  readonly account: number
  readonly step: number
  readonly now: number
}

const hours = (ms: number): string => `${(ms / 3_600_000).toFixed(2)} hours`

const ago = (now: number, { lockedAt = now }: Wallet): string => `${hours(now - lockedAt)} after`
