// A QR code (ISO/IEC 18004) of a text, as SVG for pages and as PNG for mail and print. Both draw the same modules.
import { crc32, deflateSync } from "node:zlib"
import { encode } from "uqr"

/** Modules of the quiet zone that readers need on each side. */
const quiet = 4

/** Rows of modules, dark ones true, quiet zone included. A code that is scratched or dimmed by 15 % still reads. */
export const modulesOf = (text: string): ReadonlyArray<ReadonlyArray<boolean>> =>
  encode(text, { ecc: "M", border: quiet }).data

// Runs of dark modules, one rectangle each.
const pathOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string =>
  rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return []
      const end = row.indexOf(false, x)
      const length = (end === -1 ? row.length : end) - x
      return [`M${x} ${y}h${length}v1h-${length}z`]
    })
  ).join("")

/** The code as an SVG image that readers of pages know by a name; black on white also where the page is dark. */
export const qrSvg = (text: string, name: string): string => {
  const rows = modulesOf(text)
  const size = rows.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-label="${name}" `
    + `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
    + `<path fill="#000" d="${pathOf(rows)}"/></svg>`
}

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

// One bit a pixel, the first in the highest place; 1 is white (PNG 6.1, 7.2). Each row begins with its filter: none.
const rowOf = (row: ReadonlyArray<boolean>, scale: number): Uint8Array => {
  const bytes = Buffer.alloc(1 + Math.ceil(row.length * scale / 8))
  for (let x = 0; x < row.length * scale; x += 1) {
    const at = 1 + (x >> 3)
    if (row[Math.floor(x / scale)] === false) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7))
  }
  return bytes
}

const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The code as a PNG of one bit a pixel, `scale` pixels a module. */
export const qrPng = (text: string, scale = 8): Uint8Array<ArrayBuffer> => {
  const rows = modulesOf(text)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(rows.length * scale, 0)
  header.writeUInt32BE(rows.length * scale, 4)
  // One bit of grey, deflated, not interlaced.
  header[8] = 1
  const pixels = Buffer.concat(rows.flatMap((row) => Array.from({ length: scale }, () => rowOf(row, scale))))
  return Uint8Array.from(Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", new Uint8Array())
  ]))
}
