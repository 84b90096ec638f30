import * as v from 'valibot';
import type { Answered } from '#shared/calendars/requests/ask';
import { ProviderDown } from '#shared/calendars/sync/ports/calendar-provider';

/** What a good answer says; one of another shape is no answer, and a later one may be right. */
export function answerOf<Said>(schema: v.GenericSchema<unknown, Said>, { json }: Answered, whose: string): Said {
  const read = v.safeParse(schema, json);
  if (!read.success) throw new ProviderDown(`${whose} answered something that makes no sense.`, { isNonsense: true });
  return read.output;
}

export const isGood = ({ status }: Answered): boolean => status >= 200 && status <= 299;

/** A provider's own word for a fault, where it is a word: anything else might say what is nobody's business. */
export const wordIn = (text: string | undefined): string =>
  text !== undefined && /^[\w.]{1,64}$/.test(text) ? ` (${text})` : '';
