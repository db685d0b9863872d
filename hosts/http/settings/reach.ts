// Who reaches a service beside whoever started it, and how strong its secrets have to be then (0187).
import { Redacted } from "effect"
import { keyWeakness, tokenWeakness } from "../../../core/customers/access/secret-strength.ts"
import type { Environment } from "../../../core/base/environment/environment.ts"
import { isLoopbackHost } from "../../../core/standards/address/loopback-host.ts"

/** The HOST of a service inside another server, which listens itself. */
export const nowhere = "nowhere"

/** Whether an address is one of this machine alone. */
export const isLoopbackOrigin = (origin: string): boolean =>
  isLoopbackHost(new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1"))

/** What tells how far a service is reached, as the configuration names it. */
interface Reach {
  readonly host: string
  readonly productionDatabase: object | undefined
  readonly publicOrigins: Readonly<Record<Environment, string | null>>
}

/**
 * Whether others reach the service: it listens for more than this machine, has production beside it, or is given a public
 * address. What an embedding server lets through cannot be known; without production and a public address it is taken for a
 * developer's.
 */
export const isReachedByOthers = ({ host, productionDatabase, publicOrigins }: Reach): boolean =>
  productionDatabase !== undefined || (host !== nowhere && !isLoopbackHost(host)) ||
  Object.values(publicOrigins).some((origin) => origin !== null && !isLoopbackOrigin(origin))

/** How a wrong variable is told. */
type Refuse = (variable: string, message: string) => void

/** Secrets that were chosen; undefined where the service makes one. */
interface ChosenSecrets {
  readonly metricsToken: Redacted.Redacted | undefined
  readonly operatorToken: Redacted.Redacted | undefined
  readonly providerSecret: Redacted.Redacted | undefined
  readonly secretsKey: Redacted.Redacted | undefined
}

/** Refuses each secret that somebody chose and that others could guess. */
export const refuseWeakSecrets = (secrets: ChosenSecrets, refuse: Refuse): void => {
  const { metricsToken, operatorToken, providerSecret, secretsKey } = secrets
  const tokens = {
    PONTEPAY_OPERATOR_TOKEN: operatorToken,
    PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret,
    PONTEPAY_METRICS_TOKEN: metricsToken
  }
  for (const [variable, token] of Object.entries(tokens)) {
    const weakness = token && tokenWeakness(Redacted.value(token))
    if (weakness !== undefined) refuse(variable, weakness)
  }
  const weakness = secretsKey && keyWeakness(Buffer.from(Redacted.value(secretsKey), "base64"))
  if (weakness !== undefined) refuse("PONTEPAY_SECRETS_KEY", weakness)
}
