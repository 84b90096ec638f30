import { reason } from '#shared/foundation/core/reason';
import { NO_RESULTS } from '#shared/meetings/bots/rules/bot';
import type { Recording } from '#shared/meetings/meetings/rules/meeting';
import {
  decisiveRecording,
  type RecordingFacts,
  type RecordingReason,
  whyNoRecording,
} from '#shared/meetings/meetings/rules/why-no-recording';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, anId, aRecordedMeeting, aRecording } from './a-meeting.ts';

const off = (reason: 'usage_limit' | 'default') => ({
  ...DEFAULTS_ALONE,
  sources: { ...DEFAULTS_ALONE.sources, 'recording.enabled': { assignmentId: null, reason } },
});
const recording: RecordingFacts = {
  ...{ now: noon, archivedAt: null, pausedAt: null, meeting: aRecordedMeeting(), bot: undefined },
};

const removed = { ...aBot.completed, results: NO_RESULTS };
const withdrawn = { ...aBot.cancelled, automatic: true };
const called = aRecordedMeeting({ carriers: [aLinkedEvent('ada', { cancelled: true })] });
const atRecorder = { name: 'own', externalId: '1', askedAt: noon, leavesOut: [] } as const;

describe('why a meeting has no recording', () => {
  it.each<[RecordingReason, Partial<RecordingFacts>]>([
    ['archived', { archivedAt: noon }],
    ['paused', { pausedAt: noon, bot: { ...aBot.queued, automatic: true } }],
    ['not_wanted', { meeting: aMeeting({ settings: off('usage_limit') }) }],
    ['recorded', { bot: aBot.completed }],
    ['recorded', { bot: aBot.completed, meeting: aRecordedMeeting({ resultsRemovedAt: noon }) }],
    ['removed', { bot: removed, meeting: aRecordedMeeting({ resultsRemovedAt: noon }) }],
    ['processing', { bot: aBot.processing }],
    ['failed', { bot: aBot.failed }],
    ['joining', { bot: aBot.joining }],
    ['waits_for_turn', { bot: { ...aBot.queued, nextTurnAt: minutes(1) } }],
    ['not_yet', { bot: { ...aBot.queued, nextTurnAt: minutes(-5), joinAt: minutes(60) } }],
    ['not_yet', { bot: { ...aBot.queued, joinAt: minutes(60) } }],
    ['late', { bot: aBot.queued, now: minutes(3) }],
    ['in_call', { bot: aBot.in_call }],
    ['no_file', { bot: { ...aBot.in_call, recorder: { ...atRecorder, seen: { state: 'ended', at: noon } } } }],
    ['bot_cancelled', { bot: aBot.cancelled, meeting: aMeeting() }],
    ['bot_cancelled', { bot: withdrawn }],
    ['not_wanted', { bot: withdrawn, meeting: aMeeting() }],
    ['cancelled', { bot: withdrawn, meeting: called }],
    ['cancelled', { meeting: called }],
    ['over', { now: minutes(61) }],
    ['no_bot_yet', {}],
  ])('is %s: %#', (reason, given) => {
    expect(whyNoRecording({ ...recording, ...given }).found.name).toBe(reason);
  });

  it('says why settings want none', () => {
    const { found } = whyNoRecording({ ...recording, meeting: aMeeting({ settings: off('usage_limit') }) });

    expect(found.evidence).toEqual({ reason: 'usage_limit' });
  });

  it('goes through further reasons of recorders for a bot that is on its way, once nothing waits for a pause', () => {
    const noRecorder = reason('no_recorder', true);
    const found = (given: Partial<RecordingFacts>) =>
      whyNoRecording({ ...recording, ...given }, [noRecorder]).found.name;

    expect(found({ bot: aBot.queued })).toBe('no_recorder');
    expect(found({ bot: aBot.joining })).toBe('no_recorder');
    expect(found({ bot: { ...aBot.queued, automatic: true }, pausedAt: noon })).toBe('paused');
    expect(found({ bot: aBot.failed })).toBe('failed');
    expect(found({})).toBe('no_bot_yet');
  });

  it('has no link, name and address in its evidence', () => {
    for (const bot of Object.values(aBot))
      expect(JSON.stringify(whyNoRecording({ ...recording, bot: bot }))).not.toMatch(/https?:|@|Planning|Notetaker/);
  });
});

describe('the recording that decides the reason', () => {
  const first = aRecording({ botId: anId('bot', 'first') });
  const second = aRecording({ botId: anId('bot', 'second'), status: 'cancelled', endedAt: minutes(40) });
  const recorded = { ...first, status: 'completed', hasMedia: true, endedAt: minutes(30) } as const;

  it.each<[string, readonly Recording[], Recording | undefined]>([
    ['none where no bot was sent', [], undefined],
    ['the newest where none has media', [first, second], second],
    ['one with media before a newer one without', [recorded, second], recorded],
    [
      'one that goes on before one with media',
      [{ ...second, status: 'in_call' }, recorded],
      { ...second, status: 'in_call' },
    ],
  ])('is %s', (_case, recordings, decisive) => {
    expect(decisiveRecording({ recordings })).toEqual(decisive);
  });
});
