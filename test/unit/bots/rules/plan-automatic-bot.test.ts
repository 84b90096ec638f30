import type { Bot, BotStatus } from '#shared/bots/rules/bot';
import { type BotPlanFacts, planBots } from '#shared/bots/rules/plan-automatic-bot';
import type { Meeting, Recording } from '#shared/meetings/rules/meeting';
import { DEFAULTS_ALONE } from '#shared/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';
import {
  aLinkedEvent,
  aMeeting,
  anAttendee,
  anEvent,
  anId,
  aRecordedMeeting,
  aRecording,
} from '#test/unit/meetings/rules/a-meeting';
import { aBot, minutes, noon } from './a-bot.ts';

const NEW = anId('bot', 'new');
const early = minutes(-60);

/** Each bot before and after, with its events. */
function planned(meeting: Meeting, given: Partial<BotPlanFacts> = {}) {
  const facts = { now: early, newBotId: NEW, unfinished: [], hasBotElsewhere: false, identity: NOTETAKER, ...given };
  return planBots(meeting, facts).map(({ state, events }) => [state.id, state.status, ...events]);
}
const NOTETAKER = { botName: 'Notetaker', welcomeMessage: null };

const SENT = [[NEW, 'queued']];
const NO_BOT: readonly never[] = [];

const automatic: Bot = { ...aBot.queued, automatic: true, joinAt: minutes(-3) };
const withBot = (bot: Bot, given: Partial<Meeting> = {}) =>
  aRecordedMeeting({
    recordings: [aRecording({ botId: bot.id, automatic: bot.automatic, status: bot.status })],
    ...given,
  });

describe('a bot made by settings', () => {
  it('joins three minutes ahead, with the choices and the people of its meeting, but no rooms', () => {
    const people = ['ada@acme.test', 'c_1@resource.calendar.google.com', 'c_2@group.v.resource.calendar.google.com'];
    const calendarEvent = anEvent('ada', { attendees: people.map((email) => anAttendee(email)) });

    const [decision] = planBots(aRecordedMeeting({ calendarEvent }), {
      now: early,
      newBotId: NEW,
      unfinished: [],
      hasBotElsewhere: false,
      identity: NOTETAKER,
    });

    expect(decision?.state).toMatchObject({
      id: NEW,
      automatic: true,
      status: 'queued',
      joinAt: minutes(-3),
      startsAt: noon,
      meetingUrl: aMeeting().meetingUrl,
      participants: [{ email: 'ada@acme.test', name: null }],
      choices: { language: 'auto', recordingStart: 'on_join' },
    });
  });

  it.each<[string, Partial<Meeting>, Partial<BotPlanFacts>]>([
    ['is not to be recorded', { settings: DEFAULTS_ALONE }, {}],
    ['has no link', { meetingUrl: null, platform: null }, {}],
    ['is over', {}, { now: minutes(60) }],
    ['is cancelled', { carriers: [aLinkedEvent('ada', { cancelled: true })] }, {}],
    ['has a bot bound for its link elsewhere', {}, { hasBotElsewhere: true }],
  ])('is not sent to a meeting that %s', (_what, meeting, facts) => {
    expect(planned(aRecordedMeeting(meeting), facts)).toEqual(NO_BOT);
  });

  it('is sent to a meeting under way', () => {
    expect(planned(aRecordedMeeting(), { now: minutes(59) })).toEqual(SENT);
  });

  it.each(['queued', 'joining', 'in_call', 'processing'] as const)(
    'is not sent beside one sent by hand that is %s',
    (status) => {
      const meeting = withBot({ ...aBot.queued, status } as Bot);

      expect(planned(meeting, { unfinished: [aBot[status]] }).map(([id]) => id)).not.toContain(NEW);
    },
  );
});

describe('a queued bot made by settings', () => {
  it('follows its meeting to another time, link and choice', () => {
    const meeting = withBot(automatic, {
      startsAt: minutes(30),
      meetingUrl: 'https://zoom.us/j/1',
      settings: {
        ...DEFAULTS_ALONE,
        values: { ...DEFAULTS_ALONE.values, 'recording.enabled': true, 'transcription.language': 'de' },
      },
    });

    const [decision] = planBots(meeting, {
      now: early,
      newBotId: NEW,
      unfinished: [automatic],
      hasBotElsewhere: false,
      identity: NOTETAKER,
    });

    expect(decision?.state).toEqual({
      ...automatic,
      joinAt: minutes(27),
      startsAt: minutes(30),
      meetingUrl: 'https://zoom.us/j/1',
      choices: { ...automatic.choices, language: 'de' },
    });
    expect(decision?.events).toEqual([]);
  });

  it.each<[string, Partial<Meeting>, Partial<BotPlanFacts>]>([
    ['is no longer to be recorded', { settings: DEFAULTS_ALONE }, {}],
    ['lost its link', { meetingUrl: null, platform: null }, {}],
    ['was moved into the past', { startsAt: minutes(-120), endsAt: minutes(-61) }, {}],
    ['is cancelled', { carriers: [aLinkedEvent('ada', { cancelled: true })] }, {}],
  ])('is cancelled when its meeting %s', (_what, meeting, facts) => {
    const [first] = planned(withBot(automatic, meeting), { unfinished: [automatic], ...facts });

    expect(first).toEqual([automatic.id, 'cancelled', 'bot.cancelled']);
  });

  it.each(['joining', 'in_call', 'processing'] as const)('is not changed once it is %s', (status) => {
    const bot: Bot = { ...aBot[status], automatic: true };

    expect(planned(withBot(bot, { settings: DEFAULTS_ALONE }), { unfinished: [bot] })).toEqual(NO_BOT);
    expect(
      planned(withBot(bot, { carriers: [aLinkedEvent('ada', { cancelled: true })] }), { unfinished: [bot] }),
    ).toEqual(NO_BOT);
  });
});

describe('a bot sent by hand', () => {
  const kept = (given: Partial<Meeting>, now = early) => {
    const facts = { now, newBotId: NEW, unfinished: [aBot.queued], hasBotElsewhere: false };
    return planBots(withBot(aBot.queued, given), facts).map(({ state }) => state);
  };
  const inGerman = {
    ...DEFAULTS_ALONE,
    values: { ...DEFAULTS_ALONE.values, 'transcription.language': 'de', 'summary.language': 'fr' },
  };

  it('keeps its time, and stays where its meeting is no longer to be recorded, while it is queued', () => {
    expect(kept({ settings: DEFAULTS_ALONE })).toEqual([aBot.queued]);
    expect(kept({ startsAt: minutes(90) })).toEqual([aBot.queued]);
  });

  it('has the choices of its upcoming meeting while it is queued', () => {
    const choices = { ...aBot.queued.choices, language: 'de', summaryLanguage: 'fr' };

    expect(kept({ settings: inGerman })).toEqual([{ ...aBot.queued, choices }]);
  });

  it('keeps its own choices where its meeting is over', () => {
    expect(kept({ settings: inGerman }, minutes(90))).toEqual([aBot.queued]);
  });

  it('ends with its calendar event', () => {
    const meeting = withBot(aBot.queued, { carriers: [aLinkedEvent('ada', { cancelled: true })] });

    expect(planned(meeting, { unfinished: [aBot.queued] })).toEqual([[aBot.queued.id, 'cancelled', 'bot.cancelled']]);
  });
});

describe('a bot that has ended', () => {
  const ended = (status: BotStatus, given: Partial<Recording> = {}) =>
    aRecording({ status, endedAt: minutes(5), ...given });
  const remembering = (recording: Recording, given: Partial<Meeting> = {}) =>
    planned(aRecordedMeeting({ recordings: [recording], ...given }), { now: minutes(10) });

  it('is replaced when it was cancelled', () => {
    expect(remembering(ended('cancelled'))).toEqual(SENT);
    expect(remembering(ended('cancelled'), { startsAt: minutes(-30) })).toEqual(SENT);
  });

  it.each(['failed', 'completed'] as const)('is replaced only for a later start, when it %s', (status) => {
    expect(remembering(ended(status))).toEqual(NO_BOT);
    expect(remembering(ended(status), { startsAt: minutes(-1) })).toEqual(NO_BOT);
    expect(remembering(ended(status), { startsAt: minutes(1) })).toEqual(SENT);
  });

  it.each(['failed', 'completed'] as const)('is replaced no sooner when it was sent by hand and %s', (status) => {
    const byHand = (scheduledAt: number) => ended(status, { automatic: false, scheduledAt: minutes(scheduledAt) });

    expect([-15, 0, 15].map((scheduledAt) => remembering(byHand(scheduledAt)))).toEqual([NO_BOT, NO_BOT, NO_BOT]);
    expect(remembering(byHand(0), { startsAt: minutes(16), endsAt: minutes(90) })).toEqual(SENT);
  });

  it('is not replaced because a cancelled one came after it', () => {
    const recordings = [ended('completed'), ended('cancelled', { botId: anId('bot', 'second') })];

    expect(planned(aRecordedMeeting({ recordings }), { now: minutes(10) })).toEqual(NO_BOT);
  });
});
