// The variables that configure a service. Printed from the table in hosts/docs/configuration.md by `npm run print`: change
// that instead.

/** Variables as in the environment of a process; those without a meaning here are left alone. */
export interface Variables {
  /** Where the host listens. Default: `3000`. */
  readonly PORT?: string | undefined
  /** Where the host listens. Default: `127.0.0.1`. */
  readonly HOST?: string | undefined
  /** Sandbox data plane: `sqlite:PATH`, `postgres://…`, `memory:`. Default: `sqlite:./data/sandbox.db`. */
  readonly DATABASE_URL?: string | undefined
  /** Production data plane; must differ from the sandbox's. Default: unset. */
  readonly PONTEPAY_PRODUCTION_DATABASE_URL?: string | undefined
  /** The provider that production has for this; each has variables of its own. Without one, what needs it answers 503. Default: unset. */
  readonly PONTEPAY_PRODUCTION_PIX?: string | undefined
  /** The provider that production has for this; each has variables of its own. Without one, what needs it answers 503. Default: unset. */
  readonly PONTEPAY_PRODUCTION_KYC?: string | undefined
  /** The provider that production has for this; each has variables of its own. Without one, what needs it answers 503. Default: unset. */
  readonly PONTEPAY_PRODUCTION_FX?: string | undefined
  /** The provider that production has for this; each has variables of its own. Without one, what needs it answers 503. Default: unset. */
  readonly PONTEPAY_PRODUCTION_LIGHTNING?: string | undefined
  /** The provider that production has for this; each has variables of its own. Without one, what needs it answers 503. Default: unset. */
  readonly PONTEPAY_PRODUCTION_SPARK?: string | undefined
  /** A file of networks that payments are made on; the sandbox simulates the others, and production holds what goes to them. Default: unset: simulated. */
  readonly PONTEPAY_SANDBOX_NETWORKS?: string | undefined
  /** A file of networks that payments are made on; the sandbox simulates the others, and production holds what goes to them. Default: unset. */
  readonly PONTEPAY_PRODUCTION_NETWORKS?: string | undefined
  /** `true` lets production reach a Postgres server on another machine without verified TLS. Default: `false`. */
  readonly PONTEPAY_ALLOW_INSECURE_DATABASE?: string | undefined
  /** Host header values that name the environment, separated by commas. Default: any. */
  readonly PONTEPAY_SANDBOX_HOST?: string | undefined
  /** Host header values that name the environment, separated by commas. Default: none. */
  readonly PONTEPAY_PRODUCTION_HOST?: string | undefined
  /** Addresses under which people reach the planes from outside, separated by commas: what links begin with. Where it is https, answers carry `Strict-Transport-Security`. Default: the sandbox: where it listens. */
  readonly PONTEPAY_PUBLIC_URL?: string | undefined
  /** A file of accounts to create or update at start. Default: unset. */
  readonly PONTEPAY_BOOTSTRAP_FILE?: string | undefined
  /** Where uploaded documents are kept, sealed. Default: as below. */
  readonly PONTEPAY_DOCUMENTS_DIR?: string | undefined
  /** Where the witness of the data stores is kept: another disk in production. Default: as below. */
  readonly PONTEPAY_WITNESS_DIR?: string | undefined
  /** `synchronous` says that a fail-over of the database loses nothing that was answered. Default: `lossy`. */
  readonly PONTEPAY_FAILOVER?: string | undefined
  /** A text that says that the data was restored; each new text counts once. Default: unset. */
  readonly PONTEPAY_SANDBOX_RESTORED?: string | undefined
  /** A text that says that the data was restored; each new text counts once. Default: unset. */
  readonly PONTEPAY_PRODUCTION_RESTORED?: string | undefined
  /** `off` takes orders and messages and sends nothing. Default: `on`. */
  readonly PONTEPAY_SANDBOX_SENDING?: string | undefined
  /** `off` takes orders and messages and sends nothing. Default: `on`. */
  readonly PONTEPAY_PRODUCTION_SENDING?: string | undefined
  /** After how many hours a movement whose outcome is unknown is put in the review queue. Default: `4`. */
  readonly PONTEPAY_REVIEW_UNKNOWN_HOURS?: string | undefined
  /** After how many hours movements that are held for one cause are put there, all in one review. Default: `4`. */
  readonly PONTEPAY_REVIEW_HELD_HOURS?: string | undefined
  /** After how many hours a report of a provider that cannot be applied yet is put there. Default: `24`. */
  readonly PONTEPAY_REVIEW_KEPT_HOURS?: string | undefined
  /** How many days documents are kept after a submission named them, 30 at least. Default: unset: as long as the data plane. */
  readonly PONTEPAY_DOCUMENT_RETENTION_DAYS?: string | undefined
  /** 32 bytes in base64 that wrap the keys of what is secret; production requires it. Default: made, as below. */
  readonly PONTEPAY_SECRETS_KEY?: string | undefined
  /** The key before it, while it is rotated: what that one wrapped opens too. Default: unset. */
  readonly PONTEPAY_SECRETS_KEY_PREVIOUS?: string | undefined
  /** How many days records of payments and identities are kept after the erasure of a person was ordered. Default: 3653. */
  readonly PONTEPAY_PERSON_RETENTION_DAYS?: string | undefined
  /** Fields that requests have to give though the interface leaves them optional, separated by commas, such as `deposit.purpose,transfer.walletOwner`: Declarations. Default: unset: none. */
  readonly PONTEPAY_SANDBOX_REQUIRED_FIELDS?: string | undefined
  /** Fields that requests have to give though the interface leaves them optional, separated by commas, such as `deposit.purpose,transfer.walletOwner`: Declarations. Default: unset: none. */
  readonly PONTEPAY_PRODUCTION_REQUIRED_FIELDS?: string | undefined
  /** Above this amount of USD at the official rate of the day, a deposit, payout, Lightning invoice, transfer or swap is refused; without the rate every one in reais is. Default: unset: none. */
  readonly PONTEPAY_SANDBOX_OPERATION_LIMIT_USD?: string | undefined
  /** Above this amount of USD at the official rate of the day, a deposit, payout, Lightning invoice, transfer or swap is refused; without the rate every one in reais is. Default: unset: none. */
  readonly PONTEPAY_PRODUCTION_OPERATION_LIMIT_USD?: string | undefined
  /** Above this amount of BRL, refunds, sweeps, releases, retries and resolutions by operators wait for a second operator. Default: unset: none. */
  readonly PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL?: string | undefined
  /** Above this amount of BRL, refunds, sweeps, releases, retries and resolutions by operators wait for a second operator. Default: unset: none. */
  readonly PONTEPAY_PRODUCTION_SECOND_OPERATOR_ABOVE_BRL?: string | undefined
  /** Bearer of `/admin`; production requires it, until the first owner has accepted. Default: made, as below. */
  readonly PONTEPAY_OPERATOR_TOKEN?: string | undefined
  /** Bearer of `/metrics`. Without it the page is open on loopback, and is not there where others reach the service or it is embedded. Default: unset. */
  readonly PONTEPAY_METRICS_TOKEN?: string | undefined
  /** Signs the sandbox provider's events. Default: `sandbox-provider-secret`; made, as below, where others reach the service. */
  readonly PONTEPAY_SANDBOX_PROVIDER_SECRET?: string | undefined
  /** Node with chain id 84532 that the sandbox settles on. Default: unset: simulated. */
  readonly PONTEPAY_SANDBOX_EVM_RPC_URL?: string | undefined
  /** When a block of it is final: confirmations, or `finalized`. Default: `1`. */
  readonly PONTEPAY_SANDBOX_EVM_FINALITY?: string | undefined
  /** `true` lets the sandbox send webhooks to any address, also http and private ones, for development. A sandbox on loopback sends to its own machine without it. Default: `false`. */
  readonly PONTEPAY_ALLOW_PRIVATE_WEBHOOKS?: string | undefined
  /** Where `/docs`, `/llms.txt`, `/llms-full.txt` and `/openapi.json` are served: `all`, `sandbox` for hosts that name the sandbox alone, or `none`. Elsewhere they are 404. Default: `all`. */
  readonly PONTEPAY_DOCS?: string | undefined
  /** Addresses and CIDR ranges of the proxies in front, separated by commas: the client's address is read from `X-Forwarded-For` as far as they wrote it. Default: none. */
  readonly PONTEPAY_TRUSTED_PROXIES?: string | undefined
  /** The header in which those proxies hand on a client certificate that they verified, as `X-Client-Certificate`. Default: unset. */
  readonly PONTEPAY_CLIENT_CERTIFICATE_HEADER?: string | undefined
  /** `all`, `http` or `worker`: several processes may share one Postgres. Default: `all`. */
  readonly PONTEPAY_ROLE?: string | undefined
  /** Pause between two audits of each plane beside the service; `0` for never. Default: `300`. */
  readonly PONTEPAY_AUDIT_INTERVAL_SECONDS?: string | undefined
  /** `trace` to `error`, or `none`; JSON lines on the error stream, text on a terminal. Default: `info`. */
  readonly LOG_LEVEL?: string | undefined
  /** Base address; `/v1/traces` and `/v1/metrics` are added. Default: unset. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  /** The whole address of one signal, instead. Default: unset. */
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  /** The whole address of one signal, instead. Default: unset. */
  readonly OTEL_EXPORTER_OTLP_METRICS_ENDPOINT?: string | undefined
  /** `otlp`, or `none`. Default: `otlp`. */
  readonly OTEL_TRACES_EXPORTER?: string | undefined
  /** `otlp`, or `none`. Default: `otlp`. */
  readonly OTEL_METRICS_EXPORTER?: string | undefined
  /** `name=value` pairs with commas between them, percent-encoded. Default: unset. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined
  /** Or `http/json`. Default: `http/protobuf`. */
  readonly OTEL_EXPORTER_OTLP_PROTOCOL?: string | undefined
  /** The name of the service. Default: `pontepay`. */
  readonly OTEL_SERVICE_NAME?: string | undefined
  /** Further `name=value` pairs of the resource. Default: unset. */
  readonly OTEL_RESOURCE_ATTRIBUTES?: string | undefined
  /** Which traces are recorded. Default: `parentbased_always_on`. */
  readonly OTEL_TRACES_SAMPLER?: string | undefined
  /** Which traces are recorded. Default: `1`. */
  readonly OTEL_TRACES_SAMPLER_ARG?: string | undefined
  /** Milliseconds between two exports. Default: `5000`. */
  readonly OTEL_BSP_SCHEDULE_DELAY?: string | undefined
  /** Milliseconds between two exports. Default: `60000`. */
  readonly OTEL_METRIC_EXPORT_INTERVAL?: string | undefined
  /** `true` exports nothing. Default: `false`. */
  readonly OTEL_SDK_DISABLED?: string | undefined
  readonly [name: string]: string | undefined
}
