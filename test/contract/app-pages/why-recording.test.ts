import { explain } from '#bin/operator/why/why';
import { workspaces } from '#shared/accounts/workspaces/store';
import { idOf } from '#shared/foundation/core/ids';
import { type Bot, NO_RESULTS } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import type { RecordingReason } from '#shared/meetings/meetings/rules/why-no-recording';
import { meetings } from '#shared/meetings/meetings/store';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import { afterFailure, CLOSED } from '#shared/meetings/recorders/rules/circuit-breaker';
import { circuitBreakers } from '#shared/meetings/recorders/store';
import { DEFAULTS_ALONE, type Source } from '#shared/meetings/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent } from '#test/unit/meetings/rules/a-meeting';
import { anOffice, type Office } from './an-office.ts';

interface Stored {
  readonly meeting?: Partial<Meeting>;
  readonly bot?: Bot;
  readonly isPaused?: boolean;
}

/** A meeting an hour ahead that is to be recorded, but for what is given. */
async function aStoredMeeting({ aMeeting, world, workspaceId }: Office, { meeting, bot, isPaused }: Stored) {
  const { context } = world;
  const id = idOf('mtg', await aMeeting());
  const before = id && (await meetings.find(context.table, id));
  const workspace = await workspaces.find(context.table, workspaceId);
  if (!before || !workspace) throw new Error('There is no meeting.');
  const own = bot && { ...bot, id: context.ids.make('bot'), workspaceId, meetingId: before.state.id };
  const wanted = { ...before.state, settings: WANTED, ...meeting };
  const writes = [
    meetings.put(before, own ? recordBot(wanted, own) : wanted),
    ...(own ? [bots.put(undefined, own)] : []),
    ...(isPaused ? [workspaces.put(workspace, { ...workspace.state, pausedAt: noon })] : []),
  ];
  await context.changes.save({ at: noon, writes });
  return before.state.id;
}

const WANTED = { ...DEFAULTS_ALONE, values: { ...DEFAULTS_ALONE.values, 'recording.enabled': true } };

const because = (reason: Exclude<Extract<Source, { assignmentId: null }>['reason'], 'deployment_maximum'>) => ({
  meeting: {
    settings: {
      ...DEFAULTS_ALONE,
      sources: { ...DEFAULTS_ALONE.sources, 'recording.enabled': { assignmentId: null, reason } },
    },
  },
});

const atRecorder = { name: 'simulator', externalId: '1', askedAt: noon, leavesOut: [] } as const;
const ended = { ...aBot.in_call, recorder: { ...atRecorder, seen: { state: 'ended', at: noon } } } as const;
/** Their files are not stored. */
const processing = { ...aBot.processing, files: [] };
const completed = { ...aBot.completed, files: [], results: NO_RESULTS };
const isPast = { startsAt: minutes(-60), endsAt: minutes(-30) };

/** What the page says below the badge of the recording. */
async function wordsOf(office: Office, id: string): Promise<string | undefined> {
  const { text } = await (await office.ownersBrowser()).get(`/app/meetings/${id}`);
  return /<dt>Recording<\/dt><dd>.*?<p class="small">(.*?)<\/p>/s.exec(text)?.[1];
}

const reasonOf = async ({ world }: Office, id: string) => {
  const asked = { topic: 'recording', id, meeting: undefined } as const;
  return (await explain(world.context, asked, SIMULATOR_ALONE)).json;
};

describe('why a meeting is recorded or not', () => {
  it.each<[RecordingReason, Stored, string]>([
    ['cancelled', { meeting: { carriers: [aLinkedEvent('ada', { cancelled: true })] } }, 'cancelled in every calendar'],
    ['not_wanted', because('default'), 'Turn it on for the workspace, a member or this meeting.'],
    ['not_wanted', because('declined'), 'All members declined it.'],
    ['not_wanted', because('no_meeting_url'), 'Add one to the calendar event.'],
    ['not_wanted', because('unsupported_platform'), 'Notetakers join no other calls.'],
    ['not_wanted', because('recorded_elsewhere'), 'another meeting in the same call records it.'],
    ['not_wanted', because('usage_limit'), 'The usage limit of the workspace is reached.'],
    ['over', { meeting: isPast }, 'over before a notetaker could be sent'],
    ['no_bot_yet', {}, 'A notetaker is scheduled within a minute or two.'],
    ['paused', { isPaused: true, bot: { ...aBot.queued, automatic: true } }, 'The workspace is paused'],
    ['late', { bot: { ...aBot.queued, joinAt: minutes(-4) } }, 'was due and was not sent yet'],
    [
      'waits_for_turn',
      { bot: { ...aBot.queued, nextTurnAt: minutes(1) } },
      'waits for its turn: it is sent within minutes',
    ],
    ['not_yet', { bot: { ...aBot.queued, joinAt: minutes(57) } }, '2026-11-02 12:57 UTC'],
    ['joining', { bot: aBot.joining }, 'someone in the call has to admit it'],
    ['no_file', { bot: ended }, 'This takes two hours at most.'],
    ['in_call', { bot: aBot.in_call }, 'The notetaker is in the call.'],
    ['processing', { bot: processing }, 'The recording is being prepared.'],
    ['failed', { bot: aBot.failed }, 'The notetaker was not admitted, no one else joined'],
    ['bot_cancelled', { bot: aBot.cancelled }, 'The notetaker was cancelled.'],
    ['not_wanted', { ...because('declined'), bot: { ...aBot.cancelled, automatic: true } }, 'All members declined it.'],
    ['removed', { bot: completed, meeting: { ...isPast, resultsRemovedAt: noon } }, 'There was a recording.'],
    ['recorded', { bot: completed, meeting: isPast }, 'There is a recording.'],
  ])('is %s for an operator and in words on the page: %#', async (reason, stored, words) => {
    const office = await anOffice();
    const id = await aStoredMeeting(office, stored);

    expect(await reasonOf(office, id)).toMatchObject({ reason });
    expect(await wordsOf(office, id)).toContain(words);
    expect(await wordsOf(office, id)).not.toMatch(/[a-z]{3}_[0-9a-z]{26}|npm run/);
  });

  it('names the settings that turn recording off, as the table of settings does', async () => {
    const office = await anOffice();
    const { context } = office.world;
    const assignmentId = context.ids.make('asg');
    const own = [{ assignmentId, settingsId: context.ids.make('set'), category: 'always', values: {} }] as const;
    const settings = {
      ...DEFAULTS_ALONE,
      layers: { ...DEFAULTS_ALONE.layers, own },
      sources: { ...DEFAULTS_ALONE.sources, 'recording.enabled': { assignmentId } },
    };
    const id = await aStoredMeeting(office, { meeting: { settings } });

    expect(await reasonOf(office, id)).toMatchObject({ reason: 'not_wanted', evidence: { assignment: assignmentId } });
    expect(await wordsOf(office, id)).toBe('Recording is turned off: set for this meeting.');
  });

  it.each([
    [
      'in the words of what kept it from a recorder',
      {},
      'The limit of the workspace for bots is used up for this month.',
    ],
    ['without those of a recorder', { recorder: ended.recorder }, 'The recorder failed or could not be reached.'],
    [
      'without those of one that was tried',
      { recordersTried: ['own'] },
      'The recorder failed or could not be reached.',
    ],
  ])('says why a bot failed %s, beside the meeting and in the list', async (_how, given, words) => {
    const office = await anOffice();
    const reasonMessage = 'The limit of the workspace for bots is used up for this month.';
    const id = await aStoredMeeting(office, { bot: { ...aBot.failed, reason: 'bot_error', reasonMessage, ...given } });

    expect(await wordsOf(office, id)).toBe(words);
    const { text } = await (await office.ownersBrowser()).get(`/app/meetings/${id}`);
    expect(text.split(words)).toHaveLength(3);
  });

  it('leaves the state of recorders to operators', async () => {
    const office = await anOffice();
    const { context } = office.world;
    const id = await aStoredMeeting(office, { bot: aBot.joining });
    const open = [1, 2, 3].reduce((circuit) => afterFailure(circuit, context.clock.now()), CLOSED);
    await circuitBreakers.save(context.table, 'simulator', undefined, open);

    expect(await reasonOf(office, id)).toMatchObject({ reason: 'circuits_open' });
    expect(await wordsOf(office, id)).toContain('on its way into the call');
  });

  it('is shown to guests, and nothing of it to users of other workspaces', async () => {
    const office = await anOffice();
    const id = await aStoredMeeting(office, because('usage_limit'));
    const words = 'The usage limit of the workspace is reached.';

    expect((await (await office.browserAs('guest')).get(`/app/meetings/${id}`)).text).toContain(words);
    const { status, text } = await (await office.strangersBrowser()).get(`/app/meetings/${id}`);
    expect(status).toBe(404);
    expect(text).not.toContain(words);
  });
});
