// The map of personal data is whole: every kind of record is in it, and every text of a kind that names people is either named as
// personal or known to name no one.
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { personalFieldsOf } from "../../../../core/engine/store/personal.ts"
import { textsAt, without } from "../../../../core/operations/person/record-text.ts"
import { type PersonalKind, declaredIn, declaring, otherKinds, personalKinds } from "../../../support/record-kinds.ts"

interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Shape>
  readonly oneOf?: ReadonlyArray<Shape>
  readonly allOf?: ReadonlyArray<Shape>
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly additionalProperties?: Shape | boolean
}

/** The paths of the texts of a shape; one that only takes certain words is none. */
const textsOf = (shape: Shape, definitions: Readonly<Record<string, Shape>>, path: string): ReadonlyArray<string> => {
  const into = (part: Shape | undefined, at: string) => part === undefined ? [] : textsOf(part, definitions, at)
  if (shape.$ref !== undefined) return into(definitions[shape.$ref.split("/").at(-1) ?? ""], path)
  const { additionalProperties: more, properties = {} } = shape
  return [
    ...[...shape.anyOf ?? [], ...shape.oneOf ?? [], ...shape.allOf ?? []].flatMap((part) => into(part, path)),
    ...Object.entries(properties).flatMap(([name, part]) => into(part, path === "" ? name : `${path}.${name}`)),
    ...into(shape.items, `${path}.*`),
    ...(typeof more === "object" ? into(more, `${path}.*`) : []),
    ...(shape.type === "string" && shape.enum === undefined && shape.const === undefined ? [path] : [])
  ]
}

const pathsOf = ({ fields }: PersonalKind): ReadonlyArray<string> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.toCodecJson(Schema.Struct(fields) as Schema.Top))
  return [...new Set(textsOf(schema, definitions, ""))]
}

// Ids, amounts, names of ours and of networks, digests and pseudonyms: by the last part of their path.
const plain = new Set(
  ("id owner subAccountId walletId externalId numerator denominator source units transactionHash endToEndId payerIspb bankName ispb "
    + "accountType manualRefund duplicateFingerprint pixKeyDigest on from to trackId qrCode refundEndToEndId purpose about payload paymentId "
    + "minimumSats mostSats moved lost said ordered usedBy sats bolt11 maximumFee prepared height hash returnEndToEndId transferId requestId fee paymentHash preimage returnId "
    + "refundInvoice refundTxId senderAddress recipientAddress toSubAccountId txHash clientRequestId sparkAddress minAmountOut "
    + "maxLightningFee poolMinimum poolMaximum originTxHash output evm tron solana spark keyId importLabel subject sender eventId type digest "
    + "asset amount oldest most free error network says answers order state key status factId value movementId before reported proof "
    + "via account first receiptId entry movement by difference known what mark fact job task invariant transaction "
    + "program place day since providerStatus disputeId depositId commandId result action").split(" ")
)
// Where the same name is personal in another kind.
const plainPaths = new Set([
  // Staff.
  "operatorAct.by.name",
  "operatorAct.approvedBy.name",
  "approval.askedBy.name",
  "approval.decidedBy.name",
  "approval.askedFor",
  "payout.address",
  "payout.manualRefundsTo.address",
  "transfer.reference"
])

// Of the key owner, and of staff.
const notCustomers: ReadonlySet<string> = new Set(["account", "operator", "operatorEmail", "serviceToken"])

describe("the map of personal data §person-map", () => {
  it("has every kind of record, once", () => {
    const declared = declaring.flatMap(declaredIn)
    expect(declared.length).toBeGreaterThan(50)
    expect([...personalKinds.keys(), ...otherKinds.keys()].toSorted()).toEqual(declared.toSorted())
  })

  it.each([...personalKinds.values()])("knows of every text of a $kind whether it names somebody", (declared) => {
    const { kind } = declared
    const { fields, secrets } = personalFieldsOf(declared.personal)
    const paths = pathsOf(declared)
    const named = [...Object.keys(fields), ...secrets]
    expect(named.filter((path) => !paths.includes(path))).toEqual([])
    const unknown = paths.filter((path) =>
      !named.includes(path) && !plainPaths.has(`${kind}.${path}`) && !plain.has(path.split(".").at(-1) ?? "")
    )
    expect(unknown).toEqual([])
  })

  it("has no field of another kind under the name of a personal one", () => {
    const others = declaring.filter((source) => declaredIn(source).every((kind) => otherKinds.has(kind)))
      .filter((source) => !declaredIn(source).some((kind) => notCustomers.has(kind) || kind.startsWith("sandbox")))
    expect(others.length).toBeGreaterThan(20)
    const personal =
      /^ {2}(?:name|email|taxId|payer|payerName|fullName|phone|pixKey|receiver): (?:Schema|text|maybeText)\b/m
    expect(others.filter(({ text }) => personal.test(text)).flatMap(declaredIn)).toEqual([])
  })
})

describe("a text", () => {
  it("loses what is looked for, and keeps its numbers and names", () => {
    const values = new Set(["Li", "Ana Souza", "52998224725"])
    const body =
      "{\"Li\":\"Li\",\"value\":52998224725,\"n\":9007199254740993,\"said\":\"Ana Souza, 52998224725\",\"kind\":\"Lisbon\"}"
    expect(without(body, values, "erased")).toBe(
      "{\"Li\":\"erased\",\"value\":52998224725,\"n\":9007199254740993,\"said\":\"erased, erased\",\"kind\":\"Lisbon\"}"
    )
    expect(without("Ana Souza called", values, "erased")).toBe("erased called")
    expect(without(JSON.stringify([JSON.stringify({ by: "Ana Souza" })]), values, "erased"))
      .toBe(JSON.stringify([JSON.stringify({ by: "erased" })]))
  })

  it("is found in lists and where nothing is", () => {
    expect(textsAt({ legs: [{ name: "a" }, { name: null }, { name: "b" }] }, "legs.*.name")).toEqual(["a", "b"])
    expect(textsAt({ payer: null }, "payer.name")).toEqual([])
  })
})
