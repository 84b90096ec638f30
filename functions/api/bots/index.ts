import { cancelBot as cancel, leaveCall as leave } from '#shared/bots/commands/end-bot';
import { patchBot as patch } from '#shared/bots/commands/patch-bot';
import { sendBot as send } from '#shared/bots/commands/send-bot';
import { getBot } from '#shared/bots/endpoints/get-bot';
import { sendBot } from '#shared/bots/endpoints/send-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import { cancelBot } from './cancel-bot.ts';
import { leaveCall } from './leave-call.ts';
import { listBots } from './list-bots.ts';
import { patchBot } from './patch-bot.ts';

export function bots(context: AppContext) {
  const needs = {
    ...context,
    bots: botStore(context.table),
    meetings: meetingStore(context.table),
    members: memberStore(context.table),
    kits: brandKitStore(context.table),
    settings: settingsStore(context.table),
    templates: summaryTemplateStore(context.table),
  };
  return apiGroup(
    context,
    sendBot({ ...needs, send: send(needs) }),
    listBots(needs),
    getBot(needs),
    patchBot({ ...needs, patch: patch(needs) }),
    cancelBot({ ...needs, cancel: cancel(needs) }),
    leaveCall({ ...needs, leave: leave(needs) }),
  );
}

export const handler = served(bots);
