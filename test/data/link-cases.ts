import links from './links.json' with { type: 'json' };

/** A way to write a link to a call. */
export interface CallCase {
  readonly name: string;
  readonly text: string;
  /** The link that is stored and joined. */
  readonly url: string;
  readonly platform: string;
  readonly identity: string;
}

/** A link to a host that is no platform's. */
export interface ElsewhereCase {
  readonly name: string;
  readonly text: string;
  /** What a calendar event stores. */
  readonly url: string;
  /** Why a bot is refused. */
  readonly code: string;
}

export const calls: readonly CallCase[] = links.calls.map(([name = '', text = '', url = '', platform = '', identity = '']) => ({
  name,
  text,
  url,
  platform,
  identity,
}));

export const elsewhere: readonly ElsewhereCase[] = links.elsewhere.map(([name = '', text = '', url = '', code = '']) => ({
  name,
  text,
  url,
  code,
}));

const named = (cases: readonly (readonly string[])[]) => cases.map(([name = '', text = '']) => ({ name, text }));

/** Pages of a platform that join no call. */
export const notCalls = named(links.not_calls);
/** What is no link, or none that is safe to follow, with the code of the refusal. */
export const noLinks = links.no_links.map(([name = '', text = '', code = 'invalid_format']) => ({ name, text, code }));
