// What a call needs to become a request. The rows themselves are printed from the definition of the interface (0126).

/** An endpoint as plain data. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** With `:name` where a parameter goes. */
  readonly path: string
  readonly body: boolean
  /** Whole numbers of the answer that may pass 2^53 and are read as bigint, by the name of their field (C36). */
  readonly exact: ReadonlyArray<string>
  /** Needs no API key, so none is sent. */
  readonly isPublic: boolean
  /** Changes nothing: a POST that only reads needs no Idempotency-Key, and the service would keep its answer under one. */
  readonly isRead: boolean
}

type Row = (path: string, parts?: Partial<Route>) => Route

// A row of the table: only what is out of the ordinary is told.
const rowOf = (method: Route["method"]): Row => (path, parts) => ({
  method,
  path,
  body: method !== "GET",
  exact: [],
  isPublic: false,
  isRead: method === "GET",
  ...parts
})

export const get = rowOf("GET")
export const post = rowOf("POST")
export const patch = rowOf("PATCH")
export const remove = rowOf("DELETE")

/** What hosts answer beside the interface, without a key. */
export const probes = {
  health: get("/health", { isPublic: true }),
  ready: get("/ready", { isPublic: true })
} as const
