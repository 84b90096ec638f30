import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asRefusal, renderRefusal } from '#shared/http/response/render';

/** Why a form was not carried out, to be said above it. */
export interface Refused {
  readonly sentences: readonly string[];
  readonly status: ContentfulStatusCode;
}

/** What was refused, in the words of the form. What is no refusal is thrown on. */
export function refusedWith(thrown: unknown, names: Readonly<Record<string, string>>): Refused {
  const refusal = asRefusal(thrown);
  if (!refusal) throw thrown;
  const sentences = refusal.faults.map(({ field = '', message }) => inWords(field, message, names));
  return { sentences: [...new Set(sentences)], status: renderRefusal(refusal).status as ContentfulStatusCode };
}

/** `email_domains.0 must be …` becomes `Each e-mail domain must be …`. */
function inWords(field: string, message: string, names: Readonly<Record<string, string>>): string {
  const name = names[field.split('.')[0] ?? ''];
  return name !== undefined && message.startsWith(field) ? `${name}${message.slice(field.length)}` : message;
}
