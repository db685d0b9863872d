// QR codes: PNG and SVG draw the same modules, and a reader of its own finds the text again.
import { inflateSync } from "node:zlib"
import { encode } from "uqr"
import { describe, expect, it } from "vitest"
import { modulesOf, qrPng, qrSvg } from "../../../../hosts/http/api/qr.ts"
import { readQr } from "../../../support/qr-reader.ts"

type Modules = ReadonlyArray<ReadonlyArray<boolean>>

const texts = [
  "00020101021226600016sandbox.pontepay2536dep_01a1ffa8473c7e9094721794a821bf9352040000530398654071234.565802BR5916"
  + "PONTEPAY SANDBOX6009SAO PAULO62070503***63045257",
  "PIX",
  "1234567890",
  "São Paulo à noite: R$ 1.234,56",
  "00020101021226".repeat(20)
]

// The pixels of a PNG of one bit of grey whose rows have no filter; fails on any other.
const pixelsOf = (png: Uint8Array): Modules => {
  const bytes = Buffer.from(png)
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    chunks.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  expect(chunks.get("IEND")?.length).toBe(0)
  const stride = 1 + Math.ceil(width / 8)
  const data = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))
  expect(data.length).toBe(stride * height)
  return Array.from({ length: height }, (_, y) => {
    expect(data[y * stride]).toBe(0)
    return Array.from({ length: width }, (_, x) => ((data[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0)
  })
}

const inner = (rows: Modules): Modules => rows.slice(4, -4).map((row) => row.slice(4, -4))

describe("a QR code §charge-qr", () => {
  it.each(texts)("of %j reads as its text", (text) => {
    expect(readQr(inner(modulesOf(text)))).toBe(text)
    expect(inner(modulesOf(text))).toEqual(encode(text, { ecc: "M", border: 0 }).data)
  })

  it("has four light modules on each side", () => {
    const rows = modulesOf("PIX")
    for (const row of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(row).not.toContain(true)
    for (const row of rows) expect([...row.slice(0, 4), ...row.slice(-4)]).not.toContain(true)
  })

  it.each([1, 3, 8])("as PNG has %i pixels a module, each as the module is", (scale) => {
    const rows = modulesOf(texts[0] ?? "")
    const pixels = pixelsOf(qrPng(texts[0] ?? "", scale))
    expect(pixels.length).toBe(rows.length * scale)
    const found = Array.from({ length: rows.length }, (_, y) =>
      Array.from({ length: rows.length }, (_, x) => {
        const block = pixels.slice(y * scale, (y + 1) * scale).flatMap((row) => row.slice(x * scale, (x + 1) * scale))
        expect(new Set(block).size).toBe(1)
        return block[0] ?? false
      }))
    expect(found).toEqual(rows)
  })

  it("as SVG draws the same modules", () => {
    const rows = modulesOf("PIX")
    const svg = qrSvg("PIX", "name")
    const drawn = rows.map((row) => row.map(() => false))
    for (const [, x = "", y = "", length = ""] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
    }
    expect(drawn).toEqual(rows)
    expect(svg).toContain(`viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="name"`)
  })
})
