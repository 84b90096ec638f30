import { isIP } from 'node:net';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { isPublicAddress } from './is-public-address.ts';
import { type UrlValidation, validateWebhookUrl } from './validate-webhook-url.ts';
export interface ReceiverRules {
  /** The base URL of this deployment, ending in /api/v1: a webhook to our own API is a loop. */
  readonly baseUrl: string;
  readonly allowLocalReceivers: boolean;
}

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
  /** A name without a DNS response after this time is accepted: every connection looks it up again. */
  readonly waitMs?: number;
}

/**
 * `beforeLookUp` is awaited where the host is a name, whose look-up may take two seconds: it refuses, and counts, by
 * throwing.
 */
export type ReceiverValidator = (url: string, beforeLookUp: () => Promise<void>) => Promise<UrlValidation>;

/** Faults name the field, by default `url`. */
export type UrlValidator = (url: string, field?: string) => UrlValidation;

/** Validates the form of a webhook's URL, when it is saved and at every attempt. */
export const urlValidator = ({ baseUrl, allowLocalReceivers }: ReceiverRules): UrlValidator => {
  const rules = { allowLocalReceivers, ownHosts: [new URL(baseUrl).hostname] };
  return (url, field = 'url') => validateWebhookUrl(url, { ...rules, field });
};

/** Validates an endpoint's URL by its form and by the addresses that its host name resolves to now. */
export const receiverValidator = ({ lookUp, waitMs = 2_000, ...rules }: Needs): ReceiverValidator => {
  const validateUrl = urlValidator(rules);
  return async (url, beforeLookUp) => {
    const validation = validateUrl(url);
    if ('fault' in validation) return validation;
    const { hostname } = new URL(validation.accepted);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost') return validation;
    await beforeLookUp();
    const nonPublic = (await addressesOf(hostname, lookUp, waitMs)).find((address) => !isPublicAddress(address));
    return nonPublic === undefined ? validation : leadsTo(nonPublic);
  };
};

/** Empty when there is no DNS response in time: a name that does not exist yet may exist tomorrow. */
async function addressesOf(name: string, lookUp: NameLookup, waitMs: number): Promise<readonly string[]> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), waitMs);
  const silence = new Promise<readonly string[]>((resolve) => {
    waiting.signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  try {
    return await Promise.race([lookUp(name, waiting.signal), silence]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

const leadsTo = (address: string): UrlValidation => ({
  fault: {
    code: 'invalid',
    message: `The parameter url must be reachable from the public internet; its host name resolves to ${address}.`,
    field: 'url',
  },
});
