// Operations as rows: the same columns for every kind, those left out that a kind never has.
import type { Answer } from "../api/wire.ts"
import { useSignedIn } from "../app/session.tsx"
import { useWords } from "../i18n/language.tsx"
import { Amount, Id, Nothing, Reais, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { type Column, Table } from "../parts/table.tsx"

export type Operation = Answer<"listDeposits">["rows"][number]
export type OperationKind = Operation["kind"]

const hasAsset = (kind: OperationKind | undefined): boolean => kind !== "dispute" && kind !== "lightningInvoice"

export const OperationTable = ({ caption, empty, emptyHint, kind, rows }: {
  readonly caption: string
  readonly rows: ReadonlyArray<Operation & { readonly counterparty?: string | null }>
  /** The kind of all rows; undefined where they are mixed. */
  readonly kind?: OperationKind
  readonly empty: string
  readonly emptyHint?: string
}) => {
  const { columns, kinds } = useWords()
  const { session } = useSignedIn()
  const isOperator = session.viewer.who === "operator"
  const all: ReadonlyArray<Column<(typeof rows)[number]> | undefined> = [
    kind === undefined ? { head: columns.kind, cell: (row) => kinds[row.kind], look: "fit" } : undefined,
    { head: columns.id, cell: (row) => <Id id={row.id} to={["records", row.recordId]} /> },
    kind === undefined
      ? { head: columns.counterparty, cell: (row) => row.counterparty ?? <Nothing /> }
      : undefined,
    { head: columns.status, cell: (row) => <Status status={row.status} kind={row.kind} />, look: "fit" },
    kind === "transfer" || kind === "swap"
      ? undefined
      : { head: columns.value, cell: (row) => <Reais value={row.valueBrl} />, look: "number" },
    hasAsset(kind)
      ? { head: columns.amount, cell: (row) => <Amount value={row.assetAmount} asset={row.asset} />, look: "number" }
      : undefined,
    kind === "deposit" || kind === "payout" || kind === "lightningInvoice"
      ? { head: columns.fee, cell: (row) => <Reais value={row.feeBrl} />, look: "number" }
      : undefined,
    hasAsset(kind) ? { head: columns.network, cell: (row) => row.network ?? "", look: "fit" } : undefined,
    kind === "dispute" ? { head: columns.endToEndId, cell: (row) => <Id id={row.endToEndId} /> } : undefined,
    isOperator
      ? { head: columns.account, cell: (row) => <Id id={row.accountId} to={["accounts", row.accountId]} /> }
      : undefined,
    { head: columns.created, cell: (row) => <When at={row.createdAt} />, look: "fit" }
  ]
  return (
    <Table
      caption={caption}
      columns={all.filter((column) => column !== undefined)}
      rows={rows}
      keyOf={(row) => `${row.kind} ${row.recordId}`}
      empty={empty}
      {...(emptyHint === undefined ? {} : { emptyHint })}
    />
  )
}
