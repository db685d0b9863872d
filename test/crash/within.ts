// A wait with an end: a test that stands still says for what, and does not stand until its own time is over.

/** What came of it, or an error that names what did not come in so many milliseconds, with what `seen` tells then. */
export const within = async <A>(ms: number, what: string, wait: Promise<A>, seen = () => ""): Promise<A> => {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`${what}: nothing for ${ms} ms. ${seen()}`)), ms)
  try {
    return await Promise.race([wait, never])
  } finally {
    clearTimeout(limit)
  }
}
