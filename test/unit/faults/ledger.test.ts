import { accountOf } from '#test/faults/ledger';
import type { Receiver } from '#test/faults/partner';
import { describe, expect, it } from '#test/support/jest';

type Heard = Receiver['received'][number];

const told = { meetingId: 'mtg_1', acceptedAt: 10_000 };

const aWebhook = (heard: Partial<Heard> = {}): Heard => ({
  ...{ id: 'evt_1', type: 'meeting.created', object: { id: 'mtg_1' }, headers: {}, body: '{}' },
  ...{ at: 12_000, timestamp: 12, genuine: true, answered: 204 },
  ...heard,
});

/** Endpoints that heard this, each of them. */
const endpoints = (...each: readonly (readonly Heard[])[]) => ({
  receivers: each.map((received): Receiver => {
    const nothing = async () => undefined;
    return { url: '', received: [...received], trust: () => undefined, close: nothing };
  }),
});

describe('the account of delivered events', () => {
  it('is clean where every endpoint has acknowledged it once', () => {
    const account = accountOf(endpoints([aWebhook()], [aWebhook({ id: 'evt_2', at: 12_500 })]), [told]);

    expect(account).toEqual({ events: 1, missing: 0, twice: 0, longestMs: 2_500, violations: [] });
  });

  it('misses what an endpoint only refused', () => {
    const { missing } = accountOf(endpoints([aWebhook({ answered: 500 })], [aWebhook()], []), [told]);

    expect(missing).toBe(2);
  });

  it('counts what came again after it was acknowledged', () => {
    const { twice } = accountOf(endpoints([aWebhook({ answered: 500 }), aWebhook(), aWebhook()]), [told]);

    expect(twice).toBe(1);
  });

  it.each([
    ['one event came under two ids, or with two bodies', [aWebhook(), aWebhook({ id: 'evt_2' })]],
    ['one event came under two ids, or with two bodies', [aWebhook(), aWebhook({ body: '{ }' })]],
    ['a signature does not verify', [aWebhook({ genuine: false })]],
    ['a timestamp is not of its sending', [aWebhook({ timestamp: 1 })]],
  ])('says that %s', (violation, heard) => {
    expect(accountOf(endpoints(heard), [told]).violations).toEqual([violation]);
  });

  it('says that one change was made two', () => {
    expect(accountOf(endpoints([aWebhook()]), [told, told]).violations).toEqual(['one change was made two']);
  });
});
