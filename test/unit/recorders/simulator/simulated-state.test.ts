import fc from 'fast-check';
import {
  type CallTimeline,
  SCENARIOS,
  type Scenario,
  timelineOf,
} from '#shared/capture/recorders/simulator/call-timeline';
import { type Commands, simulatedStateAt } from '#shared/capture/recorders/simulator/simulated-state';
import type { Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const tempo = { lobby: 5_000, admissionTimeout: 60_000, untilAsked: 5_000, playing: 50_000 };
const at = (milliseconds: number) => milliseconds as Instant;
const undisturbed: Commands = { leftAt: null, cancelledAt: null };

const aTimeline = (scenario: Scenario, start: 'on_join' | 'on_command' = 'on_join'): CallTimeline =>
  timelineOf({ scenario, start, sentAt: at(0) }, tempo);
const states = (timeline: CallTimeline, moments: readonly number[], commands = undisturbed) =>
  moments.map((moment) => simulatedStateAt(at(moment), timeline, commands).state);

describe('a bot that is left to itself', () => {
  it.each(['good', 'mute', 'noai', 'talk'] as const)(
    '%s: joins, records and ends when the meeting is over',
    (scenario) => {
      const timeline = aTimeline(scenario);

      expect(states(timeline, [0, 4_999, 5_000, 54_999])).toEqual(['joining', 'joining', 'recording', 'recording']);
      expect(simulatedStateAt(at(55_000), timeline, undisturbed)).toEqual({
        state: 'ended',
        startedAt: 5_000,
        endedAt: 55_000,
        playedShare: 1,
      });
    },
  );

  it('tells when the next change is due', () => {
    expect(simulatedStateAt(at(1), aTimeline('good'), undisturbed)).toEqual({ state: 'joining', lookAgainAt: 5_000 });
    expect(simulatedStateAt(at(6_000), aTimeline('good'), undisturbed)).toMatchObject({ lookAgainAt: 55_000 });
    expect(simulatedStateAt(at(1), aTimeline('lobb'), undisturbed)).toMatchObject({ lookAgainAt: 60_000 });
  });

  it.each([
    ['nour', 0, 'invalid_link'],
    ['lobb', 60_000, 'not_admitted'],
    ['wait', 65_000, 'not_admitted'],
    ['dead', 30_000, 'crashed'],
  ] as const)('%s: fails at %d as %s', (scenario, endedAt, failure) => {
    expect(simulatedStateAt(at(90_000), aTimeline(scenario), undisturbed)).toMatchObject({
      state: 'failed',
      endedAt,
      failure,
    });
  });

  it('crashes only after it recorded for a while', () => {
    expect(states(aTimeline('dead'), [4_999, 5_000, 29_999, 30_000])).toEqual([
      'joining',
      'recording',
      'recording',
      'failed',
    ]);
  });

  it('records on command a while after it was admitted', () => {
    expect(states(aTimeline('good', 'on_command'), [9_999, 10_000])).toEqual(['joining', 'recording']);
    expect(states(aTimeline('wait', 'on_command'), [10_000, 64_999, 65_000])).toEqual(['joining', 'joining', 'failed']);
  });
});

describe('a bot that is asked to leave', () => {
  it('keeps what it recorded until then', () => {
    expect(simulatedStateAt(at(99_000), aTimeline('good'), { leftAt: at(15_000), cancelledAt: null })).toMatchObject({
      state: 'ended',
      endedAt: 15_000,
      playedShare: 0.2,
    });
  });

  it('has not crashed if it left before', () => {
    expect(simulatedStateAt(at(99_000), aTimeline('dead'), { leftAt: at(15_000), cancelledAt: null })).toMatchObject({
      state: 'ended',
      playedShare: 0.2,
    });
  });

  it('has nothing to keep if it had not recorded yet', () => {
    expect(simulatedStateAt(at(2_000), aTimeline('good'), { leftAt: at(2_000), cancelledAt: null })).toMatchObject({
      state: 'failed',
      failure: 'not_admitted',
    });
  });

  it('changes nothing once it has ended', () => {
    expect(simulatedStateAt(at(99_000), aTimeline('good'), { leftAt: at(55_000), cancelledAt: null })).toMatchObject({
      playedShare: 1,
    });
  });
});

describe('a bot that is cancelled', () => {
  it.each([
    ['in the lobby', 2_000, 2_000, 'not_admitted'],
    ['in the call', 20_000, 20_000, 'no_media'],
    ['after it recorded everything', 80_000, 55_000, 'no_media'],
  ])('%s: has nothing', (_when, cancelledAt, endedAt, failure) => {
    expect(
      simulatedStateAt(at(99_000), aTimeline('good'), { leftAt: null, cancelledAt: at(cancelledAt) }),
    ).toMatchObject({
      state: 'failed',
      endedAt,
      failure,
    });
  });

  it('throws away what it kept when it left', () => {
    expect(
      simulatedStateAt(at(99_000), aTimeline('good'), { leftAt: at(15_000), cancelledAt: at(16_000) }),
    ).toMatchObject({
      state: 'failed',
      endedAt: 15_000,
    });
  });

  it('stays crashed if it had crashed before', () => {
    expect(simulatedStateAt(at(99_000), aTimeline('dead'), { leftAt: null, cancelledAt: at(80_000) })).toMatchObject({
      failure: 'crashed',
    });
  });
});

it('never goes back, and changes no earlier than it said it would', () => {
  const rank = { joining: 0, recording: 1, ended: 2, failed: 2 };
  const moment = fc.nat({ max: 120_000 });
  const command = fc.option(moment.map(at));

  fc.assert(
    fc.property(
      fc.constantFrom(...SCENARIOS),
      fc.constantFrom('on_join' as const, 'on_command' as const),
      fc.record({ leftAt: command, cancelledAt: command }),
      fc.array(moment),
      (scenario, start, commands, moments) => {
        const timeline = aTimeline(scenario, start);
        const scenes = moments
          .sort((a, b) => a - b)
          .map((now) => ({ now, scene: simulatedStateAt(at(now), timeline, commands) }));
        scenes.slice(1).forEach(({ now, scene }, index) => {
          const before = scenes[index]?.scene ?? scene;
          expect(rank[scene.state]).toBeGreaterThanOrEqual(rank[before.state]);
          if ('lookAgainAt' in before && now < before.lookAgainAt) expect(scene).toEqual(before);
          if (!('lookAgainAt' in before)) expect(scene).toEqual(before);
        });
      },
    ),
  );
});
