import { isIP } from 'node:net';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import { judgeAddress } from './judge-address.ts';
import { judgeUrl, type UrlVerdict } from './judge-url.ts';

export interface ReceiverRules {
  /** Of this deployment, ending in /api/v1: a webhook to ourselves is a loop. */
  readonly baseUrl: string;
  readonly allowLocalReceivers: boolean;
}

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
  /** A name that has not answered by then is accepted: every sending asks again. */
  readonly waitMs?: number;
}

export type ReceiverJudge = (url: string) => Promise<UrlVerdict>;

/** Whether a URL has the form of an endpoint's in this deployment: when it is made, and whenever it is sent to. */
export const formJudge = ({ baseUrl, allowLocalReceivers }: ReceiverRules) => {
  const rules = { allowLocalReceivers, ownHosts: [new URL(baseUrl).hostname] };
  return (url: string): UrlVerdict => judgeUrl(url, rules);
};

/** Whether a URL may be an endpoint's, by its form and by what its name leads to at this moment. */
export const receiverJudge = ({ lookUp, waitMs = 2_000, ...rules }: Needs): ReceiverJudge => {
  const judgeForm = formJudge(rules);
  return async (url) => {
    const verdict = judgeForm(url);
    if ('fault' in verdict) return verdict;
    const { hostname } = new URL(verdict.accepted);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost') return verdict;
    const closed = (await addressesOf(hostname, lookUp, waitMs)).find((address) => !judgeAddress(address).public);
    return closed === undefined ? verdict : leadsTo(closed);
  };
};

/** None where there is no answer in time: what does not exist yet may exist tomorrow. */
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

const leadsTo = (address: string): UrlVerdict => ({
  fault: {
    code: 'invalid',
    message: `The parameter url must be reachable from the public internet; its name leads to ${address}.`,
    field: 'url',
  },
});
