import { scenarioOf } from '#shared/capture/recorders/simulator/call-timeline';
import { describe, expect, it } from '#test/support/jest';

describe('the scenario of a meeting link', () => {
  it.each(['good', 'lobb', 'dead', 'echo', 'hums', 'lost', 'mute', 'noai', 'nour', 'talk', 'wait'])(
    'is the middle group of a Meet code: %s',
    (code) => {
      expect(scenarioOf(`https://meet.google.com/abc-${code}-def`)).toBe(code);
      expect(scenarioOf(`https://meet.google.com/xyz-${code}-q/?authuser=1`)).toBe(code);
    },
  );

  it('is read in any case of letters', () => {
    expect(scenarioOf('https://meet.google.com/ABC-NOUR-DEF')).toBe('nour');
  });

  it.each([
    'https://meet.google.com/abc-efgh-def',
    'https://meet.google.com/lobb-good-lobb',
    'https://meet.google.com/abc-lobb-def-ghi',
    'https://meet.google.com/lookup/abc-lobb-def',
    'https://zoom.us/j/123-lobb-456',
    'https://teams.microsoft.com/l/meetup-join/x-dead-y',
    'not a link',
  ])('is good for %s', (link) => {
    expect(scenarioOf(link)).toBe('good');
  });
});
