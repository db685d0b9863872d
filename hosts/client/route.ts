// What a call needs to become a request. The rows themselves are printed from the definition of the interface (0126).

/** An endpoint as plain data. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** With `:name` where a parameter goes. */
  readonly path: string
  /** Names of the parameters in the path. */
  readonly params: ReadonlyArray<string>
  /** Names of the parameters in the query. */
  readonly query: ReadonlyArray<string>
  readonly body: boolean
  /** Whole numbers of the answer that may pass 2^53 and are read as bigint, by the name of their field (C36). */
  readonly exact: ReadonlyArray<string>
  /** Needs no API key, so none is sent. */
  readonly isPublic: boolean
  /** Changes nothing: a POST that only reads needs no Idempotency-Key, and the service would keep its answer under one. */
  readonly isRead: boolean
}

const none: ReadonlyArray<string> = []

/** A row of the table: only what is out of the ordinary is told. */
export const route = (method: Route["method"], path: string, parts: Partial<Route> = {}): Route => ({
  method,
  path,
  params: none,
  query: none,
  body: method !== "GET",
  exact: none,
  isPublic: false,
  isRead: method === "GET",
  ...parts
})

/** What hosts answer beside the interface, without a key. */
export const probes = {
  health: route("GET", "/health", { isPublic: true }),
  ready: route("GET", "/ready", { isPublic: true })
} as const
