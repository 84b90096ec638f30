import type { leaveCall as leaveCommand } from '#shared/bots/commands/end-bot';
import { leaveCallContract } from '#shared/bots/contract';
import { presentBot } from '#shared/bots/present';
import type { Bot } from '#shared/bots/rules/bot';
import type { BotStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type BotInPlaceNeeds, botInPlace } from './bot-in-place.ts';

interface Needs extends BotInPlaceNeeds {
  readonly bots: BotStore;
  readonly leave: ReturnType<typeof leaveCommand>;
}

/** POST /bots/{id}/leave: ends the recording and keeps it. */
export const leaveCall = (needs: Needs) =>
  operation(leaveCallContract, {
    ahead: ({ params }) => ({ bot: needs.bots.find(params.id) }),
    async run({ ahead, caller, once }) {
      const { workspace, loaded } = await botInPlace(needs, caller.userId, ahead.bot);
      return once(
        (bot: Bot) => ({ status: 200, body: presentBot(bot) }),
        (keep) => needs.leave(workspace, loaded, keep),
      );
    },
  });
