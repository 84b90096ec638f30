import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { bodyText } from '#shared/webhooks/delivery/payload';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

/** The request body, formatted. The signed bytes are the same text on one line. */
export function payloadView(delivery: Delivery, objectText: string | undefined): Markup {
  if (objectText === undefined)
    return html`<p class="none">None: the event could not be rendered in the API version of the endpoint.</p>`;
  return html`<div role="region" aria-label="Request body" tabindex="0"><pre><code>${formatted(bodyText({ ...delivery, objectText }))}</code></pre></div>`;
}

/** Inserts line breaks between the symbols of a JSON text. Parsing and serialising it would change numbers. */
function formatted(json: string): string {
  let depth = 0;
  const newLine = (by: -1 | 0 | 1): string => {
    depth += by;
    return `\n${'  '.repeat(depth)}`;
  };
  return json.replace(SYMBOL, (symbol) => {
    if (symbol === '{' || symbol === '[') return `${symbol}${newLine(1)}`;
    if (symbol === '}' || symbol === ']') return `${newLine(-1)}${symbol}`;
    if (symbol === ',') return `,${newLine(0)}`;
    if (symbol === ':') return ': ';
    return symbol.trim();
  });
}

/** Whole strings, so that punctuation inside them is kept; empty objects and arrays; punctuation; white space. */
const SYMBOL = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]|\s+/g;
