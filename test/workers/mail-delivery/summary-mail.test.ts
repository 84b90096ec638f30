import { brandKits } from '#functions/api/brand-kits/index';
import { files } from '#functions/api/files/index';
import { members } from '#functions/api/members/index';
import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { acceptInvitation } from '#shared/accounts/memberships/commands/accept-invitation';
import { inviteUser } from '#shared/accounts/memberships/commands/invite-user';
import { saveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import { moveAccount } from '#shared/calendars/connections/store';
import { aMailer } from '#test/support/a-mailer';
import type { World } from '#test/support/api';
import { APP_URL, BASE_URL, callsTo } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';
import { aPng } from '#test/unit/files/rules/images';

const ADA = { name: 'Ada', email: 'ada@acme.test' };
const ATTENDEES = [
  { ...ADA, response: 'accepted' },
  { name: 'Eve <script>', email: 'eve@elsewhere.test', response: 'needs_action' },
  { name: 'Dan', email: 'dan@elsewhere.test', response: 'declined' },
];

/** A meeting on Ada's calendar that the simulator records, with settings of the workspace, and the mail worker. */
async function aMeetingWith(settings: object, before?: BotStory, code = 'good') {
  const story = before ?? (await aBotStory());
  const { world } = story;
  await story.createSettings({ recording: { enabled: true }, ...settings });
  const { body } = await story.push({
    starts_at: minutes(3),
    ends_at: minutes(33),
    meeting_url: `https://meet.google.com/abc-${code}-def`,
    organizer: ADA,
    attendees: ATTENDEES,
  });
  const { mailer, sent, addresses } = aMailer();
  const mails = mailWorker(world, { mailer });
  const bots = botWorkers(world);
  /** Records the meeting by its newest bot. */
  const record = async () => {
    const { recordings } = await story.meeting(body.meeting_id);
    await bots.untilQuiet(recordings.at(-1).id);
  };
  return { story, world, meetingId: body.meeting_id as string, record, mails, sent, addresses };
}

async function aBrandedKit(
  { context, owner: { key, workspaceId } }: BotStory,
  url = 'https://acme.test/m/{{meeting_id}}',
) {
  const fileCalls = callsTo(files(context));
  const parts = { file: { bytes: aPng(), filename: 'logo' }, purpose: 'brand_kit', workspace_id: workspaceId };
  const logo = (await fileCalls('POST', '/files', { key, parts })).body.id;
  const cta = { type: 'link', label: 'Open in Acme', url };
  const body = { workspace_id: workspaceId, email: { type: 'branded', branded: { color: '#8b1a1a', logo, cta } } };
  const kitCalls = callsTo(brandKits(context));
  const kit: string = (await kitCalls('POST', '/brand_kits', { key, body })).body.id;
  const shownUrl = async () => (await kitCalls('GET', `/brand_kits/${kit}`, { key })).body.email.branded.cta.url;
  return { kit, fileCalls, shownUrl };
}

describe('the summary mail', () => {
  it.each([
    ['off', []],
    ['organizer', ['ada@acme.test']],
    ['members', ['ada@acme.test']],
    ['participants', ['ada@acme.test']],
  ])('goes to those on the invite whom the setting names, and not to who declined: %s', async (email, expected) => {
    const { record, mails, addresses } = await aMeetingWith({ summary: { email } });

    await record();
    await mails.run();

    expect(addresses()).toEqual(expected);
    expect(mails.jobs()).toEqual([]);
  });

  it('goes to strangers whom a pushed event names where the operator approved the mail of the workspace', async () => {
    const { record, mails, addresses, world, story } = await aMeetingWith({ summary: { email: 'participants' } });
    await trustMail(world.context)(story.owner.workspaceId, { mailApproved: true });

    await record();
    await mails.run();

    expect(addresses()).toEqual(['ada@acme.test', 'eve@elsewhere.test']);
  });

  it('goes to no stranger whom a request for a bot names, however many it names', async () => {
    const { story, mails, addresses, world } = await aMeetingWith({ summary: { email: 'participants' } });
    await saveWorkspace(world.context)(story.owner.workspaceId, { emailDomains: ['elsewhere.test'] });
    const participants = Array.from({ length: 99 }, (_, nth) => ({ email: `invented-${nth}@elsewhere.test` }));
    const { body } = await story.send({
      meeting_url: 'https://meet.google.com/xyz-good-abc',
      participants: [...participants, { email: 'bob@acme.test' }],
    });
    await botWorkers(world).untilQuiet(body.id);
    await mails.run();

    expect(addresses()).toEqual(['bob@acme.test']);
  });

  it('goes to members of other domains once they showed their address, and to none whom a request only made', async () => {
    const { story, mails, sent, world } = await aMeetingWith({ summary: { email: 'members' } });
    const { key, workspaceId, userId: ownerId } = story.owner;
    const by = { userId: ownerId, role: 'owner' } as const;
    const { table, ids } = world.context;
    const [made, invited, user, connected] = [
      'made@else.test',
      'invited@else.test',
      'owner@else.test',
      'cal@else.test',
    ] as const;
    const participants = [made, invited, user, connected].map((email) => ({ email }));
    const callMembers = callsTo(members(world.context));
    for (const { email } of participants)
      await callMembers('POST', '/members', { key, body: { workspace_id: workspaceId, email } });
    const invite = (email: string) => inviteUser(world.context)({ workspaceId, email, role: 'member' }, by);
    await invite(invited);
    const { membership } = await invite(user);
    const { userId } = await world.anOwner('Else');
    await acceptInvitation(world.context)(membership.id, { userId, email: user });
    const account = { workspaceId, provider: 'google', email: connected } as const;
    await table.transact([moveAccount({ ...account, before: undefined, after: ids.make('cal') })]);
    const { body } = await story.send({ meeting_url: 'https://meet.google.com/xyz-good-abc', participants });
    await botWorkers(world).untilQuiet(body.id);
    await mails.run();

    expect(sent.flatMap(({ kind, to }) => (kind === 'summary' ? [to.email] : []))).toEqual([user, connected]);
  });

  it.each([
    [
      'is disabled',
      async ({ context }: World, owner: BotStory['owner']) => {
        await disableUser(context)(owner.userId);
      },
    ],
    [
      'left it to another owner of the domain',
      async (world: World, owner: BotStory['owner']) => {
        await world.aColleague(owner.workspaceId, 'owner');
        await removeFromWorkspace(world.context)(owner.userId, owner.workspaceId);
      },
    ],
  ])('goes to no one whom the workspace only named, though of its domain, once its founder %s', async (_what, act) => {
    const { record, mails, addresses, story, world } = await aMeetingWith({ summary: { email: 'participants' } });
    await record();

    await act(world, story.owner);
    await mails.run();

    expect(addresses()).toEqual([]);
  });

  it('goes to no user of another domain who is disabled, though their membership stays', async () => {
    const { story, mails, addresses, world } = await aMeetingWith({ summary: { email: 'members' } });
    const { key, workspaceId, userId: ownerId } = story.owner;
    const by = { userId: ownerId, role: 'owner' } as const;
    const email = 'owner@else.test';
    await callsTo(members(world.context))('POST', '/members', { key, body: { workspace_id: workspaceId, email } });
    const invitation = await inviteUser(world.context)({ workspaceId, email, role: 'member' }, by);
    const { userId } = await world.anOwner('Else');
    await acceptInvitation(world.context)(invitation.membership.id, { userId, email });
    await disableUser(world.context)(userId);

    const meeting_url = 'https://meet.google.com/xyz-good-abc';
    const { body } = await story.send({ meeting_url, participants: [{ email }] });
    await botWorkers(world).untilQuiet(body.id);
    await mails.run();

    expect(addresses()).not.toContain(email);
  });

  it('has a button to the meeting where the host of the link of the kit is not verified, which the kit keeps', async () => {
    const story = await aBotStory();
    const url = 'https://login.evil.test/m/{{meeting_id}}';
    const { kit, shownUrl } = await aBrandedKit(story, url);
    const settings = { summary: { email: 'organizer' }, branding: { brand_kit_id: kit } };
    const { record, mails, sent, meetingId } = await aMeetingWith(settings, story);

    await record();
    await mails.run();

    expect(sent[0]?.html).not.toContain('evil.test');
    expect(sent[0]?.text).toContain(`Open the meeting: ${APP_URL}/app/meetings/${meetingId}`);
    expect(await shownUrl()).toBe(url);
  });

  it('has the summary of the results, a link to the meeting, and no name of a recipient', async () => {
    const { record, mails, sent, meetingId } = await aMeetingWith({ summary: { email: 'participants' } });

    await record();
    await mails.run();

    const [mail] = sent;
    expect(mail).toMatchObject({ kind: 'summary', subject: 'Summary: Weekly', fromName: 'Rapporteur for Acme' });
    expect(mail?.text).toMatch(/^Acme\nWeekly\n.* · 1 minute\n\nOverview\n\n/);
    expect(mail?.text).toContain(`Open the meeting: ${APP_URL}/app/meetings/${meetingId}`);
    expect(mail?.text).toContain(`Unsubscribe: ${mail?.unsubscribeUrl}`);
    expect(sent.map(({ to }) => to.name)).toEqual([null]);
    expect(JSON.stringify(sent)).not.toMatch(/Eve|Dan/);
  });

  it('is sent once, however often the job is delivered and the meeting recorded', async () => {
    const { record, mails, addresses, story, world, meetingId } = await aMeetingWith({
      summary: { email: 'organizer' },
    });
    await record();
    await mails.run();

    world.clock.advance(60_000);
    const again = await story.send({ meeting_url: 'https://meet.google.com/abc-good-def' });
    expect(again.body.meeting_id).toBe(meetingId);
    await record();

    expect((await story.meeting(meetingId)).recordings.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'completed',
    ]);
    expect(mails.jobs()).toEqual([]);
    await mails.run();
    expect(addresses()).toEqual(['ada@acme.test']);
  });

  it.each(['noai', 'mute', 'lobb'])('is not sent where there is no summary: %s', async (code) => {
    const { record, mails, addresses } = await aMeetingWith({ summary: { email: 'participants' } }, undefined, code);

    await record();
    await mails.run();

    expect(addresses()).toEqual([]);
  });

  it('follows the own setting of the meeting', async () => {
    const { story, record, mails, addresses, meetingId } = await aMeetingWith({ summary: { email: 'off' } });
    await story.override(meetingId, { summary: { email: 'organizer' } });

    await record();
    await mails.run();

    expect(addresses()).toEqual(['ada@acme.test']);
  });

  it('has the look of the brand kit, with a link to its logo that lasts', async () => {
    const story = await aBotStory();
    const { kit, fileCalls } = await aBrandedKit(story);
    const settings = { summary: { email: 'organizer' }, branding: { brand_kit_id: kit } };
    const { record, mails, sent, meetingId } = await aMeetingWith(settings, story);

    await record();
    await mails.run();

    const html = String(sent[0]?.html);
    expect(html).toContain(`href="https://acme.test/m/${meetingId}"`);
    const [, src = ''] = /<img src="([^"]+)"/.exec(html) ?? [];
    const shown = await fileCalls('GET', src.replaceAll('&amp;', '&').replace(BASE_URL.replace('/api/v1', ''), ''));
    expect(shown.status).toBe(200);
  });
});
