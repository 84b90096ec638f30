import { endpoint, ok } from '#shared/api/http/endpoint';
import { loadOverride, overrideSettings as override } from '#shared/meetings/meetings/commands/override-settings';
import { overrideSettingsContract } from '#shared/meetings/meetings/contract';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { meetings } from '#shared/meetings/meetings/store';
import { requireUsableTemplate, templateNamed } from '#shared/meetings/summaries/commands/templates';

/** PATCH /meetings/{id}/settings: the fields sent and no other, for this meeting alone. */
export const overrideSettings = endpoint(overrideSettingsContract, {
  resource: ({ context, params }) => meetings.find(context.table, params.id),
  early: ({ context, params, body }) => [
    loadOverride(context.table, params.id),
    templateNamed(context.table, body.group('summary').text('template')),
  ],
  async run({ context, workspace, params, body }) {
    const named = body['summary.template'];
    await requireUsableTemplate(context.table, workspace.state.id, { field: 'summary.template', named });
    return override(context)(workspace.state, params.id, body);
  },
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});
