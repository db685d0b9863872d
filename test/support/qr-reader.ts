// Reads a QR code back from its modules, written from the standard (ISO/IEC 18004) and not from the maker's code. For codes of
// level M up to version 20 that no one has scratched: errors are not corrected.

type Modules = ReadonlyArray<ReadonlyArray<boolean>>

/** Codewords that correct errors in each block, and blocks, of level M by version (ISO/IEC 18004 table 9). */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

const centres = (version: number): ReadonlyArray<number> => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = 4 * version + 10
  const pause = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * pause)]
}

const isFunction = (version: number, x: number, y: number): boolean => {
  const size = 4 * version + 17
  const isCorner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)
  const isVersion = version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))
  const points = centres(version)
  const isOnFinder = (a: number, b: number) =>
    (a === 6 && b === 6) || (a === 6 && b === size - 7) || (a === size - 7 && b === 6)
  const isAlignment = points.some((a) =>
    points.some((b) => !isOnFinder(a, b) && Math.abs(a - x) <= 2 && Math.abs(b - y) <= 2)
  )
  return isCorner || isVersion || isAlignment || x === 6 || y === 6
}

const masks: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0
]

// Beside the first finder: level in two bits, mask in three, under a mask of their own.
const formatOf = (rows: Modules): { readonly level: number; readonly mask: number } => {
  const bits = [0, 1, 2, 3, 4].map((x) => rows[8]?.[x] === true ? 1 : 0)
  const value = bits.reduce<number>((sum, bit) => sum * 2 + bit, 0) ^ 0b10101
  return { level: value >> 3, mask: value & 7 }
}

const codewords = (rows: Modules, version: number, mask: number): ReadonlyArray<number> => {
  const size = rows.length
  const bits: Array<number> = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (isFunction(version, x, y)) continue
        bits.push((rows[y]?.[x] === true) !== masks[mask]?.(x, y) ? 1 : 0)
      }
    }
    isUp = !isUp
  }
  return Array.from(
    { length: bits.length >> 3 },
    (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => sum * 2 + bit, 0)
  )
}

// Blocks take turns; those at the end are one codeword longer than those before.
const deinterleaved = (all: ReadonlyArray<number>, version: number): ReadonlyArray<number> => {
  const count = blocks[version - 1] ?? 0
  const each = correction[version - 1] ?? 0
  const data = all.length - count * each
  const short = Math.floor(data / count)
  const long = data % count
  const made = Array.from({ length: count }, (): Array<number> => [])
  let at = 0
  for (let turn = 0; turn <= short; turn += 1) {
    for (let block = turn < short ? 0 : count - long; block < count; block += 1) made[block]?.push(all[at++] ?? 0)
  }
  return made.flat()
}

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

const textOf = (data: ReadonlyArray<number>, version: number): string => {
  const bits = data.map((byte) => byte.toString(2).padStart(8, "0")).join("")
  let at = 0
  const take = (count: number): number => Number.parseInt(bits.slice(at, at += count), 2)
  const wide = version > 9
  const bytes: Array<number> = []
  const put = (text: string) => bytes.push(...Buffer.from(text, "latin1"))
  for (;;) {
    const mode = at + 4 > bits.length ? 0 : take(4)
    if (mode === 0) return Buffer.from(bytes).toString("utf8")
    if (mode === 1) {
      for (let left = take(wide ? 12 : 10); left > 0; left -= 3) {
        const digits = Math.min(3, left)
        put(String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, "0"))
      }
    } else if (mode === 2) {
      for (let left = take(wide ? 11 : 9); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6)
        put(left > 1 ? `${alphanumeric[Math.floor(pair / 45)]}${alphanumeric[pair % 45]}` : alphanumeric[pair] ?? "")
      }
    } else if (mode === 4) {
      for (let left = take(wide ? 16 : 8); left > 0; left -= 1) bytes.push(take(8))
    } else {
      throw new Error(`mode ${mode} is not read here`)
    }
  }
}

/** The text of a code without its quiet zone. */
export const readQr = (rows: Modules): string => {
  const version = (rows.length - 17) / 4
  const { level, mask } = formatOf(rows)
  if (level !== 0) throw new Error(`level bits ${level} are not those of level M`)
  return textOf(deinterleaved(codewords(rows, version, mask), version), version)
}
