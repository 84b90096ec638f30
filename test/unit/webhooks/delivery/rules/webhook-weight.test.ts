import { heaviestOf, webhooksOfSize, weightOf } from '#shared/webhooks/delivery/rules/webhook-weight';
import { describe, expect, it } from '#test/support/jest';

describe('a webhook counts', () => {
  it.each([
    ['once for an endpoint that acknowledges everything', { attempts: 10_000, acknowledged: 10_000 }, 1],
    ['once for one that is new, whatever it says', { attempts: 99, acknowledged: 0 }, 1],
    ['seven times where every third is acknowledged', { attempts: 900, acknowledged: 300 }, 7],
    ['nine times where every ninth is acknowledged', { attempts: 900, acknowledged: 100 }, 9],
    ['hardly less than ten times where one in an hour is', { attempts: 100_000, acknowledged: 1 }, 9.99991],
    ['once where a redelivery was acknowledged as well', { attempts: 100, acknowledged: 101 }, 1],
    ['ten times where none is', { attempts: 100, acknowledged: 0 }, 10],
  ])('%s', (_how, answers, weight) => {
    expect(weightOf(answers)).toBe(weight);
  });
});

it.each([
  [0, 1],
  [10_000, 1],
  [10_001, 2],
  [382_474, 39],
])('a webhook with a payload of %s bytes counts as %s', (bytes, webhooks) => {
  expect(webhooksOfSize(bytes)).toBe(webhooks);
});

describe('of several hours', () => {
  it.each([
    [
      'refusals are not paid for by those that were acknowledged in another',
      [
        { attempts: 900_000, acknowledged: 900_000 },
        { attempts: 100, acknowledged: 0 },
      ],
      10,
    ],
    [
      'each needs its own hundred attempts',
      [
        { attempts: 99, acknowledged: 0 },
        { attempts: 99, acknowledged: 0 },
      ],
      1,
    ],
    ['none counts once', [], 1],
  ])('%s', (_how, hours, weight) => {
    expect(heaviestOf(hours)).toBe(weight);
  });
});
