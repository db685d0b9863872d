// TRON, Solana and Spark: published contract, mint and program addresses; Spark addresses of one identity key
// (the generator point) on each of its networks.
export const tron = [
  "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH"
] as const

export const solana = [
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  "So11111111111111111111111111111111111111112",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
] as const

/** Addresses whose bytes are all zero: what is sent there is lost. */
export const tronNull = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"
export const solanaNull = "11111111111111111111111111111111"

export const spark = ["spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2"] as const

export const sparkTestNetworks = [
  "sparkrt1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc8pt5y4",
  "sparkt1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9ucr4k6m4",
  "sparks1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc9yhxtx",
  "sparkl1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9ucs2ap0u"
] as const
