// Reads the text of a PDF as our printer writes it: streams are inflated, and each operator that shows text is a line
// (ISO 32000-1 9.4.3).
import { inflateSync } from "node:zlib"

const streams = (pdf: Uint8Array): ReadonlyArray<string> => {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString("latin1")
  return [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].map(({ 0: found, index }) => {
    const from = index + found.length
    return inflateSync(bytes.subarray(from, text.indexOf("endstream", from))).toString("latin1")
  })
}

const shown = (operands: string): string =>
  [...operands.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("")

/** The lines of a PDF in the order in which they are shown. */
export const pdfLines = (pdf: Uint8Array): ReadonlyArray<string> =>
  streams(pdf).flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\]\s*TJ/g)].map(([, operands = ""]) => shown(operands))
  )
