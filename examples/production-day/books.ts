// The service's books beside the numbers of every stand-in, to the smallest unit.
import type { Data } from "./calls.ts"
import { Backend } from "./people.ts"
import { expectations, sumOf } from "./stand-in-numbers.ts"
import type { World } from "./world.ts"

/** A line of the comparison; amounts are smallest units, a debit of the books counts up. */
interface Line {
  readonly what: string
  readonly unit: string
  readonly books: bigint
  readonly theirs: bigint
  /** Whose numbers stand beside the books. */
  readonly whose: string
}

const decimals: Readonly<Record<string, number>> = { BRL: 2, USDC: 6, BTC: 8 }

const printed = (units: bigint, unit: string): string => {
  const places = decimals[unit]
  if (places === undefined) return String(units)
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0")
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The cents of an exact decimal. */
const smallest = (decimal: string | null): bigint => BigInt((decimal ?? "0.00").replace(".", ""))

/** What the trial balance says, by asset and kind of account. */
const balancesOf = ({ assets }: Data): ReadonlyMap<string, bigint> => {
  const named = assets as ReadonlyArray<{
    readonly asset: string
    readonly kinds: ReadonlyArray<{ readonly kind: string; readonly balance: string }>
  }>
  return new Map(
    named.flatMap(({ asset, kinds }) =>
      kinds.map(({ balance, kind }) => [`${asset} ${kind}`, BigInt(balance)] as const)
    )
  )
}

interface Row {
  readonly fact: string
  readonly ledgerAccount: string
  readonly debit: string | null
  readonly credit: string | null
}

/** The rows of the journal of the month, in São Paulo, on what is held at the PIX provider. */
const pixRows = async (acme: Backend): Promise<ReadonlyArray<Row>> => {
  const month = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 7)
  const rows: Array<Row> = []
  let cursor = ""
  do {
    const page = await acme.operate({ path: `/admin/journal?month=${month}${cursor}` })
    rows.push(...page["rows"] as ReadonlyArray<Row>)
    const { nextCursor } = page
    cursor = typeof nextCursor === "string" ? `&cursor=${encodeURIComponent(nextCursor)}` : ""
  } while (cursor !== "")
  return rows.filter(({ ledgerAccount }) => ledgerAccount === "pix-settlement")
}

const movedBy = (rows: ReadonlyArray<Row>, ...facts: ReadonlyArray<string>): bigint =>
  sumOf(rows.filter(({ fact }) => facts.includes(fact)), ({ credit, debit }) => smallest(debit ?? credit))

/** What is neither money of others nor of ours: what was seen of places, against itself. */
const seen = ["float-free", "float-reserved", "float-seen"]

const linesOf = async (world: World, people: ReadonlyArray<string>): Promise<ReadonlyArray<Line>> => {
  const acme = new Backend(world)
  const expected = expectations(world)
  const trial = await acme.operate({ path: "/admin/balance" })
  const balances = balancesOf(trial)
  const kinds = new Set(
    [...expected.kinds.keys(), ...balances.keys()].filter((key) => !seen.includes(key.split(" ")[1] ?? ""))
  )
  const byKind = [...kinds].toSorted().map((key): Line => {
    const [unit = "", kind = ""] = key.split(" ")
    const { units, whose } = expected.kinds.get(key) ?? { units: 0n, whose: "nothing is owed" }
    return { what: kind, unit, books: balances.get(key) ?? 0n, theirs: units, whose }
  })
  const rows = await pixRows(acme)
  const { received, returned, sent } = expected.pix
  const flow = (what: string, books: bigint, theirs: bigint): Line => ({
    what,
    unit: "BRL",
    books,
    theirs,
    whose: "Efí"
  })
  const statuses = await Promise.all(people.map((id) => acme.call({ path: `/api/kyc?subAccountId=${id}` })))
  const decided = (status: string) => BigInt(statuses.filter((each) => each["status"] === status).length)
  const count = (what: string, books: number | bigint, theirs: number | bigint, whose: string): Line => ({
    what,
    unit: "",
    books: BigInt(books),
    theirs: BigInt(theirs),
    whose
  })
  const listed = async (path: string, name: string): Promise<number> =>
    ((await acme.operate({ path }))[name] as ReadonlyArray<unknown>).length
  return [
    ...byKind,
    flow("PIX received", movedBy(rows, "depositReceived", "surplusReceived"), received),
    flow("PIX returned", movedBy(rows, "depositReturned", "surplusReturned"), returned),
    flow("PIX paid", movedBy(rows, "payoutSettled"), sent),
    count("payments", rows.filter(({ fact }) => fact === "payoutSettled").length, world.efi.payments.size, "Efí"),
    count("people approved", decided("APPROVED"), expected.people.approved, "Sumsub"),
    count("people rejected", decided("REJECTED"), expected.people.rejected, "Sumsub"),
    count("open operations", await listed("/admin/open", "open"), 0, "none is expected"),
    count("dead jobs", await listed("/admin/dead-jobs", "jobs"), 0, "none is expected"),
    count("reviews", await listed("/admin/reviews", "reviews"), 0, "none is expected"),
    count("unbalanced assets", trial["isBalanced"] === true ? 0 : 1, 0, "none is expected")
  ]
}

/** Prints the comparison; whether every line is equal. */
export const compare = async (world: World, people: ReadonlyArray<string>): Promise<boolean> => {
  const lines = await linesOf(world, people)
  const cells = lines.map(({ books, theirs, unit, what, whose }) => [
    what,
    unit,
    printed(books, unit),
    printed(theirs, unit),
    books === theirs ? "equal" : "DIFFERENT",
    whose
  ])
  const head = ["", "", "books", "theirs", "", "whose numbers"]
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)))
  const isAmount = (column: number): boolean => column === 2 || column === 3
  const text = [head, ...cells].map((row) =>
    row.map((cell, column) => isAmount(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))
      .join("  ").trimEnd()
  )
  process.stdout.write(`\n${text.join("\n")}\n`)
  return lines.every(({ books, theirs }) => books === theirs)
}
