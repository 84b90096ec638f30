/** For light and dark mode, narrow and wide screens, mouse and keyboard. */
export const STYLE_TEXT = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fff, #0d1117);
  --ink: light-dark(#1f2328, #e6edf3);
  --dim: light-dark(#59636e, #9198a1);
  --line: light-dark(#d1d9e0, #30363d);
  --soft: light-dark(#f6f8fa, #161b22);
  --link: light-dark(#0550ae, #79c0ff);
  --fill: light-dark(#0550ae, #1f6feb);
  --good: light-dark(#116329, #7ee787);
  --bad: light-dark(#a40e26, #ff7b72);
  --waiting: light-dark(#7d4e00, #e3b341);
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; font: 1rem/1.55 system-ui, sans-serif; background: var(--paper); color: var(--ink); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.unseen { position: absolute; left: -99rem; margin: 0; }
.skip:focus { left: 1rem; top: .5rem; background: var(--soft); padding: .5rem .75rem; z-index: 1; }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; gap: .5rem; align-items: center; font-weight: 650; color: inherit; text-decoration: none; }
.top nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0; padding: 0; }
.top nav a { color: inherit; text-decoration: none; padding: .25rem 0; }
.top nav a:hover { text-decoration: underline; }
.top nav [aria-current] { font-weight: 600; border-bottom: 2px solid var(--link); }
.sign-out { margin-left: auto; display: flex; gap: .75rem; align-items: center; }
.who { color: var(--dim); font-size: .9rem; overflow-wrap: anywhere; }
main { width: 100%; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; flex: 1; }
.wide main { max-width: 76rem; }
footer { padding: 1rem; border-top: 1px solid var(--line); color: var(--dim); font-size: .875rem; text-align: center; }
footer p { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
.lead { font-size: 1.1rem; color: var(--dim); margin-top: -.25rem; }
.small, .hint { font-size: .875rem; color: var(--dim); }
.crumbs ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; font-size: .9rem; }
.crumbs li::after { content: '/'; margin: 0 .5rem; color: var(--dim); }
.tabs { border-bottom: 1px solid var(--line); margin: 0 0 1rem; }
.tabs ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0; }
.tabs a { display: block; padding: .5rem 0; color: inherit; text-decoration: none; border-bottom: 3px solid transparent; }
.tabs a:hover { text-decoration: underline; } .tabs [aria-current] { font-weight: 600; border-bottom-color: var(--link); }
.filters { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: end; } .filters .field { flex: 1 1 11rem; max-width: 28rem; } .filters .field, .filters .actions { margin: .5rem 0; }
.beside { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: 0 2rem; }
.folders ul { list-style: none; margin: 0; padding: 0; } .folders ul ul { padding-left: 1rem; } .folders > ul + ul { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .5rem; }
.folders li { overflow-wrap: anywhere; } .folders a { display: inline-block; padding: .2rem 0; } .folders [aria-current] { font-weight: 600; color: inherit; }
fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: .25rem 1rem; } legend { font-weight: 600; padding: 0 .35rem; }
.tick { font-weight: 400; } .tick input { margin-right: .35rem; }
form:has([name=kind][value=subtitles]:checked) [data-of=transcription], form:has([name=kind][value=transcription]:checked) [data-of=subtitles] { display: none; }
summary { cursor: pointer; }
td button, td .button { color: inherit; background: transparent; border-color: var(--line); font-weight: 500; padding: .25rem .6rem; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
iframe.mail { background: #fff; border: 1px solid var(--line); border-radius: 6px; height: 36rem; width: 100%; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.field { margin: 1rem 0; }
label { display: block; font-weight: 600; }
.hint, .wrong { margin: 0 0 .25rem; }
.wrong { color: var(--bad); }
.wrong::before { content: '⚠ '; }
input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select, textarea { width: 100%; max-width: 28rem; min-height: 2.9rem; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid light-dark(#818b98, #656c76); border-radius: 6px; }
[aria-invalid] { border-color: var(--bad) !important; border-width: 2px !important; }
button, .button { display: inline-block; padding: .6rem 1rem; font: inherit; font-weight: 600; color: #fff; background: var(--fill); border: 1px solid transparent; border-radius: 6px; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.1); }
button[aria-busy] { opacity: .6; cursor: progress; }
button.danger { background: light-dark(#a40e26, #b62324); }
button.quiet, .button.quiet { color: inherit; background: transparent; border-color: var(--line); font-weight: 500; padding: .35rem .7rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; }
td form, td .actions, .sign-out p { margin: 0; }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--link); border-radius: 6px; background: var(--soft); padding: .6rem 1rem; margin: 1rem 0; }
.notice p { margin: 0; }
.notice.done { border-left-color: var(--good); } .notice.warning { border-left-color: var(--waiting); } .notice.problem { border-left-color: var(--bad); }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; font-weight: 600; white-space: nowrap; color: var(--dim); }
.chart { margin: .5rem 0; } .chart svg { display: block; width: 100%; height: 7.5rem; } .chart line { stroke: var(--line); stroke-width: 2; vector-effect: non-scaling-stroke; } .chart .good { fill: var(--good); } .chart .bad { fill: var(--bad); stroke: var(--paper); vector-effect: non-scaling-stroke; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .875rem; color: var(--dim); } .key::before { content: ''; display: inline-block; width: .8em; height: .8em; margin-right: .35rem; } .key.good::before { background: var(--good); } .key.bad::before { background: var(--bad); }
.badge.good { color: var(--good); } .badge.bad { color: var(--bad); } .badge.waiting { color: var(--waiting); }
.facts { margin: 1rem 0; } .facts div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.facts dt { flex: 0 0 11rem; color: var(--dim); } .facts dd { flex: 1 1 14rem; margin: 0; overflow-wrap: anywhere; }
.grid { overflow-x: auto; margin: 1rem 0; } time { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
caption { text-align: left; color: var(--dim); font-size: .875rem; padding-bottom: .35rem; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { font-size: .8rem; color: var(--dim); } tbody th { font-weight: 500; }
.none { border: 1px dashed var(--line); border-radius: 6px; padding: 1.5rem 1rem; text-align: center; color: var(--dim); }
.copyable { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; }
.copyable code { flex: 1 1 16rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; list-style: none; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; } .cards h2 { margin: 0 0 .25rem; font-size: 1.1rem; }
audio, video { width: 100%; max-height: 60vh; background: #000; border-radius: 6px; } audio { background: none; }
.player { position: sticky; top: 0; z-index: 1; background: var(--paper); padding-bottom: .5rem; } .player h2 { margin-top: 0; padding-top: .5rem; } .player video { max-height: 36vh; }
.transcript { list-style: none; margin: 1rem 0; padding: 0; }
.transcript li { padding: .35rem .75rem; border-left: 3px solid transparent; scroll-margin: 48vh 0 6rem; }
.transcript .speaker { font-weight: 600; } .transcript .time { font: .85em ui-monospace, monospace; text-decoration: none; } .transcript .time:hover { text-decoration: underline; }
.transcript .correct { font-size: .85em; color: var(--dim); } .transcript textarea { max-width: none; } .transcript .notice, .transcript form .field { margin: .5rem 0; }
.transcript.live { max-height: 60vh; overflow-y: auto; margin-bottom: 0; } .transcript.now { margin-top: 0; color: var(--dim); font-style: italic; min-height: 1.5em; }
.transcript [data-words] { cursor: pointer; } .transcript [data-spoken] { background: light-dark(#fff1b8, #5c4800); border-radius: 3px; }
.transcript li:target { border-left-color: var(--waiting); } .transcript li[aria-current] { background: var(--soft); border-left-color: var(--link); }
.drop { border: 2px dashed var(--line); border-radius: 8px; padding: 1.5rem 1rem; } .drop.over { border-color: var(--link); background: var(--soft); }
.uploads { list-style: none; margin: 1rem 0; padding: 0; } .uploads li { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.uploads strong { font-weight: 500; overflow-wrap: anywhere; } .uploads progress { flex: 1 1 8rem; accent-color: var(--fill); } .uploads .wrong { flex: 1 1 16rem; margin: 0; } .uploads button { margin-left: auto; }
[hidden] { display: none !important; }
@media (max-width: 60rem) { .beside { display: block; } }
@media (max-width: 40rem) {
  .grid table, .grid tbody, .grid tr, .grid th, .grid td, .grid caption { display: block; }
  .grid thead { position: absolute; left: -99rem; }
  .grid tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  .grid tbody th, .grid td { border: 0; padding: .15rem 0; overflow-wrap: anywhere; }
  .grid td[data-column] { display: flow-root; padding-left: 8.25rem; } .grid td[data-column]::before { content: attr(data-column) / ""; float: left; width: 7.5rem; margin-left: -8.25rem; color: var(--dim); font-size: .875rem; padding-top: .1rem; }
  .facts dt { flex-basis: 7.5rem; } .facts dd { flex-basis: 11rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (prefers-contrast: more) { :root { --line: currentColor; --dim: var(--ink); } }
@media print { .top, footer, .actions, button { display: none; } }
`;
