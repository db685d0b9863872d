// What is read of the central bank's answers: charges, PIX and returns, with amounts as integers.
import { Option, Result, Schema, SchemaGetter } from "effect"
import { parseDecimal, printBrl } from "../../core/base/money/decimal.ts"
import { type Cents, units, unitsUnsafe } from "../../core/base/money/units.ts"
import { EndToEndId, ReturnId } from "../../core/standards/pix/end-to-end-id.ts"

const isCents = (value: bigint): value is Cents => Result.isSuccess(units("BRL", value))

const CentsSchema = Schema.BigInt.pipe(Schema.refine(isCents, { expected: "an amount of reais" }))

/** Reais with two decimals, such as "37.00". */
export const Reais = Schema.String.check(Schema.isPattern(/^\d{1,10}\.\d{2}$/, { expected: "reais with two decimals" }))
  .check(
    Schema.makeFilter((text: string) => Result.isSuccess(parseDecimal("BRL", text)), { expected: "an amount of reais" })
  ).pipe(
    Schema.decodeTo(CentsSchema, {
      decode: SchemaGetter.transform((text: string) => Result.getOrThrow(parseDecimal("BRL", text))),
      encode: SchemaGetter.transform((value: bigint) => printBrl(unitsUnsafe("BRL", value)))
    })
  )

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i

/** RFC 3339 as Unix milliseconds. */
export const Instant = Schema.String.check(
  Schema.makeFilter((text: string) => instant.test(text) && !Number.isNaN(Date.parse(text)), { expected: "an instant" })
).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform((text: string) => Date.parse(text)),
    encode: SchemaGetter.transform((at: number) => new Date(at).toISOString())
  })
)

/** A return, ours or the rail's. */
export const Devolucao = Schema.Struct({
  id: Schema.String,
  rtrId: Schema.optionalKey(ReturnId),
  valor: Reais,
  natureza: Schema.optionalKey(Schema.NullOr(Schema.String)),
  horario: Schema.optionalKey(Schema.Struct({
    solicitacao: Schema.optionalKey(Instant),
    liquidacao: Schema.optionalKey(Instant)
  })),
  status: Schema.Literals(["EM_PROCESSAMENTO", "DEVOLVIDO", "NAO_REALIZADO"]),
  motivo: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type Devolucao = typeof Devolucao.Type

/** A PIX that came in. */
export const Pix = Schema.Struct({
  endToEndId: EndToEndId,
  txid: Schema.optionalKey(Schema.String),
  valor: Reais,
  horario: Instant,
  devolucoes: Schema.optionalKey(Schema.Array(Devolucao))
})
export type Pix = typeof Pix.Type

/** The same with returns that were not read yet. */
export const PixWithReturns = Schema.StructWithRest(
  Schema.Struct({ devolucoes: Schema.Array(Schema.Unknown) }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)

/** A charge. */
export const Cob = Schema.Struct({
  txid: Schema.String,
  status: Schema.String,
  calendario: Schema.Struct({ criacao: Instant, expiracao: Schema.Union([Schema.Int, Schema.NumberFromString]) }),
  valor: Schema.Struct({ original: Reais }),
  chave: Schema.String,
  location: Schema.optionalKey(Schema.String),
  loc: Schema.optionalKey(Schema.Struct({ location: Schema.optionalKey(Schema.String) })),
  pixCopiaECola: Schema.optionalKey(Schema.String),
  pix: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
export type Cob = typeof Cob.Type

/** A page of PIX. */
export const PixPage = Schema.Struct({
  parametros: Schema.Struct({
    paginacao: Schema.Struct({ paginaAtual: Schema.Int, quantidadeDePaginas: Schema.Int })
  }),
  pix: Schema.optionalKey(Schema.Array(Schema.Unknown))
})

/** A value by a schema; undefined where it is not of it. */
export const as = <A>(schema: Schema.Decoder<A>, value: unknown): A | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value))
