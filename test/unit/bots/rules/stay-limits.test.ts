import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { readStayLimits, STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import { describe, expect, it } from '#test/support/jest';

describe('the limits of a stay', () => {
  it('are the documented ones where a deployment chooses none', () => {
    expect(readStayLimits('{}')).toEqual(STAY_LIMITS);
  });

  it('follow what a deployment chooses: a bot leaves two minutes after its time in the lobby', () => {
    const chosen = readStayLimits('{"lobbyMinutes":20,"signOfLifeMinutes":5,"longestCallHours":24}');

    expect(chosen).toEqual({
      ...STAY_LIMITS,
      lobby: 20 * MINUTE_MS,
      joining: 22 * MINUTE_MS,
      unknown: 5 * MINUTE_MS,
      call: 24 * HOUR_MS,
    });
  });

  it.each([
    ['{"lobby":20}', 'there are lobbyMinutes, signOfLifeMinutes, longestCallHours'],
    ['{"lobbyMinutes":1}', 'lobbyMinutes takes a whole number from 2 to 30.'],
    ['{"lobbyMinutes":31}', 'lobbyMinutes takes a whole number from 2 to 30.'],
    ['{"signOfLifeMinutes":"10"}', 'signOfLifeMinutes takes a whole number from 5 to 60.'],
    ['{"longestCallHours":1.5}', 'longestCallHours takes a whole number from 1 to 24.'],
    ['{"longestCallHours":25}', 'longestCallHours takes a whole number from 1 to 24.'],
  ])('are refused as %s', (text, message) => {
    expect(() => readStayLimits(text)).toThrow(message);
  });

  it.each([
    ['lobbyMinutes', 2, 30],
    ['signOfLifeMinutes', 5, 60],
    ['longestCallHours', 1, 24],
  ])('have their bounds in the documentation: %s', (name, least, most) => {
    const docs = readFileSync(join(process.cwd(), 'docs/recorders.md'), 'utf8');
    expect(docs).toMatch(new RegExp(`\\| \`${name}\` \\| \\d+ \\| ${least} \\| ${most} \\|`));
  });
});
