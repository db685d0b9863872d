// What the holder of a wallet proves, sealed for one command (0110): a backend that holds the secrets key of the service
// makes the text that goes into the payload as `sealed`. It opens for that command of that account and nowhere else.
import { Effect, Redacted } from "effect"
import { packSecrets } from "../../core/command/command-request.ts"
import { sealPlace } from "../../core/command/command.ts"
import { Secrets } from "../../core/ports/secrets.ts"
import { layer } from "./secrets.ts"

export interface CommandSeal {
  /** The secrets key of the service: `PONTEPAY_SECRETS_KEY`, 32 bytes, base64. */
  readonly secretsKey: string
  /** The id of the command that the text is for. */
  readonly commandId: string
  /** The account that the command names. */
  readonly account: string
  readonly walletPin: string
  /** From the keys endpoint, exactly as it was returned. */
  readonly protectedSymmetricKey: string
}

/** The text for `sealed`; throws where the key of the service has another shape. */
export const sealForCommand = (
  { account, commandId, protectedSymmetricKey, secretsKey, walletPin }: CommandSeal
): string => {
  const secrets = packSecrets({ walletPin, protectedSymmetricKey })
  return Secrets.use(({ seal }) => seal(secrets, sealPlace({ commandId, owner: account }))).pipe(
    Effect.provide(layer({ key: Redacted.make(secretsKey) })),
    Effect.mapError(({ problem }) => new Error(problem)),
    Effect.runSync
  )
}
