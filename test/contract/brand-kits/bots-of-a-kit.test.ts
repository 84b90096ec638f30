import { bots } from '#functions/api/bots/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { settings } from '#functions/api/settings/index';
import type { Instant } from '#shared/foundation/core/time';
import { callsTo, noon } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { fakeRecorder } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aBrandKitWorld } from './brand-kit-world.ts';

const HOUR = 3_600_000;
const WORDS = { name: 'Acme Notes', chat: { enabled: true, recording_message: 'Acme is recording.' } };
const OURS = ['Acme Notes', 'Acme is recording.'];
const DEFAULT = ['Notetaker', null];

/** A workspace whose meetings are recorded under a brand kit. */
async function aBrandedOffice(bot: object = WORDS) {
  const kits = await aBrandKitWorld();
  const { world, owner } = kits;
  const { key, workspaceId } = owner;
  const callBots = callsTo(bots(world.context));
  const callSettings = callsTo(settings(world.context));
  const calendar = callsTo(calendarEvents(world.context));
  const callMeetings = callsTo(meetings(world.context));
  const kit: string = (await kits.create({ bot })).body.id;
  const choice = { recording: { enabled: true }, branding: { brand_kit_id: kit } };
  const scope = [`workspace:${workspaceId}`];
  const chosen = await callSettings('POST', '/settings', {
    key,
    body: { workspace_id: workspaceId, ...choice, scope },
  });
  let linked = 0;
  const link = () => {
    linked += 1;
    return `https://meet.google.com/abc-good-x${String.fromCharCode(96 + linked)}z`;
  };
  const wordsOf = async (id: string) => {
    const { body } = await callBots('GET', `/bots/${id}`, { key });
    return [body.bot_name, body.welcome_message];
  };
  return {
    ...kits,
    kit,
    settingsId: chosen.body.id as string,
    wordsOf,
    send: async (body: object = {}): Promise<string> => {
      const sent = { workspace_id: workspaceId, meeting_url: link(), ...body };
      return (await callBots('POST', '/bots', { key, body: sent })).body.id;
    },
    patchBot: (id: string, body: object) => callBots('PATCH', `/bots/${id}`, { key, body }),
    /** The automatic bot of a meeting that was pushed, an hour ahead. */
    async push(uid = 'weekly@acme.test'): Promise<string> {
      const body = {
        workspace_id: workspaceId,
        member_data: { email: 'ada@acme.test' },
        ical_uid: uid,
        starts_at: new Date(noon + HOUR).toISOString(),
        ends_at: new Date(noon + 2 * HOUR).toISOString(),
        meeting_url: link(),
      };
      const { meeting_id } = (await calendar('POST', '/calendar_events', { key, body })).body;
      return (await callMeetings('GET', `/meetings/${meeting_id}`, { key })).body.recordings[0].id;
    },
    /** The automatic bot of a meeting that was not recorded before settings were made for it. */
    async chosenFor(): Promise<string> {
      await callSettings('PATCH', `/settings/${chosen.body.id}`, { key, body: { recording: { enabled: false } } });
      const body = {
        workspace_id: workspaceId,
        member_data: { email: 'ada@acme.test' },
        ical_uid: 'apart@acme.test',
        starts_at: new Date(noon + HOUR).toISOString(),
        meeting_url: link(),
      };
      const { meeting_id } = (await calendar('POST', '/calendar_events', { key, body })).body;
      const own = { recording: { enabled: true }, scope: [`meeting:${meeting_id}`] };
      await callSettings('POST', '/settings', { key, body: { workspace_id: workspaceId, ...own } });
      return (await callMeetings('GET', `/meetings/${meeting_id}`, { key })).body.recordings[0].id;
    },
    unbrand: () =>
      callSettings('PATCH', `/settings/${chosen.body.id}`, { key, body: { branding: { brand_kit_id: 'none' } } }),
    settled: () => settingsPropagationWorker(world).untilDone(),
  };
}

describe('a bot sent by hand', () => {
  it('is called and says as the kit of its workspace, where nothing else was sent', async () => {
    const { send, wordsOf } = await aBrandedOffice();

    expect(await wordsOf(await send())).toEqual(OURS);
    expect(await wordsOf(await send({ bot_name: 'Mine' }))).toEqual(['Mine', 'Acme is recording.']);
    expect(await wordsOf(await send({ welcome_message: null }))).toEqual(['Acme Notes', null]);
    expect(await wordsOf(await send({ bot_name: 'Mine', welcome_message: 'Hi' }))).toEqual(['Mine', 'Hi']);
  });

  it.each([
    [{}, DEFAULT],
    [{ chat: { enabled: false, recording_message: 'Never said.' } }, DEFAULT],
    [{ chat: { enabled: true } }, DEFAULT],
    [{ name: 'Acme Notes' }, ['Acme Notes', null]],
  ])('is called by the service’s own name where the kit has none: %j', async (bot, words) => {
    const { send, wordsOf } = await aBrandedOffice(bot);

    expect(await wordsOf(await send())).toEqual(words);
  });

  it('takes the newest words with it when it is dispatched, but those that were chosen', async () => {
    const { send, update, kit, wordsOf, world, clock } = await aBrandedOffice();
    const join_at = new Date(noon + HOUR).toISOString();
    const [follows, mine] = [await send({ join_at }), await send({ join_at, bot_name: 'Mine' })];
    const { recorder, asked } = fakeRecorder();
    const { work } = botWorkers(world, { recorder });
    await update(kit, { bot: { name: 'New Notes', chat: { recording_message: 'New words.' } } });
    clock.set((noon + HOUR) as Instant);

    await work(follows);
    await work(mine);

    expect(asked.sent.map(({ botName, welcomeMessage }) => [botName, welcomeMessage])).toEqual([
      ['New Notes', 'New words.'],
      ['Mine', 'New words.'],
    ]);
    await update(kit, { bot: { name: 'Too late' } });
    expect(await wordsOf(follows)).toEqual(['New Notes', 'New words.']);
  });

  it('follows a change of the kit while it waits, but what was chosen for it', async () => {
    const { send, update, kit, wordsOf, settled } = await aBrandedOffice();
    const join_at = new Date(noon + 5 * HOUR).toISOString();
    const [one, mine] = [await send({ join_at }), await send({ join_at, bot_name: 'Mine' })];

    await update(kit, { bot: { name: 'New Notes', chat: { recording_message: 'New words.' } } });
    await settled();

    expect(await wordsOf(one)).toEqual(['New Notes', 'New words.']);
    expect(await wordsOf(mine)).toEqual(['Mine', 'New words.']);
  });

  it('returns to the default when its kit is gone before it is dispatched', async () => {
    const { send, remove, kit, wordsOf, world, clock } = await aBrandedOffice();
    const bot = await send({ join_at: new Date(noon + HOUR).toISOString() });
    const { recorder } = fakeRecorder();
    await remove(kit);
    clock.set((noon + HOUR) as Instant);

    await botWorkers(world, { recorder }).work(bot);

    expect(await wordsOf(bot)).toEqual(DEFAULT);
  });
});

describe('a bot that settings send', () => {
  it('is called and says as the kit of its workspace', async () => {
    const { push, wordsOf } = await aBrandedOffice();

    expect(await wordsOf(await push())).toEqual(OURS);
  });

  it('is called so too when its meeting is chosen for alone', async () => {
    const { chosenFor, wordsOf } = await aBrandedOffice();

    expect(await wordsOf(await chosenFor())).toEqual(OURS);
  });

  it('follows a change of the kit while it waits, but what was chosen for it', async () => {
    const { push, patchBot, update, kit, wordsOf, settled } = await aBrandedOffice();
    const [one, other] = [await push('one@acme.test'), await push('other@acme.test')];
    await patchBot(other, { bot_name: 'Mine' });

    await update(kit, { bot: { name: 'New Notes', chat: { enabled: false } } });
    await settled();

    expect(await wordsOf(one)).toEqual(['New Notes', null]);
    expect(await wordsOf(other)).toEqual(['Mine', null]);
  });

  it('returns to the default when the kit is deleted, or chosen no more', async () => {
    const { push, remove, kit, wordsOf, settled } = await aBrandedOffice();
    const bot = await push();
    await remove(kit);
    await settled();
    expect(await wordsOf(bot)).toEqual(DEFAULT);

    const office = await aBrandedOffice();
    const another = await office.push();
    await office.unbrand();
    await office.settled();
    expect(await office.wordsOf(another)).toEqual(DEFAULT);
  });
});
