import { html } from 'hono/html';
import type { Markup } from '#shared/page-kit/layout';
import { bodyText } from '#shared/webhooks/delivery/envelope';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

/** The body, laid out to be read; the bytes that were signed stand on one line, without these breaks. */
export function payloadView(delivery: Delivery, objectText: string | undefined): Markup {
  if (objectText === undefined)
    return html`<p class="none">Nothing: the event cannot be written in the version of the endpoint.</p>`;
  return html`<div role="region" aria-label="Body of the webhook" tabindex="0"><pre><code>${laidOut(bodyText({ ...delivery, objectText }))}</code></pre></div>`;
}

/** Breaks lines between the tokens of a JSON text and changes none of them: parsed and written, numbers would differ. */
export function laidOut(json: string): string {
  let depth = 0;
  const line = (by: -1 | 0 | 1): string => {
    depth += by;
    return `\n${'  '.repeat(depth)}`;
  };
  return json.replace(PART, (part) => {
    if (part === '{' || part === '[') return `${part}${line(1)}`;
    if (part === '}' || part === ']') return `${line(-1)}${part}`;
    if (part === ',') return `,${line(0)}`;
    if (part === ':') return ': ';
    return part.trim();
  });
}

/** Strings whole, so that nothing within them is taken for a brace; what is empty; braces, commas, colons, space. */
const PART = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]|\s+/g;
