import type { Fault } from '#test/support/fault-proxy/fault';
import { always, anyOf, nowAndThen, once } from '#test/support/fault-proxy/plans';
import { describe, expect, it } from '#test/support/jest';

const hop = { worker: 'webhook-fanout', actions: ['PutItem', 'UpdateItem'] };
const here = { worker: 'webhook-fanout', action: 'PutItem', body: '{"Key":{}}' };
const reset: Fault = { kind: 'reset' };

describe('a plan', () => {
  it('strikes the request of a number, and never again', () => {
    const { strike, struck } = once(hop, reset, 2);

    expect([here, here, here].map(strike)).toEqual([undefined, reset, undefined]);
    expect(struck()).toBe(1);
  });

  it('strikes at its hop alone', () => {
    const { strike, struck } = always(hop, reset);

    expect(strike({ ...here, action: 'Query' })).toBeUndefined();
    expect(strike({ ...here, worker: 'sweeper' })).toBeUndefined();
    expect(strike(here)).toBe(reset);
    expect(struck()).toBe(1);
  });

  it('strikes only requests that contain its text, where it has one', () => {
    const { strike } = always({ ...hop, containing: 'REMOVE due_pk' }, reset);

    expect(strike(here)).toBeUndefined();
    expect(strike({ ...here, body: '{"UpdateExpression":"REMOVE due_pk"}' })).toBe(reset);
  });

  it('strikes with its probability', () => {
    const draws = [0.04, 0.06];
    const { strike } = nowAndThen(hop, reset, { probability: 0.05, random: () => draws.shift() ?? 1 });

    expect([here, here].map(strike)).toEqual([reset, undefined]);
  });

  it('draws one of the faults that are for a request', () => {
    const dropped: Fault = { kind: 'dropped' };
    const elsewhere = { hop: { worker: 'sweeper', actions: ['Query'] }, fault: reset };
    const spots = [elsewhere, { hop, fault: reset }, { hop, fault: dropped }];
    const { strike } = anyOf(spots, { probability: 0.9, random: () => 0.8 });

    expect(strike(here)).toBe(dropped);
    expect(strike({ ...here, action: 'Query' })).toBeUndefined();
  });
});
