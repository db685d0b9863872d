// A node of a network for the bench of quorums: a process of its own that answers every question with the same receipt, after the time that
// it is given.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

const delayMs = Number(process.argv[2] ?? "0")
const receipt = {
  transactionHash: `0x${"ab".repeat(32)}`,
  blockHash: `0x${"cd".repeat(32)}`,
  blockNumber: "0x3039",
  status: "0x1",
  logs: Array.from(
    { length: 4 },
    () => ({ address: `0x${"ef".repeat(20)}`, topics: [`0x${"12".repeat(32)}`], data: "0x" })
  )
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { id } = JSON.parse(body) as { readonly id: number }
    const reply = JSON.stringify({ jsonrpc: "2.0", id, result: receipt })
    const answer = () => void response.writeHead(200, { "content-type": "application/json" }).end(reply)
    if (delayMs === 0) answer()
    else setTimeout(answer, delayMs)
  })
})
server.listen(0, "127.0.0.1", () => process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`))
