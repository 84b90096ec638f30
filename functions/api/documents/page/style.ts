/** For light and dark mode, narrow and wide screens. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #30363d); --soft: light-dark(#f6f8fa, #161b22); --dim: light-dark(#59636e, #9198a1); --link: light-dark(#0550ae, #79c0ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
a { color: var(--link); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
nav { padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
nav h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .1rem 0; font-size: .9rem; }
nav input { width: 100%; padding: .5rem; font: inherit; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
main { padding: 0 1rem 4rem; max-width: 60rem; }
h1 small { font-size: .5em; color: var(--dim); }
h2, h3 { margin-top: 2.25rem; } .operation h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
.operation { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; }
.operation > summary { cursor: pointer; overflow-wrap: anywhere; }
.operation[open] > summary { border-bottom: 1px solid var(--line); padding-bottom: .5rem; }
.what { color: var(--dim); }
.method { display: inline-block; min-width: 4.2rem; font: 600 .8rem/1.6 ui-monospace, monospace; }
.get { color: light-dark(#116329, #7ee787); } .post { color: light-dark(#0550ae, #79c0ff); } .patch { color: light-dark(#7d4e00, #e3b341); } .delete { color: light-dark(#a40e26, #ff7b72); }
.type, .limits { color: var(--dim); font-size: .875rem; }
.fields { margin: .25rem 0; } .fields dd { margin: 0 0 .4rem 1rem; } .fields dd p { margin: 0; } .fields b, summary b { font-size: .75rem; color: light-dark(#9a6700, #e3b341); }
.refusal { margin: .25rem 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--soft); padding: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[hidden] { display: none; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 18rem 1fr; }
  nav { border: 0; border-right: 1px solid var(--line); height: 100vh; position: sticky; top: 0; overflow-y: auto; }
  #contents > summary { display: none; }
  main { padding: 0 2rem 4rem; }
}
`;
