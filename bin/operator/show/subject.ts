import { domainIn, type ValueType } from '#bin/cli/value-types';
import { comparableEmail, emailIn } from '#shared/foundation/core/people';

/** What an operator asks about. */
export type Subject =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'domain'; readonly domain: string }
  /** The nine digits by which older integrations know a workspace. */
  | { readonly kind: 'workspace_number'; readonly number: number };

const ID = /^[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const ID_WITHIN = /\b[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** The text where it is an id of any kind. */
export const idTextIn = (text: string): string | undefined => (ID.test(text) ? text : undefined);

/** Every id in a text, each once, in the order in which they come. */
export const idsWithin = (text: string): readonly string[] => [...new Set(text.match(ID_WITHIN) ?? [])];

/** An id, an email address, a domain or the number of a workspace. */
export const subjectType: ValueType<Subject> = {
  takes: 'an id such as bot_…, an email address, a domain, or the nine digits of a workspace',
  parse(text) {
    if (idTextIn(text) !== undefined) return { kind: 'id', id: text };
    if (/^\d{9}$/.test(text)) return { kind: 'workspace_number', number: Number(text) };
    const email = emailIn(text);
    if (email !== undefined) return { kind: 'email', email: comparableEmail(email) };
    const domain = domainIn(text.replace(/^@/, ''));
    return domain === undefined ? undefined : { kind: 'domain', domain };
  },
};
