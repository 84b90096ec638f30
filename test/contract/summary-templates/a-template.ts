import { meetings } from '#functions/api/meetings/index';
import { settings } from '#functions/api/settings/index';
import { summaryTemplates } from '#functions/api/summary-templates/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';

/** What a request says of a template, the workspace aside. */
export const RENEWAL = {
  name: 'Renewal call',
  instructions: 'Look at the contract.',
  sections: [
    { key: 'overview', title: 'Overview', instructions: '' },
    { key: 'contract', title: 'Contract', instructions: 'Whatever was said of invoices.' },
  ],
};

/** A workspace with an owner who makes templates, and a stranger with a workspace of their own. */
export async function aTemplateWorld(world = aWorld()) {
  const owner = await world.anOwner('Acme');
  const stranger = await world.anOwner('Other');
  const call = callsTo(summaryTemplates(world.context));
  const { key, workspaceId } = owner;
  return {
    world,
    owner,
    stranger,
    call,
    create: (body: object = {}, as: string = key): Promise<ApiResponse> =>
      call('POST', '/summary_templates', { key: as, body: { workspace_id: workspaceId, ...RENEWAL, ...body } }),
    read: (id: string, as: string = key) => call('GET', `/summary_templates/${id}`, { key: as }),
    update: (id: string, body: object, as: string = key) =>
      call('PATCH', `/summary_templates/${id}`, { key: as, body }),
    remove: (id: string, as: string = key) => call('DELETE', `/summary_templates/${id}`, { key: as }),
    list: (more = '', as: string = key) =>
      call('GET', `/summary_templates?workspace_id=${workspaceId}${more}`, { key: as }),
    /** The id of a template that another workspace has. */
    async aForeignTemplate(): Promise<string> {
      const body = { workspace_id: stranger.workspaceId, ...RENEWAL };
      return (await call('POST', '/summary_templates', { key: stranger.key, body })).body.id;
    },
    settings: callsTo(settings(world.context)),
    meetings: callsTo(meetings(world.context)),
  };
}
