// Words that must never be seen where they do not belong: the names, numbers and secrets of the people of a simulation, each
// unlike anything else in it.

export const canaries = {
  name: "Canaria Silvestre",
  /** A CPF with right check digits. */
  taxId: "39053344705",
  street: "Rua do Canario 4711",
  domain: "canary.simulated.test",
  token: "canary-share-token",
  pin: "123456"
} as const
