import type { Contract } from '#shared/api/contract';
import { readIsoDate } from '#shared/domain/dates';
import { Refusal } from '#shared/domain/refusal';
import { versionOn } from '#shared/versions/chain';
import { BASE_VERSION, releases } from '#shared/versions/releases';

/** The version a request asks for: the newest on or before the date in its header. Undefined without a header. */
export function versionAsked(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const date = readIsoDate(header.trim());
  if (date === undefined)
    throw new Refusal('malformed', [
      { code: 'invalid_api_version', message: 'The Service-Version header must be a date such as 2026-10-12.' },
    ]);
  return versionOn(date, releases);
}

/** What is answered at until the key is known: the header's version, else the base. Whether the header is one is judged later. */
export function versionBeforeTheKey(header: string | undefined): string {
  try {
    return versionAsked(header) ?? BASE_VERSION;
  } catch {
    return BASE_VERSION;
  }
}

/** Refuses a caller who rules JSON out. Weights are not compared: anything that allows JSON gets it. */
export function requireJsonAccepted(header: string | undefined, { answers }: Contract): void {
  if (header === undefined || header.trim() === '') return;
  const served = ['application/json', ...Object.values(answers).flatMap(({ alsoText }) => alsoText ?? [])];
  if (!header.split(',').some((range) => allows(range, served)))
    throw new Refusal('not_acceptable', [
      { code: 'not_acceptable', message: 'Only JSON is served: send Accept: application/json, or leave it out.' },
    ]);
}

function allows(range: string, served: readonly string[]): boolean {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) return false;
  return type === '*/*' || type === 'application/*' || served.includes(type);
}
