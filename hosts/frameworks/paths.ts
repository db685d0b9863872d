// Which paths a framework hands to the service: those that its answers link to. The operator's pages are never among them.

/** The first segments of the paths that are mounted. */
export const prefixes = ["api", "provider", "hosted", "upload"] as const

const mounted = new RegExp(`^/(?:${prefixes.join("|")})/`)

/** Whether a path, as the service will read it, is mounted. */
export const isMounted = (path: string): boolean => mounted.test(path)

/** The path that the service will read from a web request: parsing an address resolves the dots in it. */
export const pathOf = (request: Request): string => new URL(request.url).pathname

/** The error for whoever mounts the service below the root of a server. */
export const notAtRoot = (path: string): Error =>
  new Error(
    `Pontepay is mounted at ${path}, but its answers link to ${prefixes.map((prefix) => `/${prefix}`).join(", ")}. ` +
      "Mount it at the root of the server."
  )
