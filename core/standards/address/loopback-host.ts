// Which hosts are this machine and no other: what a sandbox that listens on one of them may send webhooks to (0163).

/**
 * Whether a host, as the URL parser writes it and without brackets, is a loopback address or `localhost`. No other name is,
 * whatever it resolves to.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host)
