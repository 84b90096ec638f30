import { observationOf } from '#shared/capture/recorders/recall/recall-observation';
import { FAILURE_BY_FATAL, REASON_BY_CALL_ENDED, STATE_BY_CODE } from '#shared/capture/recorders/recall/recall-states';
import { describe, expect, it } from '#test/support/jest';
import { aMedia, aRecallBot, aRecording, changes, noon } from './a-recall-bot.ts';

const observe = (codes: readonly string[], recordings = aRecallBot().recordings) =>
  observationOf(aRecallBot({ status_changes: changes(...codes), recordings }), noon);

describe('the status of a bot of Recall.ai', () => {
  it.each([
    [[], 'joining'],
    [['ready'], 'joining'],
    [['joining_call'], 'joining'],
    [['joining_call', 'in_waiting_room'], 'lobby'],
    [['in_call_not_recording'], 'in_call_idle'],
    [['recording_permission_allowed'], 'in_call_idle'],
    [['recording_permission_denied:zoom_host_not_present'], 'in_call_idle'],
    [['in_call_recording'], 'recording'],
    [['in_call_recording', 'in_call_not_recording'], 'paused'],
    [['in_call_not_recording', 'breakout_room_opened'], 'in_call_idle'],
    [['in_call_recording', 'breakout_room_left'], 'recording'],
    [['in_waiting_room', 'call_ended'], 'in_call_idle'],
    [['in_call_recording', 'call_ended'], 'ended'],
    [['in_call_recording', 'recording_done'], 'ended'],
  ] as const)('after %j is %s', (codes, state) => {
    expect(observe(codes).state).toBe(state);
  });

  it.each(Object.keys(STATE_BY_CODE))('%s leads to an observation, alone and behind a recording', (code) => {
    for (const codes of [[code], ['in_call_recording', code]]) expect(observe(codes).state).toEqual(expect.any(String));
  });
});

describe('a recording of Recall.ai', () => {
  const codes = ['joining_call', 'in_call_recording', 'call_ended:call_ended_by_host', 'done'];

  it('has its times, its length and its files once all of them are made', () => {
    expect(observe(codes, [aRecording()])).toEqual({
      state: 'ended',
      startedAt: noon + 60_000 + 0,
      endedAt: noon + 120_000,
      durationSeconds: 1_800.5,
      files: [
        { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null },
        { name: 'audio.mp3', kind: 'audio', contentType: 'audio/mpeg', sizeBytes: null },
      ],
      lookAgainAt: null,
    });
  });

  it('has audio alone where no video was recorded', () => {
    const shortcuts = { video_mixed: null, audio_mixed: aMedia(), transcript: null };

    expect(observe(codes, [aRecording({ media_shortcuts: shortcuts })])).toMatchObject({
      files: [{ name: 'audio.mp3' }],
    });
  });

  it.each([
    ['the recording', aRecording({ status: { code: 'processing', sub_code: null }, media_shortcuts: null })],
    [
      'one of its files',
      aRecording({ media_shortcuts: { video_mixed: aMedia(), audio_mixed: aMedia('processing'), transcript: null } }),
    ],
  ])('has no files yet while %s is processed', (_case, recording) => {
    expect(observe(codes, [recording])).toMatchObject({ state: 'ended', files: null });
  });

  it('is kept when the bot fails behind it', () => {
    expect(observe(['in_call_recording', 'fatal:bot_errored'], [aRecording()])).toMatchObject({
      state: 'ended',
      files: [{ name: 'video.mp4' }, { name: 'audio.mp3' }],
    });
  });

  it('is the longest of several', () => {
    const short = aRecording({ id: 'rec_0', completed_at: '2026-11-23T12:02:00Z' });

    expect(observe(codes, [short, aRecording()])).toMatchObject({ durationSeconds: 1_800.5 });
  });

  it.each([
    ['failed', [aRecording({ status: { code: 'failed', sub_code: null }, media_shortcuts: null })]],
    [
      'was deleted',
      [aRecording({ media_shortcuts: { video_mixed: aMedia('deleted'), audio_mixed: null, transcript: null } })],
    ],
    ['is not there', []],
  ])('that %s is no media', (_case, recordings) => {
    expect(observe(codes, recordings)).toMatchObject({ state: 'failed', failure: 'no_media' });
  });
});

describe('a bot of Recall.ai that never recorded', () => {
  it.each(Object.entries(FAILURE_BY_FATAL))('after fatal %s is %s', (subCode, failure) => {
    expect(observe(['joining_call', `fatal:${subCode}`])).toMatchObject({
      state: 'failed',
      failure,
      nativeCode: subCode,
      detail: `Recall.ai could not join the call (${subCode}).`,
      endedAt: noon + 60_000,
    });
  });

  it.each([
    ['a_new_code', 'unexplained'],
    ['meeting_requires_sign_in', 'blocked'],
    ['zoom_captcha_required', 'blocked'],
    ['google_meet_sign_in_failed', 'blocked'],
    ['microsoft_teams_2fa_required', 'blocked'],
  ])('after fatal %s is %s', (subCode, failure) => {
    expect(observe([`fatal:${subCode}`])).toMatchObject({ failure, nativeCode: subCode });
  });

  it.each(Object.entries(REASON_BY_CALL_ENDED))('after call_ended %s is not admitted', (subCode, detail) => {
    expect(observe(['in_waiting_room', `call_ended:${subCode}`, 'done'])).toMatchObject({
      state: 'failed',
      failure: 'not_admitted',
      nativeCode: subCode,
      detail,
    });
  });

  it.each([
    ['a new sub code', 'call_ended:a_new_code', 'a_new_code', 'The bot left before it recorded (a_new_code).'],
    ['no sub code', 'call_ended', null, 'The bot left before it recorded.'],
    ['a sub code that is a sentence', 'call_ended:see https', null, 'The bot left before it recorded.'],
  ])('after call_ended with %s is not admitted', (_case, code, nativeCode, detail) => {
    expect(observe(['in_waiting_room', code, 'done'])).toMatchObject({ failure: 'not_admitted', nativeCode, detail });
  });
});
