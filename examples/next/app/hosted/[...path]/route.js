// The pages for end users that the service's answers link to, and what those pages send.
import { payments } from "../../../payments.js"

const answer = async (request) => (await payments()).fetch(request)

export { answer as GET, answer as POST }
