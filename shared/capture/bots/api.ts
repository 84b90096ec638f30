import { readLimitOfDeployment } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { byWorkspace } from '#shared/api/http/early';
import { created, endpoint, endpointWith, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { loadCandidates } from '#shared/capture/bots/commands/load-candidates';
import { requireRecorder } from '#shared/capture/bots/commands/require-recorder';
import { sendBot as send } from '#shared/capture/bots/commands/send-bot';
import { getBotContract, sendBotContract } from '#shared/capture/bots/contract';
import { presentBot } from '#shared/capture/bots/present';
import { botRequestFrom, namedForBot } from '#shared/capture/bots/read-body';
import { refuseJoinTime } from '#shared/meetings/bots/rules/meeting-for-bot';
import { bots } from '#shared/meetings/bots/store';
import type { RecorderContext } from '#shared/meetings/recorders/registry/ports';
import { recorderRegistry } from '#shared/meetings/recorders/store';
import { requireUsableTemplate, templateNamed } from '#shared/meetings/summaries/commands/templates';

// The meetings function serves these two as well, under deprecated paths.

/** POST /bots: 201 with the bot, queued, on the meeting it will record. */
export const sendBot = endpointWith<AppContext & RecorderContext>()(sendBotContract, {
  early({ context, body, now }) {
    const bot = namedForBot(body, now);
    return [
      templateNamed(context.table, body.text('summary_template')),
      recorderRegistry.find(context.table),
      // Without `workspace_id`, the user's workspace is known only after the first round trip.
      bot && byWorkspace(context.table, body.workspaceId(), (table, id) => loadCandidates({ table }, id, bot)),
      readLimitOfDeployment(context, body.instant('join_at') ?? now),
    ];
  },
  async run({ context, workspace, body, now }) {
    const { id } = workspace.state;
    await requireUsableTemplate(context.table, id, { field: 'summary_template', named: body.summary_template });
    refuseJoinTime(body.join_at, now);
    await requireRecorder(context, workspace.state, body, now);
    return send(context)(id, botRequestFrom(body, now));
  },
  reply: (bot, { context }) => created(presentBot(bot), `${context.baseUrl}/bots/${bot.id}`),
});

/** GET /bots/{id} */
export const getBot = endpoint(getBotContract, {
  resource: ({ context, params }) => bots.find(context.table, params.id),
  run: async ({ resource }) => resource.state,
  reply: (bot) => ok(presentBot(bot)),
});
