import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal, type RefusalKind } from '#shared/core/refusal';
import { LostRace, Throttled } from '#shared/core/store';

interface Words {
  readonly status: ContentfulStatusCode;
  /** The page's heading: what happened. */
  readonly title: string;
  /** What the person can do about it. */
  readonly words: string;
}

/** The end of the road, in plain words. Thrown anywhere, shown as a page. */
export class Trouble extends Error implements Words {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly words: string;

  constructor({ status, title, words }: Words) {
    super(title);
    this.status = status;
    this.title = title;
    this.words = words;
  }
}

export const nothingHere = (words = 'The address may be mistyped, or what was here is gone.') =>
  new Trouble({ status: 404, title: 'There is no such page', words });

const TITLES: Readonly<Record<RefusalKind, readonly [ContentfulStatusCode, string]>> = {
  malformed: [400, 'That could not be read'],
  unauthenticated: [401, 'You may not do that'],
  forbidden: [403, 'You may not do that'],
  not_found: [404, 'There is no such thing here'],
  method_not_allowed: [405, 'That is not possible here'],
  not_acceptable: [406, 'That is not possible here'],
  conflict: [409, 'That does not go together'],
  unprocessable: [422, 'That cannot be taken as it is'],
  rate_limited: [429, 'Too much at once'],
  provider_broke: [502, 'Another service did not answer as it should'],
  unavailable: [503, 'Not available right now'],
};

/** What a person is told about an error that is expected; undefined where it is a defect of ours. */
export function troubleIn(error: unknown): Trouble | undefined {
  if (error instanceof Trouble) return error;
  if (error instanceof Throttled) {
    return new Trouble({ status: 503, title: 'Too busy right now', words: 'Wait a few seconds, then try again.' });
  }
  if (error instanceof LostRace) {
    const words =
      'Somebody else changed this at the same moment, again and again. Load the page again, then repeat it.';
    return new Trouble({ status: 409, title: 'Somebody else was faster', words });
  }
  if (!(error instanceof Refusal)) return undefined;
  const [status, title] = TITLES[error.kind];
  return new Trouble({ status, title, words: error.message });
}

export const somethingBroke = () =>
  new Trouble({
    status: 500,
    title: 'Something broke on our side',
    words: 'Nothing you did was wrong, and it has been written down. Try again in a moment.',
  });

/** Name and place of a defect; its message stays out, lines of it that look like a place too: it may quote input. */
export function whereOf({ name, message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const frames = start < 0 ? [] : stack.slice(start + message.length).split('\n');
  return [name, ...frames.slice(1, 7).map((line) => line.trim())].join(' ');
}
