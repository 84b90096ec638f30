import { apiGroup } from '#shared/api/api-group';
import { getMeetingBotContract, sendMeetingBotContract } from '#shared/api/contracts/bots';
import { servedAs } from '#shared/api/deprecated';
import { cancelBot as cancel, leaveCall as leave } from '#shared/commands/bots/end-bot';
import { patchBot as patch } from '#shared/commands/bots/patch-bot';
import { sendBot as send } from '#shared/commands/bots/send-bot';
import { getBot } from '#shared/endpoints/bots/get-bot';
import { sendBot } from '#shared/endpoints/bots/send-bot';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { cancelBot } from './cancel-bot.ts';
import { leaveCall } from './leave-call.ts';
import { listBots } from './list-bots.ts';
import { patchBot } from './patch-bot.ts';

export function bots(around: Surroundings) {
  const needs = {
    ...around,
    bots: botStore(around.table),
    meetings: meetingStore(around.table),
    members: memberStore(around.table),
    kits: brandKitStore(around.table),
    settings: settingsStore(around.table),
    templates: summaryTemplateStore(around.table),
  };
  const sending = sendBot({ ...needs, send: send(needs) });
  return apiGroup(
    around.edge,
    sending,
    servedAs(sendMeetingBotContract, sending),
    listBots(needs),
    getBot(needs),
    servedAs(getMeetingBotContract, getBot(needs)),
    patchBot({ ...needs, patch: patch(needs) }),
    cancelBot({ ...needs, cancel: cancel(needs) }),
    leaveCall({ ...needs, leave: leave(needs) }),
  );
}

export const handler = served(bots);
