// Pontepay is loaded as it is, not bundled, because it reads files of its own package; `rewrites` leads its paths to
// app/pontepay/route.js.
import { rewrites } from "pontepay/next"

export default {
  serverExternalPackages: ["pontepay"],
  rewrites
}
