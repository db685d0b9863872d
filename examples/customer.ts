// The customer of a shop, for the examples under web frameworks: he orders over HTTP, pays as the sandbox's payer, waits for
// his order to be done, and follows the links of the service's answers.

/** How a shop is asked: `fetch`, or an app that is called as it is. */
type Ask = (address: string, init: RequestInit) => Response | Promise<Response>

/** Orders at a shop, pays, and says what became of it. `key` is the shop's, with which it asks what stands. */
export const orderAt = async (base: string, key: string, ask: Ask = fetch): Promise<string> => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const response = await ask(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return await response.json()
  }
  const { externalId } = await call("POST", "/checkout", {})
  const { data: { trackId } } = await call("GET", `/api/deposit/asset/${externalId}`)
  await call("POST", "/provider/webhook", {
    event: { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
  })
  let status = "PENDING"
  while (status === "PENDING" || status === "PROCESSING") {
    await new Promise((resolve) => setTimeout(resolve, 20))
    status = (await call("GET", `/api/deposit/asset/${externalId}`)).data.status
  }
  return `${externalId} is ${status}`
}

const largestDocument = 10 * 1_024 * 1_024

/** Follows what answers link to, at this server: the page of the order's charge, and an upload of the largest size. */
export const linksAt = async (base: string, key: string, ask: Ask = fetch): Promise<string> => {
  const read = await ask(`${base}/api/deposit/asset/order-1`, { headers: { authorization: `Bearer ${key}` } })
  const { data: { chargeUrl } } = await read.json()
  const page = await ask(chargeUrl, { headers: { accept: "text/html" } })
  // As long as a real token, and of no one.
  const upload = await ask(`${base}/upload/${"x".repeat(256)}`, {
    method: "PUT",
    headers: { "content-type": "image/png", "if-none-match": "*" },
    body: new Uint8Array(largestDocument)
  })
  const { errorCode } = await upload.json()
  return `the page of the charge is ${page.status}, an unknown upload ${errorCode}`
}
