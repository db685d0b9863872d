// What every hosted page looks like: phone first, one column from 320 pixels on, light and dark.

export const look = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif;
  --ground: #f3f6f4; --card: #fff; --ink: #16211c; --quiet: #55625b; --line: #c9d3cd; --field: #75857c;
  --brand: #0b5d3b; --on-brand: #fff; --soft: #e4f1ea; --bad: #a32015; --warn: #fff3d6; --on-warn: #5c3a00 }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0e1411; --card: #17201b; --ink: #e9efeb; --quiet: #a9b5ae; --line: #35423b; --field: #7f9187;
  --brand: #57c692; --on-brand: #04150d; --soft: #163026; --bad: #ff9d90; --warn: #3b2e10; --on-warn: #ffdf9e } }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; min-height: 100dvh; display: grid; align-items: start; justify-items: center; padding: 1rem;
  background: var(--ground); color: var(--ink) }
@media (min-width: 40rem) { body { align-items: center } }
main { width: min(100%, 30rem); padding: 1.25rem; border-radius: 1rem; background: var(--card);
  box-shadow: 0 .0625rem .25rem rgb(0 0 0 / 15%); overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.2 }
h2 { margin: 1.5rem 0 .25rem; font-size: 1.125rem; line-height: 1.3 }
p { margin: .5rem 0 }
a { color: var(--brand) }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
  line-height: 2rem; text-align: center; text-decoration: none; border: .125rem solid var(--brand);
  border-radius: .625rem; background: var(--brand); color: var(--on-brand); cursor: pointer }
button.second, .button.second { background: transparent; color: var(--brand) }
button:disabled { opacity: .6; cursor: default }
:focus-visible { outline: .1875rem solid var(--ink); outline-offset: .1875rem }
.quiet { color: var(--quiet); font-size: .9375rem }
.notice { padding: .625rem .75rem; border-radius: .625rem; background: var(--warn); color: var(--on-warn);
  font-size: .9375rem }
nav { margin-top: 1.5rem; font-size: .9375rem }
nav a { display: inline-block; padding: .5rem 0 }
[role=status]:empty { display: none }
`.trim()

/** What pages with an amount add: it never breaks, so a long one is smaller where the screen is narrow. */
export const amountLook = `
.amount { margin: .25rem 0; font-size: clamp(1.1875rem, 6vw, 2rem); font-weight: 700; line-height: 1.2;
  white-space: nowrap }
.amount.short { font-size: 2rem }
`.trim()

/** An amount as those pages show it, its class by its length. */
export const amountLine = (text: string): string => `<p class="amount${text.length > 12 ? "" : " short"}">${text}</p>`

/** What pages with fields add. */
export const fields = `
form { margin: 0 }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
legend { padding: 0; font-size: 1.125rem; font-weight: 600 }
.field { margin-top: 1rem }
label, .label { display: block; font-weight: 600; font-size: 1rem }
.hint { margin: .125rem 0 0; color: var(--quiet); font-size: .9375rem }
input, select { width: 100%; min-height: 3rem; margin-top: .25rem; padding: .25rem .75rem; font: inherit;
  border: .0625rem solid var(--field); border-radius: .625rem; background: var(--card); color: var(--ink) }
input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; margin: 0 .5rem 0 0; vertical-align: middle }
input[type=file] { padding: .5rem .75rem }
[aria-invalid=true] { border: .125rem solid var(--bad) }
.error { margin: .25rem 0 0; color: var(--bad); font-size: .9375rem; font-weight: 600 }
.error:empty { display: none }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem }
`.trim()
