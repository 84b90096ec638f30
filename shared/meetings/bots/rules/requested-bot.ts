import type { BotId, SettingsId } from '#shared/foundation/core/ids';
import type { QueuedBot } from '#shared/meetings/bots/rules/bot';
import { type BotRequest, followsKit } from '#shared/meetings/bots/rules/bot-request';
import { startFor } from '#shared/meetings/bots/rules/meeting-for-bot';
import { invitedTo } from '#shared/meetings/bots/rules/plan-automatic-bot';
import type { Identity } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { botSettingsFrom } from '#shared/meetings/meetings/rules/record-bot';

interface NewBot {
  readonly id: BotId;
  readonly meeting: Meeting;
  /** The meeting's own settings, in which the request's are stored. */
  readonly settingsId: SettingsId;
  /** Of the effective brand kit. */
  readonly identity: Identity;
}

/** The bot of a request, queued. */
export const requestedBot = (request: BotRequest, { id, meeting, settingsId, identity }: NewBot): QueuedBot => ({
  id,
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  automatic: false,
  memberId: request.memberId ?? null,
  status: 'queued',
  meetingUrl: request.meetingUrl,
  joinAt: request.joinAt,
  startsAt: startFor(meeting, request.joinAt ?? request.requestedAt),
  ...identityFor(request, identity),
  choices: { ...botSettingsFrom(meeting.settings.values), ...request.choices },
  participants: request.participants ?? invitedTo(meeting),
  metadata: request.metadata,
  ownSettingsId: settingsId,
  createdAt: request.requestedAt,
});

/** The name and welcome message sent; what was left out is the kit's until the bot is dispatched (`unchosen`). */
function identityFor(request: BotRequest, kit: Identity): Pick<QueuedBot, keyof Identity | 'unchosen'> {
  const { botName = kit.botName, welcomeMessage = kit.welcomeMessage } = request;
  if (!followsKit(request)) return { botName, welcomeMessage };
  const unchosen = (['botName', 'welcomeMessage'] as const).filter((field) => request[field] === undefined);
  return { botName, welcomeMessage, unchosen };
}
