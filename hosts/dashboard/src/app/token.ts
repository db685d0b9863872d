// The token or key of whoever came in by one: in this tab alone, gone with it, never in an address or a cookie.
const name = "pontepay.token"

export const storedToken = (): string | null => sessionStorage.getItem(name)

export const keepToken = (token: string): void => sessionStorage.setItem(name, token)

export const forgetToken = (): void => sessionStorage.removeItem(name)
