// Where the documentation is served (PONTEPAY_DOCS): anybody may read it, and production may be better off without it.
import { environmentOfHost } from "../../../../core/base/environment/environment.ts"
import type { WireRequest } from "../../api/request/wire.ts"
import type { Config } from "../../settings/config.ts"

/** Whether the documentation is at the host that a request names. */
export const servesDocs = ({ docs, hosts }: Pick<Config, "docs" | "hosts">, { headers }: WireRequest): boolean =>
  docs === "all" || docs === "sandbox" && environmentOfHost(hosts, headers["host"] ?? "") === "sandbox"
