import { observationOf } from '#shared/capture/recorders/meeting-baas/mbaas-observation';
import type { MbaasBot } from '#shared/capture/recorders/meeting-baas/mbaas-schemas';
import { FAILURE_BY_CODE, STATE_BY_STATUS } from '#shared/capture/recorders/meeting-baas/mbaas-states';
import type { Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.parse('2026-11-23T12:00:00Z') as Instant;
const aBot = (over: Partial<MbaasBot> = {}): MbaasBot => ({
  bot_id: '123e4567-e89b-12d3-a456-426614174000',
  status: 'queued',
  created_at: '2026-11-23T11:00:00.000Z',
  joined_at: null,
  exited_at: null,
  duration_seconds: null,
  artifacts_deleted: false,
  video: null,
  mp4: null,
  audio: null,
  transcription: null,
  error_code: null,
  ...over,
});
const inCall = { joined_at: '2026-11-23T11:01:00.000Z' };
const hasLeft = { ...inCall, exited_at: '2026-11-23T11:31:00.000Z', duration_seconds: 1_790.5 };
const LINK = 'https://s3.test/file?signature=1';
const observe = (over: Partial<MbaasBot>) => observationOf(aBot(over), noon);

const EXPECTED = {
  joining: 'joining',
  lobby: 'lobby',
  in_call_idle: 'in_call_idle',
  recording: 'recording',
  paused: 'paused',
  leaving: 'ended',
  over: 'failed',
} as const;

describe('the status of a bot of Meeting BaaS', () => {
  it.each(Object.entries(STATE_BY_STATUS))('%s is %s', (status, state) => {
    expect(observe({ ...inCall, status }).state).toBe(EXPECTED[state]);
  });

  it.each([
    ['before it joined', {}, 'joining'],
    ['after it joined', inCall, 'in_call_idle'],
  ])('that is new %s ends nothing', (_case, times, state) => {
    expect(observe({ ...times, status: 'a_new_status' }).state).toBe(state);
  });
});

describe('a recording of Meeting BaaS', () => {
  it('has the times of the bot, its length and its files once it is completed', () => {
    expect(observe({ ...hasLeft, status: 'completed', video: LINK, audio: LINK })).toEqual({
      state: 'ended',
      startedAt: Date.parse(inCall.joined_at),
      endedAt: Date.parse(hasLeft.exited_at),
      durationSeconds: 1_790.5,
      files: [
        { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null },
        { name: 'audio.flac', kind: 'audio', contentType: 'audio/flac', sizeBytes: null },
      ],
      lookAgainAt: null,
    });
  });

  it.each(['call_ended', 'transcribing', 'recording_succeeded'])('has no files yet while it is %s', (status) => {
    expect(observe({ ...hasLeft, status, audio: LINK })).toMatchObject({ state: 'ended', files: null });
  });

  it('has the video also under the name of the documentation', () => {
    expect(observe({ ...hasLeft, status: 'completed', mp4: LINK })).toMatchObject({ files: [{ name: 'video.mp4' }] });
  });

  it.each([
    ['the transcription failed', { status: 'transcription_failed' }],
    ['the bot failed', { status: 'failed', error_code: 'GENERAL_ERROR' }],
    ['a person removed the bot', { status: 'failed', error_code: 'BOT_REMOVED' }],
  ])('is kept when %s', (_case, end) => {
    expect(observe({ ...hasLeft, ...end, audio: LINK })).toMatchObject({
      state: 'ended',
      files: [{ name: 'audio.flac' }],
    });
  });

  it.each([
    ['that was deleted', { artifacts_deleted: true, audio: LINK }, 'Meeting BaaS has deleted the recording.'],
    ['that has no file', {}, 'Meeting BaaS has no recording.'],
  ])('%s is no media', (_case, over, detail) => {
    expect(observe({ ...hasLeft, status: 'completed', ...over })).toMatchObject({
      state: 'failed',
      failure: 'no_media',
      detail,
    });
  });
});

describe('a bot of Meeting BaaS that failed without a recording', () => {
  it.each(Object.entries(FAILURE_BY_CODE))('with %s is %s', (code, failure) => {
    expect(observe({ ...hasLeft, status: 'failed', error_code: code })).toMatchObject({
      state: 'failed',
      failure,
      nativeCode: code,
      detail: `Meeting BaaS did not record the call (${code}).`,
      endedAt: Date.parse(hasLeft.exited_at),
    });
  });

  it.each([
    ['A_NEW_CODE', 'unexplained'],
    ['LOGIN_REQUIRED', 'blocked'],
    ['MEET_LOGIN_FAILED_TIMEOUT', 'blocked'],
    ['ZOOM_OBF_TOKEN_ERROR', 'blocked'],
  ])('with %s is %s', (code, failure) => {
    expect(observe({ status: 'failed', error_code: code })).toMatchObject({ failure, nativeCode: code });
  });

  it('with a text for a code is unexplained, and the text is not repeated', () => {
    expect(observe({ status: 'failed', error_code: 'see https://x.test/secret' })).toMatchObject({
      failure: 'unexplained',
      nativeCode: null,
      detail: 'Meeting BaaS did not record the call.',
      endedAt: noon,
    });
  });
});
