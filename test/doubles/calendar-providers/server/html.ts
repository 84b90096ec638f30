import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  .test { border: 3px dashed currentcolor; border-radius: .5rem; padding: .5rem 1rem; font-weight: 600; }
  fieldset { border: 1px solid color-mix(in srgb, currentcolor 30%, transparent); border-radius: .5rem; margin: 1rem 0; }
  label { display: block; padding: .25rem 0; }
  button { font: inherit; padding: .4rem 1rem; border-radius: .4rem; margin: .25rem .5rem .25rem 0; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: .35rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); vertical-align: top; }
  td form { display: inline; }
`;

/** A page for people that cannot be mistaken for the provider's. */
export const aPage = (title: string, provider: string, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – test provider</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <p class="test">TEST PROVIDER. This is not ${provider}: a test double on your machine, with made-up accounts. Never type a real password here.</p>
    <main><h1>${title}</h1>${body}</main>
  </body>
</html>`;

export const asText = async (content: Html): Promise<string> => String(await content);
