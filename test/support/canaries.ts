// Looks for secrets in whatever a service leaves behind: each in every form that a text takes on its way.

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

// Where everything but ASCII is escaped, as V8 does in snapshots of its heap.
const inAscii = (text: string): string =>
  inJson(text).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`
  )

// Base64 of a text depends on how many bytes stand before it; its ends depend on what stands beside it, so they are left out.
const inBase64 = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString("base64").replace(/=+$/, "")
    return digits.slice(before === 0 ? 0 : before + 1, -1)
  })

/** The forms of a secret: as it is, in UTF-16, base64, hex, and escaped for JSON and addresses. */
const formsOf = (secret: string): ReadonlyMap<string, Buffer> => {
  const hex = Buffer.from(secret).toString("hex")
  const forms: ReadonlyArray<readonly [string, string | Buffer]> = [
    ["raw", secret],
    ["UTF-16", Buffer.from(secret, "utf16le")],
    ...inBase64(secret).map((digits, before) => [`base64 after ${before}`, digits] as const),
    ...inBase64(secret).map((digits, before) =>
      [`base64url after ${before}`, digits.replaceAll("+", "-").replaceAll("/", "_")] as const
    ),
    ["hex", hex],
    ["upper-case hex", hex.toUpperCase()],
    ["JSON", inJson(secret)],
    ["JSON of JSON", inJson(inJson(secret))],
    ["JSON in ASCII", inAscii(secret)],
    ["JSON in ASCII, lower-case", inAscii(secret).replace(/\\u[0-9A-F]{4}/g, (escaped) => escaped.toLowerCase())],
    ["JSON of JSON in ASCII", inAscii(inJson(secret))],
    ["address", encodeURIComponent(secret)]
  ]
  // Where two forms are the same, the plainer one names them.
  const distinct = new Map(forms.toReversed().map(([name, form]) => [Buffer.from(form).toString("latin1"), name]))
  return new Map([...distinct].map(([form, name]) => [name, Buffer.from(form, "latin1")]))
}

/** Which secrets are in the bytes, each with the form that it was found in. */
export const found = (secrets: Readonly<Record<string, string>>, bytes: Buffer): ReadonlyArray<string> =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    [...formsOf(secret)].filter(([, form]) => bytes.includes(form)).map(([form]) => `${name} (${form})`)
  )
