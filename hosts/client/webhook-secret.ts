// The secret of a webhook, as the key that signs its deliveries.

/** The secret of the webhook; while it is rotated, the new one and the old one. */
export type WebhookSecret = string | readonly [string, ...ReadonlyArray<string>]

/** Each secret. Throws `TypeError` where there is none, as of a variable that is not set: nothing would be signed by it. */
export const secretsOf = (secret: WebhookSecret): ReadonlyArray<string> => {
  const secrets = [secret].flat()
  const isThere = (each: unknown): boolean => typeof each === "string" && each !== ""
  if (secrets.length > 0 && secrets.every(isThere)) return secrets
  throw new TypeError("The secret of the webhook is missing or empty")
}

/** The key of a secret: its text as it is, in UTF-8. */
export const hmacKey = (secret: string, use: "sign" | "verify"): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [use])
