import { html } from 'hono/html';
import { formToken } from '#shared/page-kit/browser';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { TOKEN_FIELD } from '#shared/page-kit/read-form';

interface Form {
  /** A path of ours. */
  readonly action: string;
  /** Words of its button. */
  readonly submit: string;
  readonly fields?: Markup | readonly Markup[];
  /** Values that travel with it unseen. Whoever sends it can change them. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** For what cannot be undone. */
  readonly danger?: boolean;
  /** Beside the button. */
  readonly also?: Markup;
}

/** A form that is sent by POST, with the token that proves it ours. */
export const form = (
  c: PageContext,
  { action, submit, fields, hidden = {}, danger, also }: Form,
): Markup => html`<form method="post" action="${action}">
<input type="hidden" name="${TOKEN_FIELD}" value="${formToken(c)}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}
<p class="actions"><button${danger ? html` class="danger"` : ''}>${submit}</button> ${also}</p>
</form>`;

interface Field {
  readonly name: string;
  /** Of its own, where another form of the page has a field of this name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** What is wrong with what was sent: said with the field, and the field gets the focus. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly optional?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'email' | 'text';
}

/** A field with its label, its hint and what is wrong with it, tied together for who cannot see them side by side. */
export const field = ({ name, id = name, label, type = 'text', value, hint, error, ...more }: Field): Markup => {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${id}">${label}${more.optional ? html` <span class="small">(optional)</span>` : ''}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error && html`<p class="wrong" id="${id}-error">${error}</p>`}
<input id="${id}" name="${name}" type="${type}"${attribute('value', value)}${attribute('autocomplete', more.autocomplete)}${attribute('maxlength', more.maxLength)}${attribute('inputmode', more.inputMode)}${attribute('aria-describedby', described || undefined)}${more.optional ? '' : html` required`}${error ? html` aria-invalid="true" autofocus` : ''}>
</div>`;
};

const attribute = (name: string, value: string | number | undefined): Markup | '' =>
  value === undefined ? '' : html` ${name}="${value}"`;

interface Choices {
  readonly name: string;
  readonly label: string;
  readonly among: readonly (readonly [value: string, words: string])[];
  readonly chosen?: string | undefined;
}

/** One of several. */
export const choices = ({ name, label, among, chosen }: Choices): Markup => html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">
${among.map(([value, words]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${words}</option>`)}
</select>
</div>`;

/** What was sent in a field, without the space around it; empty where it was not. */
export const fieldOf = (c: PageContext, name: string): string => c.get('fields')?.get(name)?.trim() ?? '';

/** As it was sent: a password may begin with a space. */
export const untouchedFieldOf = (c: PageContext, name: string): string => c.get('fields')?.get(name) ?? '';
