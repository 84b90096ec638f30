import type { SeenSend, SentBot } from '#shared/bots/commands/look-up-send';
import type { BotChoices, QueuedBot } from '#shared/bots/rules/bot';
import type { BotMetadata } from '#shared/bots/rules/bot-metadata';
import { meetingForBot, startFor } from '#shared/bots/rules/meeting-for-bot';
import { invitedTo } from '#shared/bots/rules/plan-automatic-bot';
import { identityBy } from '#shared/brand-kits/commands/identities';
import type { IdMaker } from '#shared/core/id-maker';
import type { Instant } from '#shared/core/time';
import type { BrandKitStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/rules/meeting-url';
import { choicesFrom } from '#shared/meetings/rules/record-bot';
import type { MeetingOverride } from '#shared/settings/rules/meeting-override';
import type { SettingValues } from '#shared/settings/rules/setting-values';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface OrderNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly ids: IdMaker;
}

/** What a bot is sent with; what is left out follows the effective settings. */
export interface BotOrder extends SentBot {
  readonly title: string | undefined;
  readonly botName: string | undefined;
  readonly welcomeMessage: string | null | undefined;
  readonly choices: Partial<BotChoices>;
  readonly participants: readonly { readonly email: string | null; readonly name: string | null }[] | undefined;
  readonly metadata: BotMetadata;
  readonly allowMultipleBots: boolean;
}

/** The meeting of a bot that joins none there is. */
export const newMeeting = (
  needs: OrderNeeds,
  workspace: Workspace,
  order: BotOrder,
  seen: SeenSend,
  now: Instant,
): Meeting =>
  meetingForBot(
    {
      id: needs.ids.make('mtg'),
      workspaceId: workspace.id,
      title: order.title,
      joinAt: order.joinAt,
      meetingUrl: order.meetingUrl,
      platform: platformOf(order.meetingUrl) ?? 'meet',
      invited: (order.participants ?? []).map(({ name, email }) => ({
        name,
        email,
        memberId: (email === null ? undefined : seen.memberIds.get(email)) ?? null,
      })),
    },
    now,
  );

/** A bot's choices as settings; those left out choose nothing. */
export const valuesFrom = (choices: Partial<BotChoices>): SettingValues => ({
  ...(choices.language !== undefined && { 'transcription.language': choices.language }),
  ...(choices.recordingStart !== undefined && { 'recording.methods.bot.start': choices.recordingStart }),
  ...(choices.recordingMode !== undefined && { 'recording.methods.bot.mode': choices.recordingMode }),
  ...(choices.silenceAlert !== undefined && { 'recording.methods.bot.silence_detection.alert': choices.silenceAlert }),
  ...(choices.summaryTemplate !== undefined && { 'summary.template': choices.summaryTemplate }),
  ...(choices.summaryLanguage !== undefined && {
    'summary.language': choices.summaryLanguage ?? 'same_as_transcript',
  }),
});

/** What a bot is called and says; `unchosen` follows the kit until it is dispatched. */
type Words = Pick<QueuedBot, 'botName' | 'welcomeMessage' | 'unchosen'>;

/** Words that were left out are the effective kit's. */
export async function wordsFor(
  { kits }: OrderNeeds,
  meeting: Meeting,
  { botName, welcomeMessage }: BotOrder,
): Promise<Words> {
  if (botName !== undefined && welcomeMessage !== undefined) return { botName, welcomeMessage };
  const identity = await identityBy(kits, meeting.settings.values);
  const left = Object.entries({ botName, welcomeMessage }).filter(([, said]) => said === undefined);
  return {
    botName: botName ?? identity.botName,
    welcomeMessage: welcomeMessage === undefined ? identity.welcomeMessage : welcomeMessage,
    unchosen: left.map(([word]) => word as keyof typeof identity),
  };
}

interface NewBot {
  readonly own: MeetingOverride;
  readonly words: Words;
  readonly now: Instant;
}

export const newBot = (
  needs: OrderNeeds,
  meeting: Meeting,
  order: BotOrder,
  { own, words, now }: NewBot,
): QueuedBot => ({
  id: needs.ids.make('bot'),
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  automatic: false,
  memberId: order.memberId ?? null,
  status: 'queued',
  meetingUrl: order.meetingUrl,
  joinAt: order.joinAt,
  startsAt: startFor(meeting, order.joinAt ?? now),
  ...words,
  choices: { ...choicesFrom(meeting.settings.values), ...order.choices },
  participants: order.participants ?? invitedTo(meeting),
  metadata: order.metadata,
  ownSettingsId: own.settingsId,
  createdAt: now,
});
