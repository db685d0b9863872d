// How the dashboard is built: one page under /dashboard/, its files named by what is in them so that browsers may keep
// them for ever. Nothing is inlined, because its policy allows no inline script or style.
import { type Plugin, defineConfig } from "vite"

// Nothing is painted before the script has chosen the theme, where browsers can wait for it; elsewhere the page has no
// colours of its own until then.
const waitForTheme: Plugin = {
  name: "wait-for-theme",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace("<script type=\"module\"", "<script type=\"module\" blocking=\"render\"")
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  plugins: [waitForTheme],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: "licences.json" }
  }
})
