import { apiGroup } from '#shared/api/api-group';
import { cancelBot as cancel, leaveCall as leave } from '#shared/commands/bots/end-bot';
import { patchBot as patch } from '#shared/commands/bots/patch-bot';
import { sendBot as send } from '#shared/commands/bots/send-bot';
import { botStore } from '#shared/storage/bots';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { cancelBot } from './cancel-bot.ts';
import { getBot } from './get-bot.ts';
import { leaveCall } from './leave-call.ts';
import { listBots } from './list-bots.ts';
import { patchBot } from './patch-bot.ts';
import { sendBot } from './send-bot.ts';

export function bots(around: Surroundings) {
  const needs = {
    ...around,
    bots: botStore(around.table),
    meetings: meetingStore(around.table),
    members: memberStore(around.table),
    settings: settingsStore(around.table),
    templates: summaryTemplateStore(around.table),
  };
  return apiGroup(
    around.edge,
    sendBot({ ...needs, send: send(needs) }),
    listBots(needs),
    getBot(needs),
    patchBot({ ...needs, patch: patch(needs) }),
    cancelBot({ ...needs, cancel: cancel(needs) }),
    leaveCall({ ...needs, leave: leave(needs) }),
  );
}

export const handler = served(bots);
