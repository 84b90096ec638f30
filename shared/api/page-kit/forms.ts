import { html } from 'hono/html';
import { type Markup, unseen } from '#shared/api/page-kit/components';
import { formToken } from '#shared/api/page-kit/cookies';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { TOKEN_FIELD } from '#shared/api/page-kit/read-form';

interface Form {
  /** A path of these pages. */
  readonly action: string;
  /** Label of the submit button. */
  readonly submit: string;
  /** What it is about, for screen readers, where a page has several such buttons. */
  readonly about?: string;
  readonly fields?: readonly Markup[];
  /** Hidden fields. The browser can change their values. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Submitted by the script when the page has loaded; the button is for browsers without scripts. */
  readonly submitsItself?: boolean;
  /** For actions that cannot be undone. */
  readonly danger?: boolean;
  /** Links and buttons beside the submit button. */
  readonly also?: Markup;
}

/** A form sent by POST, with its CSRF token. */
export const form = (
  c: PageContext,
  { action, submit, about, fields, hidden, submitsItself, danger, also }: Form,
): Markup => html`<form method="post" action="${action}"${submitsItself ? html` data-submits-itself` : ''}>
${hiddenFields({ [TOKEN_FIELD]: formToken(c), ...hidden })}
${fields}
<p class="actions"><button${danger ? html` class="danger"` : ''}>${submit}${unseen(about)}</button> ${also}</p>
</form>`;

/** Filters of a list. The form is sent by GET, so that a filtered list can be bookmarked. */
export const filterForm = (
  label: string,
  { action, submit, fields, hidden, also }: Omit<Form, 'danger' | 'about'>,
): Markup => html`<form method="get" action="${action}" class="filters" role="search" aria-label="${label}">
${hiddenFields(hidden)}
${fields}
<p class="actions"><button>${submit}</button> ${also}</p>
</form>`;

const hiddenFields = (values: Readonly<Record<string, string>> = {}): readonly Markup[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'datetime-local';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** What is wrong with the submitted value; the field then has the focus. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  /** True by default. */
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric';
}

/** A field with its label, hint and error, tied together for screen readers. */
export const field = ({ name, label, type = 'text', value, hint, error, required = true, ...more }: Field): Markup => {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
<input id="${name}" name="${name}" type="${type}"${attribute('value', value)}${attribute('autocomplete', more.autocomplete)}${attribute('maxlength', more.maxLength)}${attribute('inputmode', more.inputMode)}${attribute('aria-describedby', described || undefined)}${required ? html` required` : ''}${error ? html` aria-invalid="true" autofocus` : ''}>
</div>`;
};

const attribute = (name: string, value: string | number | undefined): Markup | '' =>
  value === undefined ? '' : html` ${name}="${value}"`;

interface Select {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly selected?: string | undefined;
}

export const select = ({ name, label, options, selected }: Select): Markup => html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">
${options.map(([value, text]) => html`<option value="${value}"${value === selected ? html` selected` : ''}>${text}</option>`)}
</select>
</div>`;

interface Choice {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly checked?: boolean;
  /** True by default. */
  readonly required?: boolean;
}

/** A checkbox, or one of several radio buttons. */
export const choice = ({ type, name, value, label, checked, required = true }: Choice): Markup =>
  html`<div class="field"><label class="tick"><input type="${type}" name="${name}" value="${value}"${checked ? html` checked` : ''}${required ? html` required` : ''}> ${label}</label></div>`;

/** The submitted value of a field, trimmed; empty if it was not submitted. */
export const formField = (c: PageContext, name: string): string => rawFormField(c, name).trim();

/** The submitted value of a field as it is: a password may begin with a space. */
export const rawFormField = (c: PageContext, name: string): string => c.get('formFields')?.get(name) ?? '';

/** A moment, as the browser's own control takes it. May be left empty. */
export const timeField = (name: string, label: string, value: string): Markup =>
  field({ name, label, type: 'datetime-local', value, required: false });
