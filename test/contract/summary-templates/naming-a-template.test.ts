import { bots } from '#functions/api/bots/index';
import { meetings } from '#functions/api/meetings/index';
import { settings } from '#functions/api/settings/index';
import { patchBotContract, sendBotContract } from '#shared/capture/bots/contract';
import { overrideSettingsContract } from '#shared/meetings/meetings/contract';
import { createSettingsContract, updateSettingsContract } from '#shared/meetings/settings/contract';
import { aWorld, callsTo } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld } from './a-template.ts';

/** A workspace with a template, one that others have, a bot that waits, its meeting, and settings. */
async function anOffice() {
  const world = aWorld();
  const story = await aBotStory(world);
  const templates = await aTemplateWorld(world);
  const { owner } = story;
  const own = (await templates.create({ workspace_id: owner.workspaceId }, owner.key)).body;
  const foreign = await templates.aForeignTemplate();
  const bot = (await story.send({ join_at: minutes(60) })).body;
  const set = (await story.createSettings({})).body;
  return { world, owner, template: own.id as string, foreign, bot, settingsId: set.id as string };
}
type Office = Awaited<ReturnType<typeof anOffice>>;

/** Every request that names a template: its group, its status, and the field. */
const NAMING = [
  {
    contract: createSettingsContract,
    group: settings,
    field: 'summary.template',
    status: 201,
    path: () => '/settings',
    body: ({ owner }: Office, template: string) => ({ workspace_id: owner.workspaceId, summary: { template } }),
  },
  {
    contract: updateSettingsContract,
    group: settings,
    field: 'summary.template',
    status: 200,
    path: ({ settingsId }: Office) => `/settings/${settingsId}`,
    body: (_office: Office, template: string) => ({ summary: { template } }),
  },
  {
    contract: overrideSettingsContract,
    group: meetings,
    field: 'summary.template',
    status: 200,
    path: ({ bot }: Office) => `/meetings/${bot.meeting_id}/settings`,
    body: (_office: Office, template: string) => ({ summary: { template } }),
  },
  {
    contract: sendBotContract,
    group: bots,
    field: 'summary_template',
    status: 201,
    path: () => '/bots',
    body: ({ owner }: Office, summary_template: string) => ({
      workspace_id: owner.workspaceId,
      meeting_url: 'https://meet.google.com/xyz-good-abc',
      summary_template,
    }),
  },
  {
    contract: patchBotContract,
    group: bots,
    field: 'summary_template',
    status: 200,
    path: ({ bot }: Office) => `/bots/${bot.id}`,
    body: (_office: Office, summary_template: string) => ({ summary_template }),
  },
] as const;

describe.each(NAMING.map((naming) => [`${naming.contract.method} ${naming.contract.path}`, naming] as const))(
  'a template in %s',
  (_name, { contract, group, field, status, path, body }) => {
    it('may be one of the workspace', async () => {
      const office = await anOffice();
      const sent = { key: office.owner.key, body: body(office, office.template) };

      const answered = await callsTo(group(office.world.context))(contract.method, path(office), sent);

      const answer = expectSuccess(contract, answered, status);
      const value =
        field === 'summary_template' ? answer.summary_template : (answer.settings ?? answer).summary.template;
      expect(value).toBe(office.template);
    });

    it('costs no round trip more', async () => {
      const office = await anOffice();
      const call = countedCallsTo(office.world, group);
      const request = [
        contract.method,
        path(office),
        { key: office.owner.key, body: body(office, office.template) },
      ] as const;
      // The first audited write of a function reads the key of its addresses as well.
      await call(...request);

      const { tally } = await call(...request);

      expect(tally.trips).toBeLessThanOrEqual(3);
    });
  },
);
