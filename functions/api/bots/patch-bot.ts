import type * as v from 'valibot';
import type { BotPatch, patchBot as patchCommand } from '#shared/bots/commands/patch-bot';
import { patchBotContract } from '#shared/bots/contract';
import { choicesIn } from '#shared/bots/endpoints/choices-in';
import { refuseOddTime } from '#shared/bots/endpoints/refuse-odd-time';
import { presentBot } from '#shared/bots/present';
import type { BotStore, SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';
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
