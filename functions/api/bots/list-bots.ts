import type * as v from 'valibot';
import { listBotsContract } from '#shared/api/contracts/bots';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentBot } from '#shared/api/resources/bots';
import type { Bot } from '#shared/domain/bots/bot';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { Page } from '#shared/ports/page';
import type { BotStore } from '#shared/ports/stores';

interface Needs {
  readonly bots: BotStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

type Query = v.InferOutput<typeof listBotsContract.query>;

/** GET /bots: newest first. */
export const listBots = (needs: Needs) =>
  operation(listBotsContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      page: pageOf(needs, input),
    }),
    async run({ ahead, asked }) {
      permitted(await ahead.place, 'read');
      return { status: 200, body: await presentList(await ahead.page, presentBot, asked, needs.seal) };
    },
  });

async function pageOf(needs: Needs, { query, asked }: AheadInput<unknown, Query, unknown>): Promise<Page<Bot>> {
  const [workspaceId, page] = await Promise.all([
    needs.places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, needs.seal),
  ]);
  return needs.bots.page({ workspaceId, meetingId: query.meeting_id, status: query.status }, page);
}
