import { isIP } from 'node:net';
import type { Fault } from '#shared/foundation/core/refusal';
import { parseUrl } from '#shared/foundation/core/url';
import { nonPublicReason } from './is-public-address.ts';

export const DEFAULT_PORTS: readonly number[] = [443, 8443];

const LONGEST_URL = 2_048;

interface UrlRules {
  /** On the local stack only: the literal hosts `localhost` and `127.0.0.1`, on any port, http included. */
  readonly allowLocalReceivers?: boolean;
  readonly ports?: readonly number[];
  /** The field that a fault names. */
  readonly field?: string;
  /** Host names of this deployment's API: a webhook to our own API is a loop. */
  readonly ownHosts?: readonly string[];
}

/** `accepted` is the normalised form, the one to store and to send to. */
export type UrlValidation = { readonly accepted: string } | { readonly fault: Fault };

/**
 * Validates the URL of an endpoint. What its host name resolves to is checked separately, for each connection.
 * The written form is checked as well as the parsed one, because the URL parser corrects and drops characters.
 */
export function validateWebhookUrl(text: unknown, rules: UrlRules = {}): UrlValidation {
  const validation = validateText(text, rules);
  if ('accepted' in validation) return validation;
  const { field = 'url' } = rules;
  return { fault: { code: validation.code, message: `The parameter ${field} ${validation.why}.`, field } };
}

type TextValidation = { readonly accepted: string } | { readonly code: string; readonly why: string };

function validateText(text: unknown, rules: UrlRules): TextValidation {
  if (typeof text !== 'string') return refused('invalid_type', 'must be a string');
  if (text.trim() === '') return refused('blank', 'must not be blank');
  if (text.length > LONGEST_URL) return refused('too_long', `must have at most ${LONGEST_URL} characters`);

  const written = WRITTEN.exec(text)?.groups;
  const url = UNSAFE.test(text) ? null : parseUrl(text);
  if (!written || !url) return refused('invalid', malformed);
  url.hostname = url.hostname.replace(/\.$/, '');
  return validateParsed(url, written['host'] ?? '', rules);
}

function validateParsed(url: URL, writtenHost: string, rules: UrlRules): TextValidation {
  if (rules.allowLocalReceivers && LOCAL_RECEIVERS.has(writtenHost)) {
    return url.port === '0' ? closedPort() : accepted(url);
  }
  if (url.protocol !== 'https:') return refused('invalid', 'must begin with https://');
  if (!(rules.ports ?? DEFAULT_PORTS).includes(Number(url.port || 443))) return closedPort();
  const why = hostError(url.hostname, writtenHost, rules.ownHosts ?? []);
  return why ? refused('invalid', why) : accepted(url);
}

/** Scheme, exactly two slashes, a host without userinfo, an optional port, then path or query: no fragment. */
const WRITTEN = /^https?:\/\/(?<host>\[[^\]/?#@]*\]|[^:/?#@[\]]+)(?::\d{1,5})?(?:[/?][^#]*)?$/i;

/** A space, an ASCII control character or a backslash: none of them is from ! to ~, or above ASCII. */
const UNSAFE = /[^!-~\u0080-\uffff]|\\/;

const LOCAL_RECEIVERS = new Set(['localhost', '127.0.0.1']);

const malformed =
  'must be an absolute https URL without user name, password, fragment, backslash, white space or control character';

function hostError(hostname: string, written: string, ownHosts: readonly string[]): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return hostNameError(hostname, written, ownHosts);
  // 2130706433, 0x7f.1 and full-width digits have no legitimate use, whatever address they mean.
  if (isIP(address) === 4 && written.replace(/\.$/, '') !== address) return 'must spell an IP address in dotted form';
  const reason = nonPublicReason(address);
  return reason && `must be reachable from the public internet; ${address} is not (${reason})`;
}

function accepted(url: URL): TextValidation {
  const { href } = url;
  // Escapes and punycode lengthen a URL; the limit holds for the stored form too.
  return href.length > LONGEST_URL
    ? refused('too_long', `must have at most ${LONGEST_URL} characters when normalised`)
    : { accepted: href };
}

const closedPort = () => refused('invalid', 'has a port that webhooks are not sent to');

const refused = (code: string, why: string): TextValidation => ({ code, why });

/** Top-level names that never resolve outside a machine or its own network. */
const LOCAL_TOP_LEVELS = new Set(['localhost', 'localdomain', 'local', 'lan', 'internal', 'arpa', 'onion']);

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;

/** Why a host name cannot be an endpoint's; undefined when it can. `written` is the name before URL parsing. */
function hostNameError(hostname: string, written: string, ownHosts: readonly string[]): string | undefined {
  const labels = hostname.split('.');
  if (written.includes('%')) return 'must not have escapes in its host name';
  if (losesACharacter(written)) return 'must not have invisible characters in its host name';
  if (hostname.length > LONGEST_NAME || !labels.every((label) => LABEL.test(label)))
    return 'must have a valid host name';
  if (labels.length === 1) return 'must have a full host name';
  if (LOCAL_TOP_LEVELS.has(labels.at(-1) ?? '')) return 'must be reachable from the public internet; its name is not';
  if (ownHosts.includes(hostname)) return 'must not point to this service';
  return undefined;
}

/** IDNA drops soft hyphens, zero-width spaces and the like, so that different names would become one. */
const losesACharacter = (written: string): boolean =>
  [...written].some((character) => character > '\u007f' && isDropped(character));

function isDropped(character: string): boolean {
  const probe = `https://a${character}b.example`;
  return parseUrl(probe)?.hostname === 'ab.example';
}
