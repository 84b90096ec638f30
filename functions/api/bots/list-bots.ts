import { listBotsContract } from '#shared/api/contracts/bots';
import type { Places } from '#shared/api/places';
import { presentBot } from '#shared/api/resources/bots';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { BotStore } from '#shared/ports/stores';

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
