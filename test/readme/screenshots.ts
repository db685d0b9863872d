// `npm run screenshots`: takes the pictures of the README anew, of two weeks.
import { join } from "node:path"
import { closeBrowser } from "../support/browser.ts"
import { takePictures } from "./pictures.ts"

const folder = join(import.meta.dirname, "../../hosts/docs/images")
await takePictures(folder, 14)
await closeBrowser()
console.log(`pictures are in ${folder}`)
