import { describe, expect, it } from '#test/support/jest';
import { ourSource } from './our-source.ts';

/** A name that may hold what only its owner knows. */
const SECRET_NAME = /secret|token|signature|digest|hmac|passcode|apikey/i;
const COMPARED = /([\w.$\]['"()?!]+)\s*[!=]==?\s*([\w.$['"(]+)/g;

/** Comparisons with nothing secret on either side, as file and text. */
const HARMLESS: Readonly<Record<string, string>> = {
  'shared/calendars/feeds/feed-calendar.ts: digestOf(response.text)) !== digest':
    'the digest of a feed, which tells whether it has changed',
  'shared/foundation/files/commands/complete-copy.ts: digest.algorithm)) === digest.base64':
    'the digest of a file, which the source of the file gives: no secret',
  'shared/api/http/idempotency.ts: (found.bodyDigest !== bodyDigest':
    'the digest of a body, compared for the sender of both',
  'shared/webhooks/delivery/rules/lease.ts: lease?.token === token':
    'the name of a worker’s lease, in no answer and no request',
};

/** Words that mean something else there: the tokens of JSON and of a spoken text, and how long something is. */
const OTHERWISE =
  /^shared\/(?:foundation\/http\/request\/json-mistake\.ts|texts\/subtitles\/rules\/[a-z-]+\.ts): |\.length [!=]==? /;

describe('what is compared as a secret', () => {
  it('is never compared with ===, which stops at the first difference', () => {
    const found = ourSource().flatMap(({ path, text }) =>
      [...text.matchAll(COMPARED)]
        .filter(([, left = '', right = '']) => [left, right].some((side) => SECRET_NAME.test(side)))
        .filter(([, left = '', right = '']) => ![left, right].some((side) => /^(?:undefined|null|'')$/.test(side)))
        .map(([comparison]) => `${path}: ${comparison}`),
    );

    expect(found.filter((one) => !OTHERWISE.test(one) && !(one in HARMLESS))).toEqual([]);
  });

  it('is compared by timingSafeEqual, of keys, cursors, links and signatures', () => {
    const comparing = ourSource().filter(({ text }) => text.includes('timingSafeEqual('));

    expect(comparing.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'shared/accounts/identity/api-keys.ts',
        'shared/foundation/http/response/cursor-signer.ts',
        'shared/foundation/files/hmac-file-links.ts',
        'shared/webhooks/signing/signature.ts',
      ]),
    );
  });
});
