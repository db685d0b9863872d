// Prints hosts/dashboard/src/api/endpoints.ts: method and path of every endpoint of management. The definition itself brings
// schemas along, which browsers do not need.
import { managementEndpoints } from "../../api/definition/management.ts"

/** The file. */
export const renderDashboardEndpoints = (): string =>
  [
    "// Method and path of every endpoint that the dashboard may call. Printed from the definition of the interface by",
    "// `npm run print`: change that instead.",
    "import type { EndpointName } from \"../../../http/api/definition/management.ts\"",
    "",
    "export const endpoints: Readonly<Record<EndpointName, string>> = {",
    managementEndpoints.map(({ identifier, method, path }) => `  ${identifier}: "${method} ${path}"`).join(",\n"),
    "}",
    ""
  ].join("\n")
