import fc from 'fast-check';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import {
  afterAttempt,
  areWorthKeeping,
  type LatencyClass,
  latencyAt,
  MOST_LISTED,
  type RecentDurations,
  type SlowEndpoints,
  whileUnderWay,
  withAttempt,
} from '#shared/webhooks/delivery/rules/slow-endpoints';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

/** The list after one attempt of a process that saw no other. */
const listedAfter = (listed: SlowEndpoints, durationMs: number, now: Instant = noon, of = endpoint) =>
  afterAttempt(listed, { endpoint: of, durationMs, recent: [durationMs], now });

/** A process, with what it remembers of the endpoint's attempts. */
function aProcess() {
  let recent: RecentDurations = [];
  return (listed: SlowEndpoints, durationMs: number, now: Instant = noon): SlowEndpoints => {
    recent = withAttempt(recent, durationMs);
    return afterAttempt(listed, { endpoint, durationMs, recent, now });
  };
}

/** The latency after these attempts at one moment, all seen by one process. */
function latencyAfter(...durationsMs: readonly number[]): LatencyClass {
  const attempt = aProcess();
  const listed = durationsMs.reduce<SlowEndpoints>((list, durationMs) => attempt(list, durationMs), {});
  return latencyAt(listed, endpoint, noon);
}

/** The latency after an attempt of ten seconds, and after these a minute later, all seen by one process. */
function latencyAfterAHang(...durationsMs: readonly number[]): LatencyClass {
  const attempt = aProcess();
  const now = later(noon, MINUTE_MS);
  const listed = durationsMs.reduce((list, durationMs) => attempt(list, durationMs, now), attempt({}, 10_000));
  return latencyAt(listed, endpoint, now);
}

const quickly = (times: number): readonly number[] => Array.from({ length: times }, () => 100);

describe('an endpoint', () => {
  it('is degraded after an attempt of a second, and quick after a shorter one', () => {
    expect([latencyAfter(), latencyAfter(999), latencyAfter(1_000), latencyAfter(4_999)]).toEqual([
      'quick',
      'quick',
      'degraded',
      'degraded',
    ]);
  });

  it('is slow after one attempt of five seconds', () => {
    expect(latencyAfter(5_000)).toBe('slow');
  });

  it('is slow after five attempts that together took ten seconds, with quick ones between them', () => {
    expect(latencyAfter(2_000, 2_000, 2_000, 2_000, 2_000)).toBe('slow');
    expect(latencyAfter(4_900, 100, 4_900, 100, 1_000)).toBe('slow');
    expect(latencyAfter(2_000, 2_000, 2_000, 2_000)).toBe('degraded');
    expect(latencyAfter(2_000, 2_000, 2_000, 2_000, 1_999)).toBe('degraded');
    expect(latencyAfter(2_000, 2_000, 2_000, 2_000, 100, 2_000)).toBe('degraded');
  });

  it('stays slow for a minute, whatever follows', () => {
    const attempt = aProcess();
    const slow = attempt({}, 10_000);
    const now = later(noon, MINUTE_MS - 1);

    expect(quickly(100).reduce((listed, durationMs) => attempt(listed, durationMs, now), slow)).toBe(slow);
  });

  it('stays slow after a minute until ten attempts have a mean of less than two seconds', () => {
    expect(latencyAfterAHang(...quickly(8))).toBe('slow');
    expect(latencyAfterAHang(...quickly(9))).toBe('degraded');
    expect(latencyAfterAHang(...Array(10).fill(2_000))).toBe('slow');
  });

  it('keeps its latency for five minutes without attempts', () => {
    const listed = listedAfter({}, 1_000);

    expect(latencyAt(listed, endpoint, later(noon, 5 * MINUTE_MS - 1))).toBe('degraded');
    expect(latencyAt(listed, endpoint, later(noon, 5 * MINUTE_MS))).toBe('quick');
    expect(latencyAt(listed, other, noon)).toBe('quick');
  });

  it('stays degraded for half a minute of quick responses, so that the list is not written for each response', () => {
    const listed = listedAfter({}, 1_000);

    expect(listedAfter(listed, 999, later(noon, 30 * SECOND_MS - 1))).toBe(listed);
    expect(listedAfter(listed, 999, later(noon, 30 * SECOND_MS))).toEqual({});
  });

  it('is degraded while its attempt has been under way for a second, unless it is slow already', () => {
    const slow = listedAfter({}, 5_000);

    expect(latencyAt(whileUnderWay({}, endpoint, noon), endpoint, noon)).toBe('degraded');
    expect(whileUnderWay(slow, endpoint, noon)).toBe(slow);
  });
});

describe('an endpoint that hangs at every second attempt', () => {
  const hang = fc.integer({ min: 5_000, max: 11_000 });
  const quick = fc.integer({ min: 0, max: 999 });
  const gap = (mostMs: number) => fc.integer({ min: 0, max: mostMs });

  it('stays slow where one process sees all attempts, up to two minutes apart', () => {
    const pairs = fc.array(fc.tuple(hang, gap(2 * MINUTE_MS), quick, gap(2 * MINUTE_MS)), { minLength: 1 });
    fc.assert(
      fc.property(pairs, (attempts) => {
        const attempt = aProcess();
        let [listed, now]: [SlowEndpoints, Instant] = [{}, noon];
        for (const [hangs, wait, answers, pause] of attempts) {
          listed = attempt(listed, hangs, now);
          now = later(now, wait);
          listed = attempt(listed, answers, now);
          expect(latencyAt(listed, endpoint, now)).toBe('slow');
          now = later(now, pause);
        }
      }),
    );
  });

  it('stays slow whichever processes see the quick responses, where it hangs every thirty seconds', () => {
    const sees = fc.nat({ max: 2 });
    const round = fc.tuple(hang, sees, fc.array(fc.tuple(quick, sees), { maxLength: 30 }));
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 20 }), (rounds) => {
        const processes = [aProcess(), aProcess(), aProcess()];
        let listed: SlowEndpoints = {};
        for (const [nth, [hangs, seenBy, answers]] of rounds.entries()) {
          const now = later(noon, nth * 30 * SECOND_MS);
          listed = processes[seenBy]?.(listed, hangs, now) ?? listed;
          for (const [answered, by] of answers)
            listed = processes[by]?.(listed, answered, later(now, 29 * SECOND_MS)) ?? listed;
          expect(latencyAt(listed, endpoint, later(now, 29 * SECOND_MS))).toBe('slow');
        }
      }),
    );
  });
});

describe('the list of slow endpoints', () => {
  it('notes an endpoint that stays slow once in thirty seconds', () => {
    const listed = listedAfter({}, 5_000);

    expect(listedAfter(listed, 5_000, later(noon, 29 * SECOND_MS))).toBe(listed);
    expect(listedAfter(listed, 5_000, later(noon, 30 * SECOND_MS))).toEqual({
      [endpoint]: { latency: 'slow', until: later(noon, 330 * SECOND_MS) },
    });
  });

  it('loses endpoints whose time is over when it changes', () => {
    const listed = listedAfter({}, 5_000);

    expect(Object.keys(listedAfter(listed, 5_000, later(noon, 6 * MINUTE_MS), other))).toEqual([other]);
  });

  it('changes for no endpoint but the one of the attempt', () => {
    const durations = fc.array(fc.tuple(fc.constantFrom(endpoint, other), fc.integer({ min: 0, max: 10_000 })));
    fc.assert(
      fc.property(durations, fc.integer({ min: 0, max: 10_000 }), (attempts, durationMs) => {
        const listed = attempts.reduce<SlowEndpoints>((list, [of, took]) => listedAfter(list, took, noon, of), {});

        expect(listedAfter(listed, durationMs)[other]).toEqual(listed[other]);
      }),
    );
  });
});

it('quick attempts alone are not worth keeping', () => {
  expect([areWorthKeeping([999, 100]), areWorthKeeping([100, 1_000])]).toEqual([false, true]);
});

describe('a list that is full', () => {
  const full = (latency: 'degraded' | 'slow'): SlowEndpoints =>
    Object.fromEntries(
      Array.from({ length: MOST_LISTED }, (_, nth) => [`whe_${nth}`, { latency, until: later(noon, MINUTE_MS) }]),
    );

  it('takes no further endpoint, and is not written for it', () => {
    const listed = full('slow');

    expect(listedAfter(listed, 10_000)).toBe(listed);
    expect(listedAfter(full('degraded'), 1_500)).toEqual(full('degraded'));
  });

  it('takes a slow endpoint for the degraded one that was noted longest ago', () => {
    const after = listedAfter(full('degraded'), 10_000);

    expect(Object.keys(after)).toHaveLength(MOST_LISTED);
    expect([latencyAt(after, endpoint, noon), 'whe_0' in after, 'whe_1' in after]).toEqual(['slow', false, true]);
  });

  it('takes an endpoint once one of the listed ones is quick again', () => {
    const after = listedAfter(full('slow'), 10_000, later(noon, MINUTE_MS));

    expect(Object.keys(after)).toEqual([endpoint]);
  });
});
