import type { cancelBot as cancelCommand } from '#shared/bots/commands/end-bot';
import { cancelBotContract } from '#shared/bots/contract';
import { presentBot } from '#shared/bots/present';
import type { BotStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type BotInPlaceNeeds, botInPlace } from './bot-in-place.ts';

interface Needs extends BotInPlaceNeeds {
  readonly bots: BotStore;
  readonly cancel: ReturnType<typeof cancelCommand>;
}

/** DELETE /bots/{id}: ends it and keeps nothing. */
export const cancelBot = (needs: Needs) =>
  operation(cancelBotContract, {
    ahead: ({ params }) => ({ bot: needs.bots.find(params.id) }),
    async run({ ahead, caller }) {
      const { workspace, loaded } = await botInPlace(needs, caller.userId, ahead.bot);
      return { status: 200, body: presentBot(await needs.cancel(workspace, loaded)) };
    },
  });
