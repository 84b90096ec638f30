import type * as v from 'valibot';
import type { BotOrder } from '#shared/bots/commands/bot-order';
import { lookUpSend, type SeenSend, type SendLookUpNeeds } from '#shared/bots/commands/look-up-send';
import type { sendBot as sendCommand } from '#shared/bots/commands/send-bot';
import { sendBotContract } from '#shared/bots/contract';
import { presentBot } from '#shared/bots/present';
import type { Bot } from '#shared/bots/rules/bot';
import { botMetadataAfter } from '#shared/bots/rules/bot-metadata';
import type { Instant } from '#shared/core/time';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import type { RecorderAvailability } from '#shared/recorders/ports/recorder-availability';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';
import { choicesIn } from './choices-in.ts';
import { refuseOddTime } from './refuse-odd-time.ts';
import { requireRecorder } from './require-recorder.ts';

interface Needs extends SendLookUpNeeds {
  readonly places: Places;
  readonly templates: SummaryTemplateStore;
  readonly recorderAvailability: RecorderAvailability;
  readonly baseUrl: string;
  readonly send: ReturnType<typeof sendCommand>;
}

type Body = v.InferOutput<typeof sendBotContract.body>;

/** POST /bots: 201 with the bot, queued, on the meeting it will record. */
export const sendBot = (needs: Needs) =>
  operation(sendBotContract, {
    ahead: ({ userId, body, now }) => {
      const place =
        body.workspace_id === undefined ? needs.places.only(userId) : needs.places.named(userId, body.workspace_id);
      const template = readNamedTemplate(needs.templates, body.summary_template);
      return { place, template, seen: seenFor(needs, body, place, now) };
    },
    async run({ ahead, body, now, once }) {
      const { workspace } = permitted(await ahead.place, 'take_part');
      refuseForeignTemplate(await ahead.template, workspace.state.id, 'summary_template');
      refuseOddTime(body.join_at, now);
      await requireRecorder(needs.recorderAvailability, { meetingUrl: body.meeting_url, joinAt: body.join_at }, now);
      const seen = await ahead.seen;
      return once(
        (bot: Bot) => ({
          status: 201,
          body: presentBot(bot),
          headers: { location: `${needs.baseUrl}/bots/${bot.id}` },
        }),
        (keep) => needs.send(workspace.state, orderFrom(body), seen, keep),
      );
    },
  });

/** With the workspace named, the look-up leaves with the key; without, it has to wait for the one that is meant. */
async function seenFor(needs: Needs, body: Body, place: ReturnType<Places['only']>, now: Instant): Promise<SeenSend> {
  const workspaceId =
    body.workspace_id === undefined ? (await place)?.workspace.state.id : await needs.places.idNamed(body.workspace_id);
  return lookUpSend(needs, workspaceId ?? (await needs.places.idNamed('')), orderFrom(body), now);
}

const orderFrom = (body: Body): BotOrder => ({
  meetingUrl: body.meeting_url,
  joinAt: body.join_at,
  title: body.title,
  memberId: body.member_id,
  participantEmails: [...new Set((body.participants ?? []).flatMap(({ email }) => email ?? []))],
  botName: body.bot_name,
  welcomeMessage: body.welcome_message,
  choices: choicesIn(body),
  participants: body.participants,
  metadata: body.metadata ? botMetadataAfter({}, body.metadata) : {},
  allowMultipleBots: body.allow_multiple_bots,
});
