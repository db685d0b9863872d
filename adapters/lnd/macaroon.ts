// What proves to the node who calls: a macaroon, in hex as the header takes it. A file of LND's own is binary, and not read.
import { Effect, Redacted } from "effect"
import type { Credentials } from "../http-client/client.ts"
import { NotAsked } from "../http-client/exchange.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"

/** What a macaroon in a file looks like. */
export const macaroonForm = /^(?:[0-9a-f]{2}){32,2048}$/i

/** The header of every call. */
export const macaroonOf = (source: SecretSource): Credentials => {
  const macaroon = readSecret(source)
  return {
    headers: () =>
      macaroon.pipe(
        Effect.mapError(({ path, problem }) => new NotAsked({ reason: `${path}: ${problem}` })),
        Effect.flatMap(({ text }) =>
          macaroonForm.test(Redacted.value(text))
            ? Effect.succeed({ "grpc-metadata-macaroon": Redacted.value(text) })
            : Effect.fail(new NotAsked({ reason: "the macaroon is not in hex" }))
        )
      )
  }
}
