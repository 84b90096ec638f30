import type { Bot, BotStatus } from '#shared/meetings/bots/rules/bot';
import { type BotPlanFacts, isToBePlannedAgain, planBots } from '#shared/meetings/bots/rules/plan-automatic-bot';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';
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

describe('a bot made by settings that is joining', () => {
  const joining: Bot = { ...aBot.joining, automatic: true, joinAt: minutes(-3) };
  const OTHER_CALL = { meetingUrl: 'https://zoom.us/j/1234567890', platform: 'zoom' } as const;
  const left = [joining.id, 'cancelled', 'bot.cancelled'];
  const now = minutes(-2);

  it.each<[string, Partial<Meeting>]>([
    ['later', { startsAt: minutes(5) }],
    ['to another day', { startsAt: minutes(1_440), endsAt: minutes(1_500) }],
    ['earlier', { startsAt: minutes(-1) }],
    ['to another call', OTHER_CALL],
    ['to another call and time', { ...OTHER_CALL, startsAt: minutes(15) }],
  ])('leaves, and another is planned, when its meeting moves %s', (_where, moved) => {
    expect(planned(withBot(joining, moved), { unfinished: [joining], now })).toEqual([left, [NEW, 'queued']]);
  });

  it.each<[string, Partial<Meeting>, Partial<BotPlanFacts>]>([
    ['is over by then', { startsAt: minutes(-120), endsAt: minutes(-61) }, {}],
    ['is not to be recorded there', { ...OTHER_CALL, settings: DEFAULTS_ALONE }, {}],
    ['has a bot there', OTHER_CALL, { hasBotElsewhere: true }],
  ])('leaves, and none is planned, when its meeting moves and %s', (_what, moved, facts) => {
    expect(planned(withBot(joining, moved), { unfinished: [joining], now, ...facts })).toEqual([left]);
  });

  it.each<[string, Partial<Meeting>]>([
    ['keeps time and call', {}],
    ['has a longer time', { endsAt: minutes(90) }],
    ['has the same call by another link', { meetingUrl: 'https://meet.google.com/ABC-GOOD-DEF?authuser=1' }],
    ['lost its link', { meetingUrl: null, platform: null }],
  ])('stays when its meeting %s', (_what, changed) => {
    expect(planned(withBot(joining, changed), { unfinished: [joining], now })).toEqual(NO_BOT);
  });

  it('says why it left, and the next one goes where the meeting is', () => {
    const facts = { now, newBotId: NEW, unfinished: [joining], hasBotElsewhere: false, identity: NOTETAKER };
    const [gone, next] = planBots(withBot(joining, OTHER_CALL), facts).map(({ state }) => state);

    expect(gone?.recorderNotes).toEqual(['The bot left, since its meeting was moved to another call.']);
    expect(next).toMatchObject({ status: 'queued', meetingUrl: OTHER_CALL.meetingUrl, startsAt: noon });
  });

  it('stays where it was sent by hand', () => {
    const byHand = { ...joining, automatic: false };

    expect(planned(withBot(byHand, OTHER_CALL), { unfinished: [byHand], now })).toEqual(NO_BOT);
  });

  it('stays once it records', () => {
    const recording: Bot = { ...aBot.in_call, automatic: true };

    expect(planned(withBot(recording, OTHER_CALL), { unfinished: [recording], now })).toEqual(NO_BOT);
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

  it.each(['processing', 'failed', 'completed'] as const)('is replaced for another call, when it is %s', (status) => {
    const sent = { call: 'meet/abc-good-def' };
    const elsewhere = { meetingUrl: 'https://zoom.us/j/1234567890' };

    expect(remembering(ended(status, sent))).toEqual(NO_BOT);
    expect(remembering(ended(status, sent), elsewhere)).toEqual(SENT);
    expect(remembering(ended(status, sent), { meetingUrl: null })).toEqual(NO_BOT);
    expect(remembering(ended(status), elsewhere)).toEqual(NO_BOT);
  });

  it('is not replaced when it was cancelled in its call', () => {
    const cancelled = ended('cancelled', { startedAt: noon });

    expect(remembering(cancelled)).toEqual(NO_BOT);
    expect(remembering(cancelled, { startsAt: minutes(30) })).toEqual(NO_BOT);
  });

  it.each<[string, Partial<Recording>, Partial<Meeting>, boolean]>([
    ['a later start', { status: 'processing' }, { startsAt: minutes(30) }, true],
    ['an earlier start', { status: 'processing' }, { startsAt: minutes(-30) }, false],
    ['another call', { status: 'failed' }, { meetingUrl: 'https://zoom.us/j/1234567890' }, true],
    ['the same start and call', { status: 'completed' }, {}, false],
    ['a later start, of one that was cancelled', { status: 'cancelled' }, { startsAt: minutes(30) }, false],
    ['a later start, of one in the call', { status: 'in_call' }, { startsAt: minutes(30) }, false],
  ])('is to be planned again for %s: %j', (_what, recording, meeting, expected) => {
    const recordings = [ended('completed', { call: 'meet/abc-good-def', ...recording })];

    expect(isToBePlannedAgain(aRecordedMeeting({ recordings, ...meeting }))).toBe(expected);
  });

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
