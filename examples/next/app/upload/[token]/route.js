// Documents, up to 10 MiB: the service reads no more than that, and a route handler has no limit of its own.
import { payments } from "../../../payments.js"

export const PUT = async (request) => (await payments()).fetch(request)
