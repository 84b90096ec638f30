import { html } from 'hono/html';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { Markup } from '#shared/api/page-kit/components';
import { isWithinBounds } from './markdown-bounds.ts';

/**
 * Renders untrusted Markdown: a generated summary of what participants said. Safe by construction: every element is
 * written in this file, and `html` escapes every text. HTML in the text is shown as text, an image as its alternative
 * text, and a link only if it is http, https or mailto. Text that would take a parser long is shown as it is.
 */
export function markdown(text: string): Markup {
  return isWithinBounds(text) ? blocks(new Lexer({ gfm: true }).lex(text)) : html`<p>${text}</p>`;
}

/** Without extensions the lexer returns its own token types only. */
const own = (tokens: readonly Token[]): readonly MarkedToken[] => tokens as readonly MarkedToken[];

const blocks = (tokens: readonly Token[]): Markup => html`${own(tokens).map(block)}`;

function block(token: MarkedToken): Markup | string {
  switch (token.type) {
    case 'heading':
      return token.depth <= 2 ? html`<h3>${inline(token.tokens)}</h3>` : html`<h4>${inline(token.tokens)}</h4>`;
    case 'paragraph':
      return html`<p>${inline(token.tokens)}</p>`;
    case 'list':
      return list(token);
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens)}</blockquote>`;
    case 'code':
      return html`<pre><code>${token.text}</code></pre>`;
    case 'table':
      return table(token);
    case 'hr':
      return html`<hr>`;
    case 'space':
    case 'def':
      return '';
    default:
      return inlineOne(token);
  }
}

const list = ({ ordered, items }: Tokens.List): Markup => {
  const entries = items.map(({ tokens }) => html`<li>${blocks(tokens)}</li>`);
  return ordered ? html`<ol>${entries}</ol>` : html`<ul>${entries}</ul>`;
};

const table = ({
  header,
  rows,
}: Tokens.Table): Markup => html`<div class="grid" role="region" aria-label="Table" tabindex="0"><table>
<thead><tr>${header.map(({ tokens }) => html`<th scope="col">${inline(tokens)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${inline(tokens)}</td>`)}</tr>`)}</tbody>
</table></div>`;

const inline = (tokens: readonly Token[]): Markup => html`${own(tokens).map(inlineOne)}`;

function inlineOne(token: MarkedToken): Markup | string {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token.tokens)}</strong>`;
    case 'em':
      return html`<em>${inline(token.tokens)}</em>`;
    case 'del':
      return html`<s>${inline(token.tokens)}</s>`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'br':
      return html`<br>`;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'link':
      return link(token);
    case 'image':
      return token.text;
    case 'text':
      return token.tokens ? inline(token.tokens) : plain(token.text);
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

const ALLOWED_URL = /^(?:https?:\/\/|mailto:)[^\s]+$/i;

const link = ({ href, tokens }: Tokens.Link): Markup =>
  ALLOWED_URL.test(href)
    ? html`<a href="${href}" rel="nofollow noopener noreferrer">${inline(tokens)}</a>`
    : inline(tokens);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Decodes the entities that are common in Markdown; `html` escapes the text again. */
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name] ?? '');
