import { describe, expect, it } from '@jest/globals';
import { DAY_MS, later } from '#shared/core/time';
import { phaseOf, reckonedEnd } from '#shared/meetings/rules/phase';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, aRecording } from './a-meeting.ts';

const withdrawn = aRecording({ status: 'cancelled', scheduledAt: minutes(57), endedAt: minutes(1) });
const waiting = aRecording({ scheduledAt: minutes(57) });
const completedAt = (minute: number) =>
  aRecording({ status: 'completed', startedAt: minutes(60), endedAt: minutes(minute), hasMedia: true });

describe('the effective end of a meeting without an end', () => {
  const endless = aMeeting({ startsAt: minutes(60), endsAt: null, carriers: [aLinkedEvent('ada')] });

  it('is a day after its start, or its creation, where no bot was sent', () => {
    expect(reckonedEnd(endless)).toBe(later(minutes(60), DAY_MS));
    expect(reckonedEnd({ ...endless, startsAt: null, createdAt: noon })).toBe(later(noon, DAY_MS));
  });

  it('is unknown while a bot is unfinished', () => {
    expect(reckonedEnd({ ...endless, recordings: [completedAt(75), waiting] })).toBeNull();
  });

  it('is the end of the last bot', () => {
    const recordings = [completedAt(90), completedAt(75)];

    expect(reckonedEnd({ ...endless, recordings })).toBe(minutes(90));
  });

  it('is not moved by a bot that was cancelled or failed before the event began', () => {
    const failed = aRecording({ status: 'failed', scheduledAt: minutes(57), endedAt: minutes(57) });

    expect(reckonedEnd({ ...endless, recordings: [withdrawn] })).toBe(later(minutes(60), DAY_MS));
    expect(reckonedEnd({ ...endless, recordings: [failed] })).toBe(minutes(60));
    expect(phaseOf({ ...endless, recordings: [withdrawn] }, minutes(5))).toBe('upcoming');
  });

  it('is the end of the bot for a meeting without a calendar event', () => {
    expect(reckonedEnd({ ...endless, carriers: [], recordings: [withdrawn] })).toBe(minutes(1));
  });
});
