import { describe, expect, it } from '#test/support/jest';
import { ourSource } from './our-source.ts';

const filesThatName = (words: RegExp) =>
  ourSource()
    .filter(({ text }) => words.test(text))
    .map(({ path }) => path)
    .filter((path) => !ADAPTERS.some((adapter) => path.startsWith(adapter)));

/**
 * The webhook sender, the fetch of media files and of calendar feeds, and the requests to the calendar providers, the recorders and the model that
 * writes summaries. The script of the pages runs in browsers.
 */
const ADAPTERS = [
  'shared/webhooks/delivery/sender/',
  'shared/texts/ingestions/guarded-fetch.ts',
  'shared/calendars/requests/send-request.ts',
  'shared/calendars/feeds/http-feed.ts',
  'shared/calendars/consent/configured-client.ts',
  'shared/capture/recorders/requests/',
  'shared/capture/summaries/model-summarizer/openai-model.ts',
  'shared/api/page-kit/assets/',
];

describe('what leaves for partners', () => {
  it('leaves by one sender, wired in one place', () => {
    expect(filesThatName(/undici-webhook-sender/)).toEqual(['shared/wiring/webhook-sender.ts']);
    expect(filesThatName(/wiring\/webhook-sender/).sort()).toEqual([
      'functions/api/webhook-endpoints/index.ts',
      'functions/workers/webhook-delivery/index.ts',
    ]);
  });

  it('leaves by no other client', () => {
    expect(
      filesThatName(/from 'node:(http|https|net|tls|http2|dgram)'/).filter((path) => !CHECKS_ADDRESSES.has(path)),
    ).toEqual([]);
    expect(filesThatName(/\bfetch\(/)).toEqual([]);
  });
});

/** They import `isIP`, or the type of a socket, from `node:net` and open no connection. */
const CHECKS_ADDRESSES = new Set([
  'shared/foundation/http/request/caller-address.ts',
  'shared/foundation/platform/without-informational.ts',
  'shared/webhooks/addresses/is-public-address.ts',
  'shared/webhooks/addresses/validate-receiver.ts',
  'shared/webhooks/addresses/validate-webhook-url.ts',
]);
