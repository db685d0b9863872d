// A statement as OFX 2.2: the operations that were carried out, worth in reais, and what came back of them. OFX asks for a
// balance, and no one holds reais here: it is what the operations of the window come to (decision 0137).
import { printBrl } from "../../base/money/decimal.ts"
import type { Cents } from "../../base/money/units.ts"
import { isoInstant } from "../../base/time/instant.ts"
import type { OperationType } from "../../engine/resource/statement-source.ts"
import type { RowOf } from "./operation.ts"

/** The window and the account of a file; instants in Unix milliseconds. */
export interface OfxOf {
  readonly subAccountId: string
  readonly from: number
  readonly to: number
  readonly now: number
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

// 20261121T10:00:00.000Z as OFX writes instants.
const stamp = (iso: string): string => `${iso.replace(/[-:TZ]/g, "")}[0:GMT]`

const kinds: Readonly<
  Record<OperationType, { readonly type: string; readonly sign: "" | "-"; readonly name: string }>
> = {
  DEPOSIT_ASSET: { type: "CREDIT", sign: "", name: "PIX in" },
  PIX_OUT: { type: "DEBIT", sign: "-", name: "PIX out" },
  LIGHTNING_OUT: { type: "DEBIT", sign: "-", name: "PIX out by Lightning" },
  WALLET_TRANSFER: { type: "XFER", sign: "-", name: "Wallet transfer" },
  FEE: { type: "FEE", sign: "-", name: "Fee" }
}

/** Everything before the operations. */
export const ofxHead = ({ from, now, subAccountId, to }: OfxOf): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>${
    stamp(isoInstant(now))
  }</DTSERVER><LANGUAGE>POR</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>
<STMTRS><CURDEF>BRL</CURDEF>
<BANKACCTFROM><BANKID>PONTEPAY</BANKID><ACCTID>${
    // OFX allows 22 characters; the end of an id is what tells ids apart.
    escaped(subAccountId.slice(-22))}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>${stamp(isoInstant(from))}</DTSTART><DTEND>${stamp(isoInstant(to))}</DTEND>
`

/** What a row moved: its amount in cents, below zero when it left, and what came back of it under an id of its own. */
interface OfxTransaction {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly cents: bigint
}

const movementsOf = ({ operation, row }: RowOf): ReadonlyArray<OfxTransaction> => {
  const { name, sign, type } = kinds[row.type]
  if (row.type === "FEE") return [{ id: row.id, type, name, cents: 0n - operation.fee }]
  // What a holder received from another one is the other side of a transfer.
  const isReceived = row.type === "WALLET_TRANSFER" && row.id.endsWith("/received")
  const isOut = sign === "-" && !isReceived
  const signed = (cents: bigint, leaves: boolean): bigint => leaves ? -cents : cents
  const moved = { id: row.id, type, name, cents: signed(operation.value ?? 0n, isOut) }
  if (operation.returned === 0n) return [moved]
  return [moved, {
    id: `${row.id}/returned`,
    type: isOut ? "CREDIT" : "DEBIT",
    name: `${name}, returned`,
    cents: signed(operation.returned, !isOut)
  }]
}

const amount = (cents: bigint): string => `${cents < 0n ? "-" : ""}${printBrl((cents < 0n ? -cents : cents) as Cents)}`

/** The operations among rows that were carried out, and what they come to (cents; may be below zero). */
export const ofxRows = (rows: ReadonlyArray<RowOf>): { readonly text: string; readonly net: bigint } => {
  const posted = rows.filter(({ operation: { isDone, value } }) => isDone && value !== null).flatMap((shown) => {
    const { asset, createdAt, endToEndId, network, txHash } = shown.row
    const memo = escaped(`${asset} ${network} ${endToEndId ?? txHash ?? ""}`.trim().slice(0, 255))
    return movementsOf(shown).map(({ cents, id, name, type }) => ({
      net: cents,
      text: `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${stamp(createdAt)}</DTPOSTED><TRNAMT>${
        amount(cents)
      }</TRNAMT><FITID>${escaped(id)}</FITID><NAME>${name}</NAME><MEMO>${memo}</MEMO></STMTTRN>\n`
    }))
  })
  return {
    text: posted.map(({ text }) => text).join(""),
    net: posted.reduce((sum, each) => sum + each.net, 0n)
  }
}

/** Everything after the operations, which come to `net` cents. */
export const ofxFoot = ({ now }: OfxOf, net: bigint): string =>
  `</BANKTRANLIST>
<LEDGERBAL><BALAMT>${amount(net)}</BALAMT><DTASOF>${stamp(isoInstant(now))}</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
