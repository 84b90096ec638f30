import { isIP } from 'node:net';
import type { Fault } from '#shared/core/refusal';
import { judgeAddress } from './judge-address.ts';
import { judgeHostName } from './judge-host-name.ts';

export const DEFAULT_PORTS: readonly number[] = [443, 8443];

const LONGEST_URL = 2_048;

interface UrlRules {
  /** The local stack alone: the literal hosts `localhost` and `127.0.0.1`, on any port, http included. */
  readonly allowLocalReceivers?: boolean;
  readonly ports?: readonly number[];
  /** Names of this deployment's own API: a webhook to ourselves is a loop. */
  readonly ownHosts?: readonly string[];
}

/** `accepted` is the normalised form, the one to store and to send to. */
export type UrlVerdict = { readonly accepted: string } | { readonly fault: Fault };

/**
 * Whether a URL may be an endpoint's. What its name resolves to is another question, asked at each sending.
 * The written form is judged as well as the parsed one, since the parser mends and drops what we must not guess at.
 */
export function judgeUrl(text: unknown, rules: UrlRules = {}): UrlVerdict {
  if (typeof text !== 'string') return refused('invalid_type', 'must be a string');
  if (text.trim() === '') return refused('blank', 'may not be blank');
  if (text.length > LONGEST_URL) return refused('too_long', `may have at most ${LONGEST_URL} characters`);

  const written = WRITTEN.exec(text)?.groups;
  if (!written || UNSAFE.test(text) || URL.parse(text) === null) return refused('invalid', malformed);
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, '');
  return judgeParsed(url, written['host'] ?? '', rules);
}

function judgeParsed(url: URL, writtenHost: string, rules: UrlRules): UrlVerdict {
  if (rules.allowLocalReceivers && LOCAL_RECEIVERS.has(writtenHost)) {
    return url.port === '0' ? closedPort() : accepted(url);
  }
  if (url.protocol !== 'https:') return refused('invalid', 'must begin with https://');
  if (!(rules.ports ?? DEFAULT_PORTS).includes(Number(url.port || 443))) return closedPort();
  const why = objectionTo(url.hostname, writtenHost, rules.ownHosts ?? []);
  return why ? refused('invalid', why) : accepted(url);
}

/** Scheme, exactly two slashes, a host without userinfo, perhaps a port, then path or query: no fragment. */
const WRITTEN = /^https?:\/\/(?<host>\[[^\]/?#@]*\]|[^:/?#@[\]]+)(?::\d{1,5})?(?:[/?][^#]*)?$/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0020\u007f\\]/;

const LOCAL_RECEIVERS = new Set(['localhost', '127.0.0.1']);

const malformed =
  'must be an absolute https URL without user name, password, fragment, backslash, white space or control character';

function objectionTo(hostname: string, written: string, ownHosts: readonly string[]): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return judgeHostName(hostname, written, ownHosts);
  // 2130706433, 0x7f.1 and full-width digits have no honest use, whatever address they spell.
  if (isIP(address) === 4 && written.replace(/\.$/, '') !== address) return 'must spell an IP address in dotted form';
  const verdict = judgeAddress(address);
  return verdict.public ? undefined : `must be reachable from the public internet; ${address} is not (${verdict.why})`;
}

function accepted(url: URL): UrlVerdict {
  const { href } = url;
  // Escapes and punycode lengthen a URL, and the stored form has to fit as well.
  return href.length > LONGEST_URL
    ? refused('too_long', `may have at most ${LONGEST_URL} characters when normalised`)
    : { accepted: href };
}

const closedPort = () => refused('invalid', 'names a port that webhooks are not sent to');

const refused = (code: string, message: string): UrlVerdict => ({
  fault: { code, message: `The parameter url ${message}.`, field: 'url' },
});
