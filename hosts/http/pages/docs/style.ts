// What the documentation looks like, in light and dark, on a phone and on a desk.

export const style = `
:root { color-scheme: light dark; --ink: #1b2420; --soft: #55615b; --paper: #fff; --wash: #f4f7f5; --line: #d5ddd8;
  --link: #0a5c3a; --mark: #e3f1ea; font: 1rem/1.6 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ece9; --soft: #a3b0a9; --paper: #121715; --wash: #1a211e;
  --line: #35403b; --link: #6fd3a4; --mark: #1f3a2e } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
  outline: .15rem solid var(--link); outline-offset: .15rem }
.skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); z-index: 2 }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.25rem;
  border-bottom: 1px solid var(--line) }
header > a { font-weight: 700; color: var(--ink); text-decoration: none }
header nav { display: flex; gap: 1rem } header form { margin-left: auto; display: flex; gap: .5rem }
input { font: inherit; color: inherit; background: var(--wash); border: 1px solid var(--soft); border-radius: .4rem;
  padding: .3rem .6rem; width: 13rem; min-width: 0 }
button { font: inherit; color: var(--paper); background: var(--link); border: 0; border-radius: .4rem; padding: .3rem .8rem }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); grid-template-areas: "menu page"; max-width: 84rem; margin: 0 auto }
.menu { grid-area: menu; border-right: 1px solid var(--line); padding: 1.25rem; font-size: .94rem }
.to-menu { display: none } .menu h2 { font-size: .8rem; color: var(--soft); margin: 1.1rem 0 .3rem;
  text-transform: uppercase; letter-spacing: .04em }
.menu ul { list-style: none; margin: 0; padding: 0 } .menu a { display: block; padding: .15rem .5rem; border-radius: .3rem;
  color: inherit; text-decoration: none }
.menu a:hover { text-decoration: underline } .menu [aria-current] { background: var(--mark); color: var(--link); font-weight: 600 }
main { grid-area: page; padding: 1rem 2rem 4rem; min-width: 0; max-width: 62rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .8rem 0 1rem } h2 { font-size: 1.35rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1.1rem; margin: 1.6rem 0 .4rem } h2, h3, h4 { scroll-margin-top: 1rem; overflow-wrap: anywhere }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400 }
@media (hover: hover) { .anchor { opacity: 0 } :is(h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1 } }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { background: var(--wash); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; overflow: auto }
pre code { background: none; padding: 0; overflow-wrap: normal }
.scroll { overflow-x: auto; margin: 1rem 0 } table { border-collapse: collapse; font-size: .92rem; min-width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .7rem; border-bottom: 1px solid var(--line) }
th { border-bottom-width: 2px; white-space: nowrap } td { max-width: 34rem } td:last-child { min-width: 10rem } td code { overflow-wrap: normal }
.file { font-family: ui-monospace, monospace; font-size: .92em } .contents { font-size: .94rem; color: var(--soft) }
.contents ul { columns: 15rem; margin: .3rem 0; padding-left: 1.1rem } .contents summary { cursor: pointer }
svg { display: block; font: 12px ui-monospace, monospace; max-width: none } svg rect { fill: var(--wash); stroke: var(--soft) }
svg text { fill: var(--ink) } svg .state { text-anchor: middle; font-weight: 600 } svg .dot { fill: var(--link) }
svg .arrow { fill: none; stroke: var(--link); stroke-width: 1.5 } svg .life { stroke: var(--line); stroke-dasharray: 3 4 }
svg .label { font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
svg path.arrow:not(defs *) { marker-end: url(#tip) }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem;
  font-size: .94rem; color: var(--soft) }
@media (max-width: 56rem) {
  .frame { display: block } main { padding: .5rem 1.1rem 3rem } header form { margin-left: 0; flex: 1 1 100% } input { flex: 1 }
  .menu { border: 0; border-top: 1px solid var(--line); padding: .6rem 1.1rem 3rem } .to-menu { display: inline }
  .menu a { padding: .4rem .5rem }
}
@media print { header, .menu, footer, .anchor { display: none } .frame { display: block } }
`.trim()
