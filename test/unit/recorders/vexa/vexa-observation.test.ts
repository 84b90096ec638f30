import { observationOf } from '#shared/capture/recorders/vexa/vexa-observation';
import { FAILURE_BY_REASON, STEP_BY_STATUS } from '#shared/capture/recorders/vexa/vexa-states';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aRecording, aVexaMeeting, NOON } from './a-vexa-meeting.ts';

const SOUND = { name: 'audio.webm', kind: 'audio', contentType: 'audio/webm', sizeBytes: null };
const COMPLETED = ['joining', 'active', 'completed'];
const STARTED = later(NOON, 10 * SECOND_MS);
const ENDED = later(NOON, 20 * SECOND_MS);

describe('a bot of Vexa', () => {
  const before: readonly [string, string][] = [
    ['idle', 'joining'],
    ['scheduled', 'joining'],
    ['requested', 'joining'],
    ['joining', 'joining'],
    ['awaiting_admission', 'lobby'],
    ['needs_help', 'lobby'],
    ['active', 'recording'],
    ['stopping', 'in_call_idle'],
    ['completed', 'failed'],
    ['failed', 'failed'],
    ['a_status_of_tomorrow', 'joining'],
  ];
  it.each(before)('in %s that was never admitted is %s', (status, expected) => {
    expect(observationOf(aVexaMeeting({ status }), NOON).state).toBe(expected);
  });

  const after: readonly [string, string][] = [
    ['active', 'recording'],
    ['stopping', 'ended'],
    ['completed', 'ended'],
    ['failed', 'ended'],
    ['a_status_of_tomorrow', 'recording'],
  ];
  it.each(after)('in %s that was admitted is %s', (status, expected) => {
    expect(observationOf(aVexaMeeting({ status, past: COMPLETED }), ENDED).state).toBe(expected);
  });

  it('has a row in these tables for each status that Vexa has', () => {
    const tested = before.map(([status]) => status);

    expect(Object.keys(STEP_BY_STATUS).filter((status) => !tested.includes(status))).toEqual([]);
  });
});

describe('an ended recording of Vexa', () => {
  const meeting = (status: string, recordings: readonly object[]) =>
    aVexaMeeting({ status, past: COMPLETED, reason: 'left_alone', recordings });

  it('has its sound, and the moments of admission and end', () => {
    expect(observationOf(meeting('completed', [aRecording('completed')]), ENDED)).toEqual({
      state: 'ended',
      startedAt: STARTED,
      endedAt: ENDED,
      durationSeconds: null,
      files: [SOUND],
      lookAgainAt: null,
    });
  });

  it('that is not complete is waited for, and taken as it is after ten minutes', () => {
    const observed = [9, 11].map((minutes) =>
      observationOf(meeting('failed', [aRecording('in_progress')]), later(ENDED, minutes * MINUTE_MS)),
    );

    expect(observed).toMatchObject([
      { state: 'ended', files: null },
      { state: 'ended', files: [SOUND] },
    ]);
  });

  it('is no recording when there is none after ten minutes', () => {
    const observed = [1, 11].map((minutes) =>
      observationOf(meeting('completed', []), later(ENDED, minutes * MINUTE_MS)),
    );

    expect(observed).toMatchObject([
      { state: 'ended', files: null },
      { state: 'failed', failure: 'no_media', nativeCode: 'left_alone', endedAt: ENDED },
    ]);
  });

  it('of a WAV file is named so, and of two recordings the longer is taken', () => {
    const wave = {
      id: 10,
      status: 'completed',
      media_files: [{ id: 3, type: 'audio', format: 'wav', file_size_bytes: 99 }],
    };

    expect(observationOf(meeting('completed', [aRecording('completed', 5), wave]), ENDED)).toMatchObject({
      files: [{ name: 'audio.wav', contentType: 'audio/wav' }],
    });
  });

  it('that was deleted at Vexa is gone', () => {
    const deleted = aVexaMeeting({
      status: 'completed',
      past: COMPLETED,
      data: { artifact_deletion: { state: 'completed' } },
    });

    expect(observationOf(deleted, ENDED)).toMatchObject({ failure: 'no_media', nativeCode: 'artifact_deletion' });
  });
});

describe('a bot of Vexa that did not record', () => {
  it.each(Object.entries(FAILURE_BY_REASON))('fails by %s as the table says', (reason, { failure, detail }) => {
    const meeting = aVexaMeeting({ status: 'failed', past: ['joining', 'failed'], reason });

    expect(observationOf(meeting, NOON)).toEqual({
      state: 'failed',
      failure,
      nativeCode: reason,
      detail,
      endedAt: STARTED,
      lookAgainAt: null,
    });
  });

  it('has crashed when its process was destroyed, whatever the reason says', () => {
    const meeting = aVexaMeeting({
      status: 'completed',
      past: COMPLETED,
      reason: 'left_alone',
      source: 'runtime_destroy',
    });

    expect(observationOf(meeting, later(ENDED, 11 * MINUTE_MS))).toMatchObject({
      state: 'failed',
      failure: 'crashed',
      nativeCode: 'runtime_destroy',
    });
  });

  it('has crashed where Vexa gives no reason, and is unexplained by one that is not known', () => {
    const reasons = [undefined, 'solar_flare', 'see https://x.test'].map((reason) =>
      observationOf(aVexaMeeting({ status: 'failed', stage: 'joining', ...(reason && { reason }) }), NOON),
    );

    expect(reasons).toMatchObject([
      { failure: 'crashed', nativeCode: null, detail: 'The bot failed (joining).' },
      { failure: 'unexplained', nativeCode: 'solar_flare' },
      { failure: 'crashed', nativeCode: null },
    ]);
  });
});
