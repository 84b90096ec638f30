import { meetings } from '#functions/api/meetings/index';
import { summaryTemplates } from '#functions/api/summary-templates/index';
import { aWorld, callsTo } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';

const TEMPLATE = {
  name: 'Money',
  instructions: '',
  sections: [{ key: 'bills', title: 'Bills', instructions: 'Everything about invoices.' }],
};

/** A bot sent with a template of the workspace, and its meeting's results once it is through. */
async function aBotWithATemplate() {
  const world = aWorld();
  const { owner, send } = await aBotStory(world);
  const templates = callsTo(summaryTemplates(world.context));
  const template = (
    await templates('POST', '/summary_templates', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, ...TEMPLATE },
    })
  ).body;
  const bot = (await send({ summary_template: template.id })).body;
  const shown = callsTo(meetings(world.context));
  return {
    template,
    change: (method: string, body?: object) =>
      templates(method, `/summary_templates/${template.id}`, body ? { key: owner.key, body } : { key: owner.key }),
    async summaryAfterIt() {
      await botWorkers(world).untilQuiet(bot.id);
      return (await shown('GET', `/meetings/${bot.meeting_id}/results`, { key: owner.key })).body.summary;
    },
  };
}

describe('the summary of a bot that was sent with a custom template', () => {
  it('has its sections, written by their instructions', async () => {
    const { template, summaryAfterIt } = await aBotWithATemplate();

    const summary = await summaryAfterIt();

    expect(summary).toMatchObject({
      status: 'ready',
      template: template.id,
      sections: [{ key: 'bills', title: 'Bills' }],
    });
    expect(summary.sections[0].markdown).toMatch(/invoices/);
  });

  it('follows the template as it is when the summary is made', async () => {
    const { change, summaryAfterIt } = await aBotWithATemplate();
    await change('PATCH', { sections: [{ key: 'short', title: 'Summary', instructions: '' }] });

    expect((await summaryAfterIt()).sections).toMatchObject([{ key: 'short', title: 'Summary' }]);
  });

  it('follows the general template where it was deleted meanwhile', async () => {
    const { change, summaryAfterIt } = await aBotWithATemplate();
    await change('DELETE');

    expect(await summaryAfterIt()).toMatchObject({ status: 'ready', template: 'general' });
  });
});
