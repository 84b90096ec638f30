import { DAY_MS, later } from '#shared/foundation/core/time';
import { LONGEST_EVENT_MS } from '#shared/meetings/calendar-events/rules/calendar-event';
import { effectiveEnd, pastDueAt, phaseOf } from '#shared/meetings/meetings/rules/phase';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, aRecording } from './a-meeting.ts';

const withdrawn = aRecording({ status: 'cancelled', scheduledAt: minutes(57), endedAt: minutes(1) });
const waiting = aRecording({ scheduledAt: minutes(57) });
const completedAt = (minute: number) =>
  aRecording({ status: 'completed', startedAt: minutes(60), endedAt: minutes(minute), hasMedia: true });

describe('the end of a meeting without an end', () => {
  const endless = aMeeting({ startsAt: minutes(60), endsAt: null, carriers: [aLinkedEvent('ada')] });

  it('is a day after its start, or its creation, where no bot was sent', () => {
    expect(effectiveEnd(endless)).toBe(later(minutes(60), DAY_MS));
    expect(effectiveEnd({ ...endless, startsAt: null, createdAt: noon })).toBe(later(noon, DAY_MS));
  });

  it('is no later than the longest event while a bot that was dispatched, or another beside it, is unfinished', () => {
    const joining = aRecording({ status: 'joining', dispatched: true });

    for (const recordings of [[joining], [completedAt(75), waiting]])
      expect(effectiveEnd({ ...endless, recordings })).toBe(later(minutes(60), LONGEST_EVENT_MS));
  });

  it('is the end of the last bot that was dispatched', () => {
    const lateCancelled = { ...withdrawn, endedAt: minutes(200) };

    expect(effectiveEnd({ ...endless, recordings: [completedAt(90), completedAt(75), lateCancelled] })).toBe(
      minutes(90),
    );
    expect(effectiveEnd({ ...endless, recordings: [{ ...lateCancelled, dispatched: true }] })).toBe(minutes(200));
  });

  it.each([
    ['a calendar event', [aLinkedEvent('ada')]],
    ['no calendar event', []],
  ])('is a day after its start where every bot was cancelled while it was queued, with %s', (_what, carriers) => {
    const meeting = { ...endless, carriers, recordings: [withdrawn] };

    expect(effectiveEnd(meeting)).toBe(later(minutes(60), DAY_MS));
    expect(phaseOf(meeting, minutes(5))).toBe('upcoming');
  });

  it('is not before the start where a bot failed before it', () => {
    const failed = aRecording({ status: 'failed', scheduledAt: minutes(57), endedAt: minutes(57) });

    expect(effectiveEnd({ ...endless, recordings: [failed] })).toBe(minutes(60));
  });

  it('is the end of the last bot, whatever became of it, where there is no start either', () => {
    expect(effectiveEnd({ ...endless, startsAt: null, recordings: [withdrawn] })).toBe(minutes(1));
  });
});

describe('the moment at which time alone makes a meeting past', () => {
  it('is its end where a bot was sent to it, and its last save knew it as upcoming', () => {
    const saved = { recordings: [withdrawn], updatedAt: minutes(1) };

    expect(pastDueAt(aMeeting(saved))).toBe(minutes(60));
    expect(pastDueAt(aMeeting({ ...saved, recordings: [] }))).toBeNull();
    expect(pastDueAt(aMeeting({ ...saved, updatedAt: minutes(60) }))).toBeNull();
    expect(pastDueAt(aMeeting({ ...saved, carriers: [aLinkedEvent('ada', { cancelled: true })] }))).toBeNull();
    expect(pastDueAt(aMeeting({ ...saved, recordings: [aRecording({ status: 'in_call' })] }))).toBeNull();
  });
});
