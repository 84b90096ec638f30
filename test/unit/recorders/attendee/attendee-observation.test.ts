import { observationOf } from '#shared/capture/recorders/attendee/attendee-observation';
import {
  FAILURE_BY_SUB_TYPE,
  NOT_RECORDED_BY_SUB_TYPE,
  STEP_BY_STATE,
} from '#shared/capture/recorders/attendee/attendee-states';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RecordedFile } from '#shared/meetings/recorders/rules/observation';
import { describe, expect, it } from '#test/support/jest';
import { anAttendeeBot, NOON } from './an-attendee-bot.ts';

const VIDEO: RecordedFile = { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null };
const RECORDED = [
  'joined_meeting',
  'recording_permission_granted',
  'meeting_ended',
  'post_processing_completed',
] as const;
const STARTED = later(NOON, 20 * SECOND_MS);
const ENDED = later(NOON, 30 * SECOND_MS);

describe('a bot of Attendee', () => {
  const before: readonly [string, string][] = [
    ['ready', 'joining'],
    ['scheduled', 'joining'],
    ['staged', 'joining'],
    ['joining', 'joining'],
    ['waiting_room', 'lobby'],
    ['joined_not_recording', 'in_call_idle'],
    ['joined_recording_permission_denied', 'in_call_idle'],
    ['joining_breakout_room', 'in_call_idle'],
    ['leaving_breakout_room', 'in_call_idle'],
    ['leaving', 'in_call_idle'],
    ['post_processing', 'in_call_idle'],
    ['ended', 'failed'],
    ['fatal_error', 'failed'],
    ['data_deleted', 'failed'],
    ['a_state_of_tomorrow', 'joining'],
  ];
  it.each(before)('in %s that never recorded is %s', (state, expected) => {
    expect(observationOf(anAttendeeBot({ state }), undefined, NOON).state).toBe(expected);
  });

  const after: readonly [string, string][] = [
    ['joined_recording', 'recording'],
    ['joined_recording_paused', 'paused'],
    ['joined_not_recording', 'paused'],
    ['joined_recording_permission_denied', 'paused'],
    ['joining_breakout_room', 'paused'],
    ['leaving_breakout_room', 'paused'],
    ['leaving', 'ended'],
    ['post_processing', 'ended'],
    ['ended', 'ended'],
    ['fatal_error', 'ended'],
    ['data_deleted', 'failed'],
    ['a_state_of_tomorrow', 'recording'],
  ];
  it.each(after)('in %s that has recorded is %s', (state, expected) => {
    const bot = anAttendeeBot({ state, events: RECORDED, recording: 'in_progress' });

    expect(observationOf(bot, undefined, ENDED).state).toBe(expected);
  });

  it('has a row in these tables for each state that Attendee has', () => {
    const tested = [...before, ...after].map(([state]) => state);

    expect(Object.keys(STEP_BY_STATE).filter((state) => !tested.includes(state))).toEqual([]);
  });
});

describe('an ended recording of Attendee', () => {
  const bot = anAttendeeBot({ state: 'ended', events: RECORDED, recording: 'complete' });

  it('has its file, and the moments at which it began and at which the meeting ended', () => {
    expect(observationOf(bot, VIDEO, later(NOON, MINUTE_MS))).toEqual({
      state: 'ended',
      startedAt: STARTED,
      endedAt: ENDED,
      durationSeconds: null,
      files: [VIDEO],
      lookAgainAt: null,
    });
  });

  it('is still being made for ten minutes while its file is missing, and then is no recording', () => {
    const observed = [9, 11].map((minutes) => observationOf(bot, undefined, later(ENDED, minutes * MINUTE_MS)));

    expect(observed).toMatchObject([
      { state: 'ended', files: null },
      { state: 'failed', failure: 'no_media', nativeCode: 'recording_missing', endedAt: ENDED },
    ]);
  });

  it('that Attendee calls failed is not waited for', () => {
    const failed = anAttendeeBot({ state: 'ended', events: RECORDED, recording: 'failed' });

    expect(observationOf(failed, undefined, ENDED)).toMatchObject({ state: 'failed', failure: 'no_media' });
  });
});

describe('a crashed bot of Attendee', () => {
  const bot = anAttendeeBot({
    state: 'fatal_error',
    events: ['joined_meeting', 'recording_permission_granted', ['fatal_error', 'process_terminated']],
    recording: 'failed',
  });

  it('keeps what it recorded', () => {
    expect(observationOf(bot, VIDEO, ENDED)).toMatchObject({ state: 'ended', files: [VIDEO] });
  });

  it('is waited for before it has failed, since its upload may come after its last event', () => {
    const observed = [1, 11].map((minutes) => observationOf(bot, undefined, later(ENDED, minutes * MINUTE_MS)));

    expect(observed).toMatchObject([
      { state: 'ended', files: null },
      { state: 'failed', failure: 'crashed', nativeCode: 'process_terminated' },
    ]);
  });
});

describe('a bot of Attendee that could not record', () => {
  it.each(Object.entries(FAILURE_BY_SUB_TYPE))('fails by %s as the table says', (subType, { failure, detail }) => {
    const bot = anAttendeeBot({ state: 'fatal_error', events: [['could_not_join_meeting', subType]] });

    expect(observationOf(bot, undefined, NOON)).toEqual({
      state: 'failed',
      failure,
      nativeCode: subType,
      detail,
      endedAt: later(NOON, 10 * SECOND_MS),
      lookAgainAt: null,
    });
  });

  it.each(Object.entries(NOT_RECORDED_BY_SUB_TYPE))('was not admitted by %s when it ended', (subType, detail) => {
    const type = subType.startsWith('auto_leave') || subType === 'user_requested' ? 'leave_requested' : DENIED;
    const bot = anAttendeeBot({ state: 'ended', events: ['joined_meeting', [type, subType], 'left_meeting'] });

    expect(observationOf(bot, undefined, NOON)).toMatchObject({ failure: 'not_admitted', nativeCode: subType, detail });
  });

  it('has no code where Attendee gives none, and is unexplained by one that is not known', () => {
    const ended = anAttendeeBot({ state: 'ended', events: ['put_in_waiting_room', 'meeting_ended'] });
    const unknown = anAttendeeBot({ state: 'fatal_error', events: [['fatal_error', 'solar_flare']] });
    const strange = anAttendeeBot({ state: 'fatal_error', events: [['fatal_error', 'see https://x.test/?pwd=1']] });

    expect([ended, unknown, strange].map((bot) => observationOf(bot, undefined, NOON))).toMatchObject([
      { failure: 'not_admitted', nativeCode: null, detail: 'The call ended before it was recorded.' },
      { failure: 'unexplained', nativeCode: 'solar_flare' },
      { failure: 'crashed', nativeCode: null },
    ]);
  });
});

const DENIED = 'recording_permission_denied';
