import { getBotContract } from '#shared/api/contracts/bots';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentBot } from '#shared/api/resources/bots';
import type { BotStore } from '#shared/ports/stores';

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
