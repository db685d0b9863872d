// The whole interface: a route handler gets a web request and gives a web response, as the service does.
import { payments } from "../../../payments.js"

const answer = async (request) => (await payments()).fetch(request)

export { answer as GET, answer as POST }
