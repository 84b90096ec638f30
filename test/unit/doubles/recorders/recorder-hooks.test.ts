import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { attendeeHook } from '#test/doubles/recorders/attendee/attendee-hooks';
import { afterFailure, afterOutage, aHookSender } from '#test/doubles/recorders/hook-sender';
import { PythonFloat } from '#test/doubles/recorders/python-json';
import { vexaHook } from '#test/doubles/recorders/vexa/vexa-hooks';
import { describe, expect, it } from '#test/support/jest';

const URL = 'https://rapporteur.test/hooks/recorders/eu/token';
const NOON = Date.parse('2026-11-23T12:00:00Z') as Instant;

/** A sender whose receiver answers with these statuses, then 200. Undefined: no response comes. */
function aSender(statuses: readonly (number | undefined)[]) {
  let now = NOON;
  const left = [...statuses];
  const transport = async () => {
    const status = left.length > 0 ? left.shift() : 200;
    if (status === undefined) throw new TypeError('fetch failed');
    return { status };
  };
  const sender = aHookSender({ clock: { now: () => now }, transport });
  return {
    ...sender,
    async afterMinutes(minutes: number) {
      now = later(now, minutes * MINUTE_MS);
      await sender.retry();
    },
    statuses: () => sender.attempts.map(({ status }) => status),
  };
}

describe('a webhook of the played Attendee', () => {
  const payload = {
    idempotency_key: 'b2a2b7b7-d86a-4b24-a501-08910b557640',
    bot_id: 'bot_MgQdYmvl9HnxEWtE',
    bot_metadata: { bot: 'bot_x', name: 'Zoë 日本' },
    trigger: 'bot.state_change',
    data: {
      new_state: 'ended',
      old_state: 'post_processing',
      created_at: '2026-11-22T09:13:34.678383+00:00',
      event_type: 'post_processing_completed',
      event_metadata: { naam: 'Zoë <&>/é', ratio: new PythonFloat(1), whole: 2, bot_duration_seconds: 30 },
      event_sub_type: null,
    },
  };
  const hook = attendeeHook(URL, payload, 'taa4lXqrd7tGRrkeaNkEkmy1Vf4SQHxwqOeEH2cBaaY=');

  it('has the body and signature of one that Attendee 1.64.1 sent', () => {
    expect(hook.rawBody).toHaveLength(477);
    expect(hook.rawBody).toContain(String.raw`"name": "Zo\u00eb \u65e5\u672c"`);
    expect(hook.headersAt(NOON)).toEqual({ 'x-webhook-signature': 'PLlh+7bF9/bXnMqTRlOfygH91a8SpF9orMzK0NmPQKg=' });
  });

  it('is tried three times at once, and never again', async () => {
    const { send, afterMinutes, statuses } = aSender([500, undefined, 404, 200]);
    await send(hook);
    await afterMinutes(24 * 60);

    expect(statuses()).toEqual([500, undefined, 404]);
  });
});

describe('a webhook of the played Vexa', () => {
  const webhook = { url: URL, secret: 'whsec-test-0123456789', types: [] };

  it('has the body and signature of one that Vexa 0.12.23 sent', () => {
    const transition = { from: null, to: 'joining', timestamp: '2026-11-22T09:13:41.297426Z' };
    const meeting = {
      connection_id: '44d8722b-94b1-4928-a831-ca9e38405f88',
      status: 'joining',
      completion_reason: null,
      failure_stage: null,
      data: { status_transition: [{ ...transition, timestamp_source: 'receiver', source: 'bot_callback' }] },
    };
    const change = { old_status: null, new_status: 'joining', reason: null, transition_source: 'bot_callback' };
    const hook = vexaHook(webhook, {
      event_id: 'evt_30ea233377c4b546d06b5d8fa3147f20',
      event_type: 'meeting.status_change',
      api_version: '2026-03-01',
      created_at: '2026-11-22T09:13:41.297487Z',
      data: { meeting, status_change: change },
    });

    expect(hook.rawBody).toHaveLength(601);
    expect(hook.headersAt(1_795_338_821_000 as Instant)).toEqual({
      authorization: 'Bearer whsec-test-0123456789',
      'x-webhook-timestamp': '1795338821',
      'x-webhook-signature': 'sha256=2c6621e915e35d96b57bec6dc4a9e6fc032182f971bb000bc74b9d12e05df723',
    });
  });

  it('is tried again after 1, 5 and 30 minutes, with the same body and another signature', async () => {
    const { send, afterMinutes, statuses, attempts } = aSender([503, 429, undefined]);
    await send(vexaHook(webhook, { event_id: 'evt_1' }));
    for (const minutes of [0.5, 0.5, 5, 29, 1, 120]) await afterMinutes(minutes);

    expect(statuses()).toEqual([503, 429, undefined, 200]);
    expect(new Set(attempts.map(({ rawBody }) => rawBody)).size).toBe(1);
    expect(new Set(attempts.map(({ headers }) => headers['x-webhook-signature'])).size).toBe(4);
  });

  it('is not tried again after another refusal', async () => {
    const { send, afterMinutes, statuses } = aSender([404, 200]);
    await send(vexaHook(webhook, { event_id: 'evt_1' }));
    await afterMinutes(60);

    expect(statuses()).toEqual([404]);
  });
});

it('an outage is no response, a 5xx, or another status that is named; a failure is all but 2xx', () => {
  const statuses = [undefined, 200, 204, 302, 404, 429, 500];

  expect(statuses.filter(afterOutage())).toEqual([undefined, 500]);
  expect(statuses.filter(afterOutage(429))).toEqual([undefined, 429, 500]);
  expect(statuses.filter(afterFailure)).toEqual([undefined, 302, 404, 429, 500]);
});
