import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { getBot, sendBot } from '#shared/capture/bots/api';
import { cancelBot, leaveCall } from '#shared/capture/bots/commands/end-bot';
import { loadBotWithOverride } from '#shared/capture/bots/commands/load-bot';
import { updateBot } from '#shared/capture/bots/commands/update-bot';
import {
  cancelBotContract,
  leaveCallContract,
  listBotsContract,
  patchBotContract,
} from '#shared/capture/bots/contract';
import { presentBot } from '#shared/capture/bots/present';
import { botPatchFrom } from '#shared/capture/bots/read-body';
import type { BotId } from '#shared/foundation/core/ids';
import { refuseJoinTime } from '#shared/meetings/bots/rules/meeting-for-bot';
import { bots as botEntity, botPage } from '#shared/meetings/bots/store';
import type { RecorderContext } from '#shared/meetings/recorders/registry/ports';
import { requireUsableTemplate, templateNamed } from '#shared/meetings/summaries/commands/templates';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: BotId };
  readonly context: AppContext;
}

const findBot = ({ context, params }: Named) => botEntity.find(context.table, params.id);
/** The bot's meeting and its settings are read in the same batch as the caller's role. */
const loadRest = ({ context, params }: Named) => loadBotWithOverride(context, params.id);

const list = listEndpoint(listBotsContract, {
  page: ({ context, workspaceId, query }, request) =>
    botPage(context.table, { workspaceId, meetingId: query.meeting_id, status: query.status }, request),
  present: presentBot,
});

const update = endpoint(patchBotContract, {
  resource: findBot,
  early: (request) => [loadRest(request), templateNamed(request.context.table, request.body.text('summary_template'))],
  async run({ context, resource: { state: bot }, body, now }) {
    const named = body.summary_template;
    await requireUsableTemplate(context.table, bot.workspaceId, { field: 'summary_template', named });
    refuseJoinTime(body.join_at, now);
    return updateBot(context)(bot.id, botPatchFrom(body));
  },
  reply: (bot) => ok(presentBot(bot)),
});

const cancel = endpoint(cancelBotContract, {
  resource: findBot,
  early: (request) => [loadRest(request)],
  run: ({ context, resource }) => cancelBot(context)(resource.state.id),
  reply: (bot) => ok(presentBot(bot)),
});

const leave = endpoint(leaveCallContract, {
  resource: findBot,
  early: (request) => [loadRest(request)],
  run: ({ context, resource }) => leaveCall(context)(resource.state.id),
  reply: (bot) => ok(presentBot(bot)),
});

export const bots = (context: AppContext & RecorderContext) =>
  apiGroup(context, sendBot, list, getBot, update, cancel, leave);

export const handler = served(bots);
