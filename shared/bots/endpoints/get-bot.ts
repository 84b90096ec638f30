import { getBotContract } from '#shared/bots/contract';
import { presentBot } from '#shared/bots/present';
import type { BotStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';

interface Needs {
  readonly bots: BotStore;
  readonly places: Places;
}

/** GET /bots/{id} */
export const getBot = ({ bots, places }: Needs) =>
  operation(getBotContract, {
    ahead: ({ params }) => ({ bot: bots.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource } = await found(places, caller.userId, ahead.bot, 'bot');
      return { status: 200, body: presentBot(resource.state) };
    },
  });
