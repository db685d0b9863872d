// Receipts as PDF. The library is loaded when the first one is requested. Invariant: the bytes depend on the lines alone, so
// the document is dated by its payment.
import { Effect, Layer } from "effect"
import { ReceiptPrinter } from "../../core/ports/receipt-printer.ts"
import type { ReceiptLines, ReceiptSection } from "../../core/standards/pix/receipt-lines.ts"

const page = { width: 419.53, height: 595.28, margin: 36 }
const inner = page.width - 2 * page.margin
const column = { label: 128, gap: 10 }
const ink = { text: "#16211c", quiet: "#55625b", line: "#d5ddd8", brand: "#0b5d3b", warning: "#8a3b00" }

type Document = PDFKit.PDFDocument

const rule = (doc: Document): void => {
  doc.moveTo(page.margin, doc.y).lineTo(page.width - page.margin, doc.y).lineWidth(0.75).stroke(ink.line)
}

const row = (doc: Document, label: string, value: string): void => {
  const top = doc.y
  const left = page.margin + column.label + column.gap
  doc.font("Helvetica").fontSize(9).fillColor(ink.quiet).text(label, page.margin, top, { width: column.label })
  const after = doc.y
  doc.fillColor(ink.text).text(value, left, top, { width: page.width - page.margin - left })
  doc.y = Math.max(after, doc.y) + 4
}

const section = (doc: Document, { heading, rows }: ReceiptSection): void => {
  doc.y += 8
  rule(doc)
  doc.y += 9
  doc.font("Helvetica-Bold").fontSize(10).fillColor(ink.text).text(heading, page.margin, doc.y, { width: inner })
  doc.y += 5
  for (const [label, value] of rows) row(doc, label, value)
}

const draw = (doc: Document, lines: ReceiptLines): void => {
  doc.rect(0, 0, page.width, 8).fill(ink.brand)
  doc.font("Helvetica-Bold").fontSize(15).fillColor(ink.text)
    .text(lines.title, page.margin, page.margin, { width: inner })
  doc.y += 4
  doc.font("Helvetica").fontSize(10).fillColor(ink.brand).text(lines.status, page.margin, doc.y, { width: inner })
  doc.y += 6
  doc.font("Helvetica-Bold").fontSize(24).fillColor(ink.text).text(lines.amount, page.margin, doc.y, { width: inner })
  if (lines.warning !== null) {
    doc.y += 4
    doc.font("Helvetica-Bold").fontSize(9).fillColor(ink.warning)
      .text(lines.warning, page.margin, doc.y, { width: inner })
  }
  for (const each of lines.sections) section(doc, each)
  doc.y += 8
  rule(doc)
  doc.y += 9
  doc.font("Helvetica").fontSize(8).fillColor(ink.quiet).text(lines.footer, page.margin, doc.y, { width: inner })
}

const print = async (lines: ReceiptLines): Promise<Uint8Array<ArrayBuffer>> => {
  const { default: PDFDocument } = await import("pdfkit")
  const date = new Date(lines.at)
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: page.margin,
    lang: lines.language,
    displayTitle: true,
    info: { Title: lines.title, Creator: "Pontepay", Producer: "Pontepay", CreationDate: date, ModDate: date }
  })
  const chunks: Array<Uint8Array> = []
  const whole = new Promise<void>((resolve, reject) => {
    doc.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    doc.once("end", resolve)
    doc.once("error", reject)
  })
  draw(doc, lines)
  doc.end()
  await whole
  return Uint8Array.from(Buffer.concat(chunks))
}

/** Makes receipts with pdfkit, which has to be installed. */
export const layer: Layer.Layer<never> = Layer.succeed(ReceiptPrinter, {
  print: (lines) => Effect.promise(() => print(lines))
})
