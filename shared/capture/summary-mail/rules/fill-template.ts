import { escapeHtml } from '#shared/accounts/mail/rules/html';

/** HTML that was escaped already. */
export interface Html {
  readonly html: string;
}

/** What takes the place of a placeholder: text is escaped. A list repeats the block of that name, once for each entry. */
export interface Content {
  readonly [name: string]: string | Html | readonly Content[];
}

/** `{{name}}`, or a block `<!--{name-->…<!--}name-->`. */
const PLACEHOLDER = /<!--\{(\w+)-->([\s\S]*?)<!--\}\1-->|\{\{(\w+)\}\}/g;

/** The template with its content. What is filled in is not read again, so no text can name a placeholder. */
export function fillTemplate(template: string, content: Content): string {
  return template.replace(PLACEHOLDER, (_, block?: string, inner = '', name = '') => {
    if (block === undefined) return textAt(content, name);
    const entries = content[block];
    if (!Array.isArray(entries)) throw new Error(`The template has no content for its block ${block}.`);
    return entries.map((entry: Content) => fillTemplate(inner, { ...content, ...entry })).join('');
  });
}

function textAt(content: Content, name: string): string {
  const value = content[name];
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'object' && 'html' in value && typeof value.html === 'string') return value.html;
  throw new Error(`The template has no content for ${name}.`);
}
