import { createHmac } from 'node:crypto';
import { readVexaHint } from '#shared/capture/recorders/vexa/vexa-hint';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

/** A webhook of Vexa 0.12.23 with a secret made for it, as it was sent. */
const SECRET = 'whsec-test-0123456789';
const TIMESTAMP = '1795338821';
const BODY =
  '{"event_id": "evt_30ea233377c4b546d06b5d8fa3147f20", "event_type": "meeting.status_change", "api_version": "2026-03-01", "created_at": "2026-11-22T09:13:41.297487Z", "data": {"meeting": {"connection_id": "44d8722b-94b1-4928-a831-ca9e38405f88", "status": "joining", "completion_reason": null, "failure_stage": null, "data": {"status_transition": [{"from": null, "to": "joining", "timestamp": "2026-11-22T09:13:41.297426Z", "timestamp_source": "receiver", "source": "bot_callback"}]}}, "status_change": {"old_status": null, "new_status": "joining", "reason": null, "transition_source": "bot_callback"}}}';
const SIGNATURE = 'sha256=2c6621e915e35d96b57bec6dc4a9e6fc032182f971bb000bc74b9d12e05df723';
const NOW = (Number(TIMESTAMP) * SECOND_MS) as Instant;

const hint = ({
  secret = SECRET as string | null,
  rawBody = BODY,
  timestamp = TIMESTAMP as string | null,
  signature = SIGNATURE as string | null,
  hasToken = false,
  now = NOW,
}) => {
  const headers = {
    'x-webhook-timestamp': timestamp ?? undefined,
    'x-webhook-signature': signature ?? undefined,
    authorization: `Bearer ${SECRET}`,
  };
  return readVexaHint(secret, { headers, rawBody, hasToken, now });
};

const signed = (body: string) => `sha256=${createHmac('sha256', SECRET).update(`${TIMESTAMP}.${body}`).digest('hex')}`;

describe('a webhook of Vexa', () => {
  it('is genuine by its signature, and names the connection of the bot', () => {
    expect(hint({})).toEqual({ externalId: '44d8722b-94b1-4928-a831-ca9e38405f88' });
  });

  it('names the meeting where it has its id', () => {
    const rawBody = '{"event_type": "meeting.completed", "data": {"meeting": {"id": 41}}}';

    expect(hint({ rawBody, signature: signed(rawBody) })).toEqual({ externalId: '41' });
  });

  it('about no meeting names no bot', () => {
    const rawBody = '{"event_type": "account.changed", "data": {}}';

    expect(hint({ rawBody, signature: signed(rawBody) })).toEqual({});
  });

  it('is genuine for five minutes around its time', () => {
    const results = [-6, -4, 4, 6].map((minutes) => hint({ now: later(NOW, minutes * MINUTE_MS) }) !== 'forged');

    expect(results).toEqual([false, true, true, false]);
  });

  it.each([
    ['another body', { rawBody: `${BODY} ` }],
    ['another time', { timestamp: '1795338822' }],
    ['no time', { timestamp: null }],
    ['no signature, whatever its Authorization says', { signature: null }],
    ['a short signature', { signature: 'sha256=2c66' }],
    ['another secret', { secret: 'other' }],
    ['a right token alone, where a secret is configured', { signature: null, hasToken: true }],
    ['no token, where no secret is configured', { secret: null }],
  ])('with %s is forged', (_title, changed) => {
    expect(hint(changed)).toBe('forged');
  });

  it('is genuine by the token of its address where no secret is configured', () => {
    expect(hint({ secret: null, hasToken: true, signature: null })).toEqual({
      externalId: '44d8722b-94b1-4928-a831-ca9e38405f88',
    });
  });
});
