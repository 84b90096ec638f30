import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { lastPart, type Schema } from './openapi-document.ts';
import { prose } from './prose.ts';

/** The fields of an object as a nested list; a resource is a link to its description. */
export function schemaView(schema: Schema): Markup {
  const inner = fieldsOf(schema);
  if (!inner) return html`<p>${typeOf(schema)}</p>`;
  return html`<dl class="fields">${Object.entries(inner.properties).map(([name, field]) => fieldView(name, field, inner.required.includes(name)))}</dl>`;
}

function fieldView(name: string, field: Schema, required: boolean): Markup {
  const nested = fieldsOf(field);
  return html`<dt><code>${name}</code> <span class="type">${typeOf(field)}</span>${required ? html` <b>required</b>` : undefined}</dt><dd>${limits(field)}${field.description === undefined ? undefined : html`<p>${prose(field.description)}</p>`}${nested && field.$ref === undefined ? schemaView(field) : undefined}</dd>`;
}

interface Fields {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The fields of the schema, of its items, or of the first alternative that has fields. */
function fieldsOf({ properties, required = [], items, anyOf = [], oneOf = [] }: Schema): Fields | undefined {
  if (properties) return { properties, required };
  if (items) return items.$ref === undefined ? fieldsOf(items) : undefined;
  return [...anyOf, ...oneOf].flatMap((one) => fieldsOf(one) ?? [])[0];
}

/** The type in a word or two, with links to resources. */
export function typeOf(schema: Schema): Markup {
  const { $ref, anyOf, oneOf, items, type, format, enum: known } = schema;
  if ($ref !== undefined) return html`<a href="#${lastPart($ref)}">${lastPart($ref)}</a>`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return html`${alternatives.map((one, at) => html`${at > 0 ? ' or ' : ''}${typeOf(one)}`)}`;
  if (items) return html`array of ${typeOf(items)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (known) return html`${known.map((one, at) => html`${at > 0 ? ' ' : ''}<code>${String(one)}</code>`)}`;
  const [, prefix] = /^\^([a-z]+_)/.exec(schema.pattern ?? '') ?? [];
  if (prefix !== undefined) return html`<code>${prefix}…</code>`;
  return html`${[type, format].filter((word) => word !== undefined).join(', ') || 'any'}`;
}

function limits({ minimum, maximum, maxLength, maxItems, default: fallback }: Schema): Markup | undefined {
  const bounds = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    fallback === undefined ? '' : `default: ${JSON.stringify(fallback)}`,
  ].filter((word) => word !== '');
  return bounds.length === 0 ? undefined : html`<span class="limits">${bounds.join('; ')}</span>`;
}
