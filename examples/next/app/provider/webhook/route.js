// What a provider tells. The request is handed on as it came: signatures are made over raw bytes.
import { payments } from "../../../payments.js"

export const POST = async (request) => (await payments()).fetch(request)
