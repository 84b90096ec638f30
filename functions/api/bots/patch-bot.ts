import type * as v from 'valibot';
import { patchBotContract } from '#shared/api/contracts/bots';
import { operation } from '#shared/api/operation';
import { presentBot } from '#shared/api/resources/bots';
import type { BotPatch, patchBot as patchCommand } from '#shared/commands/bots/patch-bot';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/commands/summary-templates/usable-template';
import { choicesIn } from '#shared/endpoints/bots/choices-in';
import { refuseOddTime } from '#shared/endpoints/bots/refuse-odd-time';
import type { BotStore, SummaryTemplateStore } from '#shared/ports/stores';
import { type BotInPlaceNeeds, botInPlace } from './bot-in-place.ts';

interface Needs extends BotInPlaceNeeds {
  readonly bots: BotStore;
  readonly templates: SummaryTemplateStore;
  readonly patch: ReturnType<typeof patchCommand>;
}

type Body = v.InferOutput<typeof patchBotContract.body>;

/** PATCH /bots/{id} */
export const patchBot = (needs: Needs) =>
  operation(patchBotContract, {
    ahead: ({ params, body }) => ({
      bot: needs.bots.find(params.id),
      template: readNamedTemplate(needs.templates, body.summary_template),
    }),
    async run({ ahead, caller, body, now }) {
      const { workspace, loaded } = await botInPlace(needs, caller.userId, ahead.bot);
      refuseForeignTemplate(await ahead.template, workspace.id, 'summary_template');
      refuseOddTime(body.join_at, now);
      return { status: 200, body: presentBot(await needs.patch(workspace, loaded, patchFrom(body))) };
    },
  });

const patchFrom = (body: Body): BotPatch => ({
  metadata: body.metadata,
  identity: {
    ...(body.bot_name !== undefined && { botName: body.bot_name }),
    ...(body.welcome_message !== undefined && { welcomeMessage: body.welcome_message }),
    ...(body.participants !== undefined && { participants: body.participants }),
  },
  choices: choicesIn(body),
  schedule: {
    ...(body.join_at !== undefined && { joinAt: body.join_at }),
    ...(body.meeting_url !== undefined && { meetingUrl: body.meeting_url }),
  },
});
