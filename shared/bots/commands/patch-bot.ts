import { botChanges } from '#shared/bots/commands/bot-changes';
import { valuesFrom } from '#shared/bots/commands/bot-order';
import { type EndNeeds, type LoadedBot, reload } from '#shared/bots/commands/end-bot';
import type { Bot, BotChoices, BotIdentity } from '#shared/bots/rules/bot';
import { type BotMetadataChange, botMetadataAfter } from '#shared/bots/rules/bot-metadata';
import { startFor } from '#shared/bots/rules/meeting-for-bot';
import { withRetry } from '#shared/commands/with-retry';
import { decided } from '#shared/core/decision';
import { conflict } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/rules/meeting-url';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import { extendOverride } from '#shared/settings/rules/meeting-override';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** What was sent; undefined leaves a field as it is. */
export interface BotPatch {
  readonly metadata: BotMetadataChange | undefined;
  readonly identity: Partial<Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'participants'>>;
  readonly choices: Partial<BotChoices>;
  readonly schedule: Partial<Pick<BotIdentity, 'joinAt' | 'meetingUrl'>>;
}

/** Metadata in every state; the other fields while it is queued, when and where only of a bot sent by hand. */
export const patchBot =
  (needs: EndNeeds) =>
  (workspace: Workspace, read: LoadedBot, patch: BotPatch): Promise<Bot> =>
    withRetry(needs, async (round) => {
      const loaded = round === 0 ? read : await reload(needs, read.bot.state.id);
      const now = needs.clock.now();
      const before = loaded.bot.state;
      const after = patched(loaded, patch, now);
      const choosing = Object.keys(patch.choices).length > 0 ? chosen(needs, workspace, loaded, patch, now) : undefined;
      const meetingNow = rescheduled(choosing?.meeting ?? loaded.meeting.state, after);
      if (isSame(before, after) && !choosing) return before;
      const changes = botChanges({ ...loaded, audience: workspace.endpoints }, decided(after), now, { meetingNow });
      await needs.changes.save({ ...changes, ...choosing?.rows });
      return after;
    });

function patched({ bot: { state: bot }, meeting }: LoadedBot, patch: BotPatch, now: Instant): Bot {
  const { metadata, identity, choices, schedule } = patch;
  const labelled = metadata ? { ...bot, metadata: botMetadataAfter(bot.metadata, metadata) } : bot;
  const others = { ...identity, ...choices, ...schedule };
  if (Object.keys(others).length === 0) return labelled;
  if (labelled.status !== 'queued')
    throw conflict(`Only the metadata of a bot that is ${bot.status} can be changed.`, 'bot_not_editable');
  if (bot.automatic && Object.keys(schedule).length > 0)
    throw conflict(
      'A bot sent by settings follows its meeting: join_at and meeting_url cannot be changed.',
      'bot_not_editable',
    );
  const { joinAt } = schedule;
  return {
    ...labelled,
    ...identity,
    ...(labelled.unchosen && { unchosen: labelled.unchosen.filter((word) => identity[word] === undefined) }),
    ...schedule,
    ...(joinAt !== undefined && { startsAt: startFor(meeting.state, joinAt ?? now) }),
    choices: { ...labelled.choices, ...choices },
  };
}

/** A meeting that only bots know of is where and when its bot is. */
function rescheduled(meeting: Meeting, bot: Bot): Meeting {
  if (meeting.source !== 'bot' || meeting.recordings.length > 1) return meeting;
  return { ...meeting, startsAt: bot.joinAt, meetingUrl: bot.meetingUrl, platform: platformOf(bot.meetingUrl) };
}

/** What a bot's sender chooses is the meeting's own choice, else dispatch would go back to the settings. */
function chosen(needs: EndNeeds, workspace: Workspace, { meeting, own }: LoadedBot, patch: BotPatch, now: Instant) {
  const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now };
  const choice = extendOverride(meeting.state, valuesFrom(patch.choices), own, fresh);
  const settled = resolveMeetingSettings(meeting.state, choice.layers, {
    homeDomains: workspace.emailDomains,
    now,
    isNew: false,
  });
  return {
    meeting: { ...settled, settings: { ...settled.settings, layers: choice.layers } },
    rows: {
      settings: choice.settings,
      assignments: choice.assignments,
      removedAssignments: choice.removedAssignments,
    },
  };
}
