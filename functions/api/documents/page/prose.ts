import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';

/** A description of the OpenAPI document: text in backticks is code. */
export const prose = (text: string): Markup =>
  html`${text.split(/`([^`]*)`/).map((part, position) => (position % 2 === 1 ? html`<code>${part}</code>` : part))}`;
