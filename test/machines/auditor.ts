// The auditor of deposits: keeps only what really happened (who paid what, what the chain and the rail did, what was
// confirmed) and sums over it, and says what the books, the records and the events have to show. It shares no code with
// the core: whatever both would get wrong in the same way is written here a second time, from the specification.

const day = 86_400_000

/** One deposit as the auditor knows it. Amounts are cents, units smallest units of USDT. */
export interface Sheet {
  readonly id: string
  readonly externalId: string
  readonly trackId: string
  readonly address: string
  readonly value: bigint
  readonly fee: bigint
  /** When it is late to pay it, in Unix milliseconds. */
  readonly expiresAt: number
  units: bigint
  expired: boolean
  /** The PIX that funded it, in upper case. */
  funding: string | null
  surplus: number
  surplusReturned: number
  readonly returns: Map<string, bigint>
  /** The answer of the chain, as soon as it was heard. */
  delivery: "unknown" | "done" | "refused"
  /** Whether something came back before its delivery was sent: then nothing is delivered without a person. */
  isStopped: boolean
  /** What had been returned when the delivery was heard of. */
  returnedAtDelivery: bigint
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)

export const returned = (sheet: Sheet): bigint => sum(sheet.returns.values())

/** The status that the record has to show. */
export const statusOf = (sheet: Sheet): string => {
  if (sheet.funding === null) return sheet.expired ? "EXPIRED" : "PENDING"
  if (returned(sheet) === sheet.value) return "REFUNDED"
  if (sheet.delivery === "done") return "COMPLETED"
  return sheet.delivery === "refused" ? "FAILED" : "PROCESSING"
}

/** 2.5 % of a value, half up to the cent. */
export const feeOf = (value: bigint): bigint => (value * 250n + 5_000n) / 10_000n

/** Smallest units of USDT for cents at a price in hundredths of a real. */
const unitsFor = (cents: bigint, price: bigint): bigint => cents * 1_000_000n / price

export interface Expected {
  readonly balances: Readonly<Record<string, bigint>>
  /** How often each event was to be made, by name and deposit. */
  readonly events: Readonly<Record<string, number>>
  readonly reviews: number
}

export class Auditor {
  readonly sheets = new Map<string, Sheet>()
  /** Which deposit each PIX was booked for, by its id in upper case. */
  readonly receipts = new Map<string, Sheet>()
  /** Return ids that count, of all deposits. */
  readonly returnIds = new Set<string>()
  /** What a person has to look at, once each. */
  readonly reviews = new Set<string>()
  /** What each event of the provider reported first, by its id. */
  private readonly events = new Map<string, string>()
  /** Events of failed deliveries: those that came when the charge was still being processed. */
  private readonly failed = new Set<string>()
  /** Hundredths of a real for a whole USDT. */
  price = 500n

  created(parts: Pick<Sheet, "address" | "expiresAt" | "externalId" | "id" | "trackId" | "value">): Sheet {
    const fee = feeOf(parts.value)
    const sheet: Sheet = {
      ...parts,
      fee,
      units: unitsFor(parts.value - fee, this.price),
      expired: false,
      funding: null,
      surplus: 0,
      surplusReturned: 0,
      returns: new Map(),
      delivery: "unknown",
      isStopped: false,
      returnedAtDelivery: 0n
    }
    this.sheets.set(sheet.id, sheet)
    return sheet
  }

  // An event counts once; another fact under its id is for a person to look at, beside the deposit that it is about if that is
  // known by then.
  private isNews(eventId: string | undefined, fact: string, about?: Sheet): boolean {
    if (eventId === undefined) return true
    const before = this.events.get(eventId)
    if (before === undefined) this.events.set(eventId, fact)
    else if (before !== fact) this.reviews.add(`${about?.id ?? "no one"}: an event used again for ${fact}`)
    return before === undefined
  }

  /** A PIX settled; `isReturnedEarly` where returns of it were reported before and wait for it. */
  /** A PIX that the rail reports now, without a time of its own. */
  settled(
    sheet: Sheet,
    endToEndId: string,
    { eventId, isReturnedEarly, now }: {
      readonly eventId: string | undefined
      readonly isReturnedEarly: boolean
      readonly now: number
    }
  ): void {
    const id = endToEndId.toUpperCase()
    const isNews = this.isNews(eventId, `${sheet.id} paid by ${id}`)
    const known = this.receipts.get(id)
    if (known !== undefined) {
      if (known !== sheet) this.reviews.add(`${sheet.id} claims ${id}`)
      return
    }
    if (!isNews) return
    this.receipts.set(id, sheet)
    if (sheet.funding !== null) {
      sheet.surplus++
      return
    }
    if (now >= sheet.expiresAt) sheet.units = unitsFor(sheet.value - sheet.fee, this.price)
    sheet.funding = id
    if (isReturnedEarly) sheet.isStopped = true
  }

  /** A return that waits for its payment. */
  kept(endToEndId: string, returnId: string, value: bigint, eventId?: string): void {
    this.isNews(eventId, `${endToEndId.toUpperCase()} returned by ${returnId.toUpperCase()}: ${value}`)
  }

  /** A return that could not be placed in time. */
  unplaced(name: string): void {
    this.reviews.add(`${name} waits for its payment`)
  }

  /** A return; `isSent` says whether the delivery had been sent. */
  returnConfirmed(
    endToEndId: string,
    returnId: string,
    value: bigint,
    eventId: string | undefined,
    isSent: boolean
  ): void {
    const id = returnId.toUpperCase()
    const sheet = this.receipts.get(endToEndId.toUpperCase())
    const isNews = this.isNews(eventId, `${endToEndId.toUpperCase()} returned by ${id}: ${value}`, sheet)
    if (sheet === undefined) return
    if (this.returnIds.has(id)) {
      if (!sheet.returns.has(id)) this.reviews.add(`${sheet.id} returned by ${id} of another deposit`)
      return
    }
    if (sheet.funding !== endToEndId.toUpperCase()) return
    if (returned(sheet) + value > sheet.value) {
      this.reviews.add(`${sheet.id} over-returned by ${id} in ${statusOf(sheet)}`)
      return
    }
    if (!isNews) return
    if (!isSent && statusOf(sheet) === "PROCESSING" && returned(sheet) + value < sheet.value) {
      sheet.isStopped = true
      this.reviews.add(`${sheet.id} returned in part by ${id} before its delivery`)
    }
    this.returnIds.add(id)
    sheet.returns.set(id, value)
  }

  expired(sheet: Sheet): void {
    if (sheet.funding === null) sheet.expired = true
  }

  /** The rail could not be asked what was paid on a charge whose time has passed; after a day a person is. */
  notLookedUp(sheet: Sheet, now: number): void {
    if (now >= sheet.expiresAt + day) this.reviews.add(`${sheet.id} was not looked up`)
  }

  /** The rail had a day to report the return of a failed deposit. */
  returnOverdue(sheet: Sheet): void {
    if (statusOf(sheet) === "FAILED") this.reviews.add(`${sheet.id} was not returned in time`)
  }

  /** The chain's final answer was heard. */
  heard(sheet: Sheet, answer: "done" | "refused"): void {
    if (sheet.delivery !== "unknown") return
    const before = statusOf(sheet)
    if (answer === "refused") {
      if (before !== "PROCESSING") return
      this.failed.add(sheet.id)
      sheet.delivery = "refused"
      return
    }
    sheet.returnedAtDelivery = returned(sheet)
    sheet.delivery = "done"
    if (before === "REFUNDED") this.reviews.add(`${sheet.id} deliveredAfterReturn`)
  }

  /** What the books of an owner must show of these deposits. */
  expected(owner: string): Expected {
    const sheets = [...this.sheets.values()]
    const done = sheets.filter(({ delivery }) => delivery === "done")
    const owed = (sheet: Sheet) =>
      sheet.funding === null || sheet.delivery === "done" ? 0n : sheet.value - returned(sheet)
    const surplus = sum(sheets.map(({ surplus, surplusReturned, value }) => BigInt(surplus - surplusReturned) * value))
    const funded = sum(sheets.filter(({ funding }) => funding !== null).map((sheet) => sheet.value - returned(sheet)))
    const units = sum(done.map((sheet) => sheet.units))
    return {
      balances: {
        "pix-settlement BRL": funded + surplus,
        [`deposit-owed/${owner} BRL`]: -sum(sheets.map(owed)),
        [`surplus-owed/${owner} BRL`]: -surplus,
        "conversion BRL": -sum(done.map(({ fee, value }) => value - fee)),
        "conversion USDT": units,
        "treasury USDT": -units,
        "fee-income BRL": -sum(done.map(({ fee }) => fee)),
        "losses BRL": sum(done.map(returned))
      },
      events: Object.fromEntries(sheets.flatMap((sheet) => [
        [`DEPOSIT_ASSET_SUCCESS ${sheet.id}`, done.includes(sheet) && sheet.returnedAtDelivery < sheet.value ? 1 : 0],
        [`DEPOSIT_ASSET_FAILED ${sheet.id}`, this.failed.has(sheet.id) ? 1 : 0],
        [`DEPOSIT_ASSET_REFUNDED ${sheet.id}`, sheet.returns.size]
      ])),
      reviews: this.reviews.size
    }
  }
}
