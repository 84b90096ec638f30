import { cancelBot as cancel, leaveCall as leave } from '#shared/bots/commands/end-bot';
import { patchBot as patch } from '#shared/bots/commands/patch-bot';
import { sendBot as send } from '#shared/bots/commands/send-bot';
import { getMeetingBotContract, sendMeetingBotContract } from '#shared/bots/contract';
import { getBot } from '#shared/bots/endpoints/get-bot';
import { sendBot } from '#shared/bots/endpoints/send-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import { apiGroup } from '#shared/http/api-group';
import { servedAs } from '#shared/http/deprecated';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
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
