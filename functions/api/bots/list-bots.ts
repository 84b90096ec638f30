import { listBotsContract } from '#shared/bots/contract';
import { presentBot } from '#shared/bots/present';
import type { BotStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';

interface Needs {
  readonly bots: BotStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /bots: newest first. */
export const listBots = (needs: Needs) =>
  workspaceList(listBotsContract, needs, {
    page: (workspaceId, { meeting_id: meetingId, status }, request) =>
      needs.bots.page({ workspaceId, meetingId, status }, request),
    present: (bot) => presentBot(bot),
  });
