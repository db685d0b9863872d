// The icon of every page: the dashboard's, inside an address, so that a page asks no one for it.
const drawing =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3447c9"/><path d="M5 21.500c5.500 0 5.500-10 11-10s5.500 10 11 10M5 21.500h22M10.500 17.500v4M16 11.500v10M21.500 17.500v4" fill="none" stroke="#fff" stroke-width="2.200" stroke-linecap="round"/></svg>\n`

/** The icon as a data address; a policy lets it in with `img-src data:`. */
export const icon = `data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}`
