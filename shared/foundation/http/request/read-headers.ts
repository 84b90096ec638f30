import { Refusal } from '#shared/foundation/core/refusal';
import { readUtcDay } from '#shared/foundation/core/time';
import type { Contract } from '#shared/foundation/http/contract';
import { versionOn } from '#shared/foundation/versions/chain';
import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';

/** The version a request asks for: the newest on or before the date in its header. Undefined without a header. */
export function versionAsked(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const date = readUtcDay(header.trim());
  if (date === undefined)
    throw new Refusal('malformed', [
      { code: 'invalid_api_version', message: 'The Service-Version header must be a date such as 2026-10-12.' },
    ]);
  return versionOn(date, releases);
}

/** The version of responses until the key is known: the header's, else the base. An invalid header is refused later. */
export function versionBeforeAuthentication(header: string | undefined): string {
  try {
    return versionAsked(header) ?? BASE_VERSION;
  } catch {
    return BASE_VERSION;
  }
}

/** Refuses a caller who rules JSON out. Weights are not compared: anything that allows JSON gets it. */
export function requireJsonAccepted(header: string | undefined, { responses }: Contract): void {
  if (header === undefined || header.trim() === '') return;
  const served = ['application/json', ...Object.values(responses).flatMap(({ alsoText }) => alsoText ?? [])];
  const ranges = header.split(',').map(readRange);
  if (!served.some((type) => isAllowed(type, ranges)))
    throw new Refusal('not_acceptable', [
      {
        code: 'not_acceptable',
        message: 'Only JSON is served: send Accept: application/json, or leave the header out.',
      },
    ]);
}

interface MediaRange {
  readonly type: string;
  /** With a weight of zero. */
  readonly isRefused: boolean;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return { type, isRefused: parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) };
}

/** The most exact range decides (RFC 9110): one type may be refused beside a range that allows all. */
function isAllowed(type: string, ranges: readonly MediaRange[]): boolean {
  const named = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const decisive = named.map((name) => ranges.find((range) => range.type === name)).find((range) => range);
  return decisive !== undefined && !decisive.isRefused;
}
