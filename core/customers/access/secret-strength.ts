// How strong a secret has to be that somebody chose himself, where others than he reach the service (0187). Secrets that the
// service makes are random and need no look.

/** Characters of a token or a signing secret: 32 hex characters hold 128 bits. */
const leastCharacters = 32
/** Fewer different ones come by chance once in ten million tokens of 32 hex characters, and in no longer one. */
const leastDistinctCharacters = 8
/** Of 32 random bytes about 30 differ. */
const leastDistinctBytes = 12

/** The secret of the sandbox's provider where none is set. It is in the documentation, so it proves nothing. */
export const publishedProviderSecret = "sandbox-provider-secret"

/** What is wrong with a token or a signing secret; undefined where nothing is. Says nothing of its text. */
export const tokenWeakness = (token: string): string | undefined => {
  if (token === publishedProviderSecret) return "is the one that the documentation shows"
  const characters = Array.from(token)
  if (characters.length < leastCharacters) return `must have at least ${leastCharacters} characters`
  return new Set(characters).size < leastDistinctCharacters
    ? `must have at least ${leastDistinctCharacters} different characters`
    : undefined
}

/** What is wrong with the bytes of a key; undefined where nothing is. */
export const keyWeakness = (key: Uint8Array): string | undefined =>
  new Set(key).size < leastDistinctBytes ? `must have at least ${leastDistinctBytes} different bytes` : undefined
