import * as v from 'valibot';
import type { ProviderResponse } from '#shared/calendars/requests/send-request';
import { ProviderDown } from '#shared/calendars/sync/ports/calendar-provider';

/** The body of a successful response. Throws `ProviderDown` for a body of another shape, which a retry may correct. */
export function parseResponse<Body>(
  schema: v.GenericSchema<unknown, Body>,
  { json }: ProviderResponse,
  provider: string,
): Body {
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw new ProviderDown(`${provider} sent an invalid response.`, { isNonsense: true });
  return parsed.output;
}

export const isSuccess = ({ status }: ProviderResponse): boolean => status >= 200 && status <= 299;

/** A provider's error code for a message: ` (rateLimitExceeded)`. Empty for any other text, which may be confidential. */
export const codeSuffix = (text: string | undefined): string =>
  text !== undefined && /^[\w.]{1,64}$/.test(text) ? ` (${text})` : '';
