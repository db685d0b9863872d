// Credentials as an attacker shows them: altered in one place, cut, written otherwise, and signatures over something else. Whatever
// opens a door has its alterations here; a class of credentials that is new (sessions of operators) is one more row of the runner.

const next = (character: string): string => {
  const digits = "0123456789abcdef"
  const at = digits.indexOf(character)
  return at === -1 ? (character === "x" ? "y" : "x") : digits[(at + 1) % digits.length] ?? "0"
}

const replaced = (text: string, at: number): string => text.slice(0, at) + next(text[at] ?? "") + text.slice(at + 1)

/** Places of a text, so many and spread over it. */
const places = (text: string, most: number): ReadonlyArray<number> => {
  const step = Math.max(1, Math.ceil(text.length / most))
  return Array.from(text, (_, at) => at).filter((at) => at % step === 0 || at === text.length - 1)
}

/** A credential with something wrong, by what it is. */
export const alterations = (right: string, most: number): ReadonlyArray<readonly [how: string, wrong: string]> => [
  ...places(right, most).map((at) => [`wrong at ${at}`, replaced(right, at)] as const),
  ["without its first character", right.slice(1)],
  ["without its last character", right.slice(0, -1)],
  ["with a character more", `${right}0`],
  ["with a character before", `0${right}`],
  ["half of it", right.slice(0, right.length >> 1)],
  ["twice", right + right],
  ["backwards", Array.from(right).toReversed().join("")],
  ["in base64", Buffer.from(right).toString("base64url")],
  ["with a percent sign", `${right}%`],
  ["as a pattern", `${right.slice(0, -1)}*`],
  ["as an SQL tail", `${right}' or '1'='1`],
  ["none", "none"],
  ["undefined", "undefined"],
  ["null", "null"],
  ["zeros", "0".repeat(64)],
  [
    "a token without a signature",
    `${Buffer.from("{\"alg\":\"none\"}").toString("base64url")}.${right.split(".")[1] ?? "e30"}.`
  ]
]

/** What is wrong with how a message of the provider is signed, from what would be right. */
export const signatures: Readonly<Record<string, (right: Signed) => Readonly<Record<string, string>>>> = {
  "of another secret": ({ sign, timestamp }) => headersOf(timestamp, sign("another secret", timestamp)),
  "of no secret": ({ sign, timestamp }) => headersOf(timestamp, sign("", timestamp)),
  "over another body": ({ sign, timestamp }) => headersOf(timestamp, sign(undefined, timestamp, "{}")),
  "over the body alone": ({ sign }) => headersOf("", sign(undefined, "")),
  "of another time": ({ sign, timestamp }) => headersOf(timestamp, sign(undefined, String(Number(timestamp) - 1))),
  "from before the window": ({ sign, timestamp }) => signedAt(sign, Number(timestamp) - 400),
  "from after the window": ({ sign, timestamp }) => signedAt(sign, Number(timestamp) + 400),
  "in milliseconds": ({ sign, timestamp }) => signedAt(sign, Number(timestamp) * 1_000),
  "at no time": ({ sign }) => headersOf("", sign(undefined, "")),
  "at NaN": ({ sign }) => headersOf("NaN", sign(undefined, "NaN")),
  "at a time with a sign": ({ sign, timestamp }) => headersOf(`+${timestamp}`, sign(undefined, `+${timestamp}`)),
  "at a time with a fraction": ({ sign, timestamp }) => headersOf(`${timestamp}.0`, sign(undefined, `${timestamp}.0`)),
  "at a time in hex": ({ sign, timestamp }) => {
    const hex = `0x${Number(timestamp).toString(16)}`
    return headersOf(hex, sign(undefined, hex))
  },
  "at a time with zeros before it": ({ sign, timestamp }) =>
    headersOf(`000${timestamp}`, sign(undefined, `000${timestamp}`)),
  "that is cut": ({ sign, timestamp }) => headersOf(timestamp, sign(undefined, timestamp).slice(0, -1)),
  "that is empty": ({ timestamp }) => headersOf(timestamp, ""),
  "of zeros": ({ timestamp }) => headersOf(timestamp, "0".repeat(64)),
  twice: ({ sign, timestamp }) => headersOf(timestamp, sign(undefined, timestamp).repeat(2)),
  "with a scheme": ({ sign, timestamp }) => headersOf(timestamp, `sha256=${sign(undefined, timestamp)}`),
  "in base64": ({ sign, timestamp }) =>
    headersOf(timestamp, Buffer.from(sign(undefined, timestamp), "hex").toString("base64")),
  "without a time": ({ sign, timestamp }) => ({ "x-provider-signature": sign(undefined, timestamp) })
}

export interface Signed {
  /** Unix seconds, now. */
  readonly timestamp: string
  /** The signature of the message, or of another body, with the right secret or another one. */
  readonly sign: (secret: string | undefined, timestamp: string, body?: string) => string
}

const headersOf = (timestamp: string, signature: string): Readonly<Record<string, string>> => ({
  "x-provider-timestamp": timestamp,
  "x-provider-signature": signature
})

const signedAt = (sign: Signed["sign"], seconds: number): Readonly<Record<string, string>> =>
  headersOf(String(seconds), sign(undefined, String(seconds)))

/** Ways to send a key that are none. */
export const elsewhere = (
  key: string
): ReadonlyArray<readonly [how: string, headers: Readonly<Record<string, string>>, query: string]> => [
  ["as a basic credential", { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }, ""],
  ["without a scheme", { authorization: key }, ""],
  ["with another scheme", { authorization: `Token ${key}` }, ""],
  ["with a comma", { authorization: `Bearer ${key}, Bearer ${key}` }, ""],
  ["in quotes", { authorization: `Bearer "${key}"` }, ""],
  ["of a proxy", { "proxy-authorization": `Bearer ${key}` }, ""],
  ["in a header of another name", { "x-api-key": key }, ""],
  ["in a cookie", { cookie: `authorization=Bearer ${key}; token=${key}` }, ""],
  ["in the query", {}, `?access_token=${key}&key=${key}&authorization=Bearer%20${key}`]
]
