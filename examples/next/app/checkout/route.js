// A route of the shop's own. It calls the service within the process.
import { key, payments } from "../../payments.js"

export const POST = async () => {
  const { deposits } = (await payments()).clientFor(key)
  const { externalId, qrCode } = await deposits.create({
    value: 5000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  })
  return Response.json({ externalId, qrCode })
}
