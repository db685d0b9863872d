// An address of a data plane as it may be printed.

/** The address without the password in it, wherever it stands. */
export const withoutPassword = (url: string): string => {
  if (!/^postgres(?:ql)?:/i.test(url)) return url
  if (!URL.canParse(url)) return "a PostgreSQL database"
  const shown = new URL(url)
  shown.password = ""
  for (const name of ["password", "sslpassword"]) shown.searchParams.delete(name)
  return shown.href
}
