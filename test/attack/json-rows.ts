// Bodies that make readers of JSON disagree, or do more than read. Those of the first table are refused by every operation that
// takes JSON; those of the second are about the value of one field, in a request that is right but for it.
import type { Attempt } from "./attempt.ts"

type Body = string | Uint8Array

/** What is sent, and how it has to be refused. */
export interface JsonAttempt extends Attempt<{ readonly status: number }> {
  readonly body: Body
  readonly type?: string
}

const refused = { status: 400 }
const unsupported = { status: 415 }
const tooLarge = { status: 413 }

const bodies = (expected: JsonAttempt["expected"], those: Readonly<Record<string, Body>>): ReadonlyArray<JsonAttempt> =>
  Object.entries(those).map(([name, body]) => ({ name, body, expected }))

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels)
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(" ", ""), "hex")

const typed = (type: string): JsonAttempt => ({
  name: `the type ${JSON.stringify(type)}`,
  body: "{\"name\":\"x\"}",
  type,
  expected: unsupported
})

/** For any operation that takes JSON. */
export const anyBody: ReadonlyArray<JsonAttempt> = [
  ...bodies(refused, {
    "a prototype": "{\"__proto__\":{\"polluted\":true}}",
    "a prototype that is escaped": "{\"\\u005f\\u005fproto\\u005f\\u005f\":{\"polluted\":true}}",
    "a prototype of a prototype": "{\"__proto__\":{\"__proto__\":{\"polluted\":true}}}",
    "a constructor": "{\"constructor\":{\"prototype\":{\"polluted\":true}}}",
    "a prototype in a list": "[{\"__proto__\":{\"polluted\":true}}]",
    "a prototype in depth": `${nested("{\"a\":", "", 20)}{"__proto__":{"polluted":true}}${"}".repeat(20)}`,
    "names of what objects have": "{\"toString\":1,\"valueOf\":1,\"hasOwnProperty\":1,\"toJSON\":1}",
    "a getter": "{\"__defineGetter__\":1,\"__lookupGetter__\":1}",
    "an empty name": "{\"\":1}",
    "a list": "[]",
    "a list of objects": "[{\"name\":\"x\"}]",
    null: "null",
    true: "true",
    "a number": "5",
    "a text": "\"x\"",
    nothing: "{",
    "two values": "{\"a\":1}{\"b\":2}",
    "a line after it": "{\"a\":1}\n{\"b\":2}",
    "garbage after it": "{\"a\":1}x",
    "a zero byte after it": "{\"a\":1}\u0000",
    "a comma too many": "{\"a\":1,}",
    "a comment": "{\"a\":1/**/}",
    "single quotes": "{'a':1}",
    "no quotes": "{a:1}",
    NaN: "{\"a\":NaN}",
    Infinity: "{\"a\":-Infinity}",
    "a number in hex": "{\"a\":0x10}",
    "a leading zero": "{\"a\":010}",
    "a plus": "{\"a\":+1}",
    "a point without digits": "{\"a\":1.}",
    "an exponent beyond every number": "{\"a\":1e999999}",
    "a million digits": `{"a":${"9".repeat(60_000)}}`,
    "a line break in a text": "{\"a\":\"b\nc\"}",
    "33 lists": nested("[", "]", 33),
    "30,000 lists": nested("[", "]", 30_000),
    "10,000 objects": `${nested("{\"a\":", "", 10_000)}1${"}".repeat(10_000)}`,
    "lists that are not closed": "[".repeat(60_000),
    "half a surrogate pair": "{\"a\":\"\\ud800\"}",
    "halves in the wrong order": "{\"a\":\"\\udc00\\ud800\"}",
    "a byte order mark": "\ufeff{\"a\":1}",
    "white space that is none": "\u00a0{\"a\":1}\u2028",
    "UTF-16": Buffer.from("{\"a\":1}", "utf16le"),
    "UTF-16 with its mark": hex("fffe 7b00 2200 6100 2200 3a00 3100 7d00"),
    "UTF-32": hex("0000007b 00000022 00000061 00000022 0000003a 00000031 0000007d"),
    "UTF-7": "+AHs-+ACI-a+ACI-:1+AH0-",
    "a quote in two bytes": hex("7b c0a2 61 c0a2 3a 31 7d"),
    "a surrogate in UTF-8": hex("7b 22 61 22 3a 22 eda080 22 7d"),
    "a character that is cut": hex("7b 22 61 22 3a 22 e282 22 7d"),
    "a byte of no character": hex("7b 22 61 22 3a 22 ff 22 7d"),
    "compressed bytes": hex("1f8b 0800 0000 0000 0003 ab56 4a54 b232 ac05 0056 8c6d 1607 0000 00"),
    "a form": "a=1&b=2",
    XML: "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
    "6,000 fields": `{${Array.from({ length: 6_000 }, (_, n) => `"f${n}":1`).join(",")}}`
  }),
  ...[
    "application/x-www-form-urlencoded",
    "text/plain",
    "text/json",
    "application/xml",
    "application/json-patch+json",
    "application/jsonp",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/ json",
    "json",
    "*/*",
    "application/json, text/plain",
    "text/plain; application/json"
  ].map(typed),
  { name: "a text of 10 MB", body: `{"a":"${"x".repeat(10_000_000)}"}`, expected: tooLarge },
  { name: "one byte above the limit", body: `{"a":"${"x".repeat(65_536 - 7)}"}`, expected: tooLarge }
]

/** Values of an amount in cents that are no whole number of cents. */
const amounts = [
  "50.5",
  "5000.000000001",
  "-5000",
  "-0",
  "1e-2",
  "1e308",
  "1e400",
  "9007199254740993",
  "999999999999999999999",
  "\"5000\"",
  "\"5e3\"",
  "\"0x1388\"",
  "\"5000 \"",
  "\"５０００\"",
  "\"٥٠٠٠\"",
  "\"5,000\"",
  "true",
  "null",
  "[5000]",
  "{\"value\":5000}",
  "\"\"",
  "\"NaN\"",
  "{\"$gt\":0}",
  "{\"toString\":\"5000\"}"
]

/** Texts that look like an id, or a name, that is there. */
const texts = [
  "\"x\\u0000\"",
  "\"\\u202ex\"",
  "\"x\\u200b\"",
  "[\"x\"]",
  "{\"$ne\":null}",
  "{\"length\":1}",
  "1",
  "true",
  "null",
  "\"\\ud800\"",
  "\"a\\nb\"",
  "\"a\\u0085b\"",
  "\"\"",
  `"${"x".repeat(60_000)}"`
]

/** Lines that hide in other letters, or names of other cases. */
const fieldsTwice: ReadonlyArray<readonly [name: string, text: string]> = [
  ["a field of another case", "\"Value\":1"],
  ["a field in full-width letters", "\"ｖａｌｕｅ\":1"],
  ["a field with a zero-width joiner", "\"value\\u200d\":1"],
  ["a field with a space", "\"value \":1"],
  ["a field with a zero byte", "\"value\\u0000\":1"],
  ["a field in a path", "\"payer.name\":\"x\""],
  ["a field in brackets", "\"value[0]\":1"],
  ["a field of the store", "\"owner\":\"acc_1\""],
  ["a field of the record", "\"state\":\"COMPLETED\""],
  ["a role", "\"isOperator\":true"],
  ["an amount that is delivered", "\"receivedAmount\":\"1000000\""]
]

const joined = (...parts: ReadonlyArray<string | Uint8Array>): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

/** A request that a more lenient reader would take as it is. */
const misread = (json: string): Readonly<Record<string, Body>> => {
  const named = (bytes: string): Uint8Array => joined(json.slice(0, -1), ",\"externalId\":\"", hex(bytes), "\"}")
  return {
    "after a byte order mark": `\ufeff${json}`,
    "in UTF-16": Buffer.from(json, "utf16le"),
    "with a byte of no character": named("61 ff"),
    "with a surrogate in UTF-8": named("61 eda080"),
    "with a letter in two bytes": named("c1a1"),
    "with a character that is cut": named("61 e282"),
    "with a zero byte after it": `${json}\u0000`,
    "with a value after it": `${json}{}`,
    "with a comma too many": `${json.slice(0, -1)},}`,
    "with a comment": `/**/${json}`,
    "in a list": `[${json}]`,
    "in a text": JSON.stringify(json),
    "after a zero byte": `\u0000${json}`,
    "as a form": `payload=${encodeURIComponent(json)}`
  }
}

/** Of a deposit, whose request is right but for this. */
export const depositBodies = (valid: Readonly<Record<string, unknown>>): ReadonlyArray<JsonAttempt> => {
  const { value: _, ...others } = valid
  const without = JSON.stringify(others).slice(0, -1)
  const whole = JSON.stringify(valid).slice(0, -1)
  return [
    ...bodies(refused, misread(JSON.stringify(valid))),
    ...amounts.map((amount) => ({
      name: `the amount ${amount}`,
      body: `${without},"value":${amount}}`,
      expected: refused
    })),
    ...["externalId", "subAccountId", "taxId", "asset", "network", "address"].flatMap((field) =>
      texts.map((text) => ({
        name: `${field} is ${text.slice(0, 30)}`,
        body: `${whole},"${field}":${text}}`,
        // Some of these characters are letters of somebody's own ids.
        expected: field === "subAccountId" && !/^[[{1tn]|^"(?:"|a|x{9}|\\ud)|0000/.test(text)
          ? { status: 404 }
          : refused
      }))
    ).filter(({ name }) => !/^externalId is "(?:\\u202e|x\\u200b)/.test(name)),
    ...fieldsTwice.map(([name, text]) => ({ name, body: `${whole},${text}}`, expected: refused })),
    // The last of two is what counts, as everywhere in JavaScript, and it is what was checked.
    { name: "an amount twice, the last one wrong", body: `${whole},"value":-1}`, expected: refused },
    { name: "an asset twice, the last one wrong", body: `${whole},"asset":"ETH"}`, expected: refused }
  ]
}
