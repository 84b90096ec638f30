import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { readAttendeeHint } from '#shared/capture/recorders/attendee/attendee-hint';
import { canonicalJson } from '#shared/capture/recorders/attendee/canonical-json';
import type { Instant } from '#shared/foundation/core/time';
import { BOT_ID } from '#test/doubles/recorders/an-order';
import { describe, expect, it } from '#test/support/jest';
import '#test/support/property-seed';

/** A webhook of Attendee 1.64.1 with the secret of a project made for it, as it was sent. */
const SECRET = 'taa4lXqrd7tGRrkeaNkEkmy1Vf4SQHxwqOeEH2cBaaY=';
const BODY = String.raw`{"idempotency_key": "b2a2b7b7-d86a-4b24-a501-08910b557640", "bot_id": "bot_MgQdYmvl9HnxEWtE", "bot_metadata": {"bot": "bot_x", "name": "Zo\u00eb \u65e5\u672c"}, "trigger": "bot.state_change", "data": {"new_state": "ended", "old_state": "post_processing", "created_at": "2026-11-22T09:13:34.678383+00:00", "event_type": "post_processing_completed", "event_metadata": {"naam": "Zo\u00eb <&>/\u00e9", "ratio": 1.0, "whole": 2, "bot_duration_seconds": 30}, "event_sub_type": null}}`;
const SIGNATURE = 'PLlh+7bF9/bXnMqTRlOfygH91a8SpF9orMzK0NmPQKg=';

const hint = ({
  secret = SECRET as string | null,
  rawBody = BODY,
  signature = SIGNATURE as string | null,
  hasToken = false,
}) =>
  readAttendeeHint(secret, {
    headers: { 'x-webhook-signature': signature ?? undefined },
    rawBody,
    hasToken,
    now: 0 as Instant,
  });

const signed = (body: string) =>
  createHmac('sha256', Buffer.from(SECRET, 'base64'))
    .update(canonicalJson(body) ?? '')
    .digest('base64');

describe('a webhook of Attendee', () => {
  it('is genuine by the signature of its canonical JSON, and names the bot of Attendee', () => {
    expect(hint({})).toEqual({ externalId: 'bot_MgQdYmvl9HnxEWtE' });
  });

  it('names our bot by its metadata', () => {
    const rawBody = JSON.stringify({ bot_id: 'bot_A', bot_metadata: { rapporteur_bot_id: BOT_ID } });

    expect(hint({ rawBody, signature: signed(rawBody) })).toEqual({ externalId: 'bot_A', botId: BOT_ID });
  });

  it('about a calendar names no bot', () => {
    const rawBody = '{"trigger": "calendar.state_change", "calendar_id": "cal_A"}';

    expect(hint({ rawBody, signature: signed(rawBody) })).toEqual({});
  });

  it.each([
    ['another body', { rawBody: BODY.replace('"whole": 2', '"whole": 3') }],
    ['another number text', { rawBody: BODY.replace('1.0', '1') }],
    ['no signature', { signature: null }],
    ['a short signature', { signature: 'PLlh' }],
    ['a signature of another secret', { secret: 'AAAA' }],
    ['a body that is not JSON', { rawBody: '{"bot_id": NaN}', signature: SIGNATURE }],
    ['a right token alone, where a secret is configured', { signature: null, hasToken: true }],
    ['no token, where no secret is configured', { secret: null }],
  ])('with %s is forged', (_title, changed) => {
    expect(hint(changed)).toBe('forged');
  });

  it('is genuine by the token of its address where no secret is configured', () => {
    expect(hint({ secret: null, hasToken: true, signature: null })).toEqual({ externalId: 'bot_MgQdYmvl9HnxEWtE' });
  });
});

describe('canonical JSON', () => {
  it.each([
    ['{"b": 1, "a": [1.0, 2.50, -0.0, 1e-07, 1E+22]}', '{"a":[1.0,2.50,-0.0,1e-07,1E+22],"b":1}'],
    ['{"10": 1, "9": 2, "a": 3}', '{"10":1,"9":2,"a":3}'],
    ['{"\\ud83d\\ude00": 1, "\\uffee": 2}', '{"\uffee":2,"\u{1f600}":1}'],
    ['"\\u00eb\\n\\u2028\\u0001\\/"', '"\u00eb\\n\u2028\\u0001/"'],
    ['{"__proto__": {"x": true}, "n": null}', '{"__proto__":{"x":true},"n":null}'],
    [' [ ] ', '[]'],
  ])('of %s is %s, as Python prints it', (text, expected) => {
    expect(canonicalJson(text)).toBe(expected);
  });

  it('is the same for a text and for its canonical form, and has the same value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const canonical = canonicalJson(text) ?? '';
        expect(canonicalJson(canonical)).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is undefined for what is not JSON', () => {
    expect(['', '{', '{"a": NaN}', 'undefined'].map(canonicalJson)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
