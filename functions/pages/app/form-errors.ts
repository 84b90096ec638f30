import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asRefusal, renderRefusal } from '#shared/foundation/http/response/render';

/** Why a submitted form was refused. */
export interface FormErrors {
  readonly messages: readonly string[];
  /** The first message of each field, by its name in the API. */
  readonly byField: Readonly<Record<string, string>>;
  readonly status: ContentfulStatusCode;
}

/** The messages of a refusal, with the labels of the form's fields. Any other error is thrown again. */
export function formErrors(thrown: unknown, labels: Readonly<Record<string, string>>): FormErrors {
  const refusal = asRefusal(thrown);
  if (!refusal) throw thrown;
  const faults = refusal.faults.map(({ field = '', message }) => [field, withLabel(field, message, labels)] as const);
  const messages = [...new Set(faults.map(([, message]) => message))];
  return {
    messages,
    byField: Object.fromEntries(faults.toReversed()),
    status: renderRefusal(refusal).status as ContentfulStatusCode,
  };
}

/** `email_domains.0 must be …` becomes `Each email domain must be …`. */
function withLabel(field: string, message: string, labels: Readonly<Record<string, string>>): string {
  const label = labels[field.split('.')[0] ?? ''];
  return label !== undefined && message.startsWith(field) ? `${label}${message.slice(field.length)}` : message;
}
