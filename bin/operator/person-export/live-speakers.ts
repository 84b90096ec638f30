import { type Held, isAmong, isOf, namesWith } from '#bin/operator/person-export/held';
import { peopleIn } from '#bin/operator/person-export/in-meeting';
import type { Table } from '#shared/foundation/core/table';
import { type Bot, isUnfinished } from '#shared/meetings/bots/rules/bot';
import { liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
import { meetings } from '#shared/meetings/meetings/store';

/**
 * The speakers of an address in the live transcript of a call that goes on: by the address, where the recorder gives it,
 * or by a name that the meeting has for it. A bot that has ended has none: it is not read.
 */
export async function* liveSpeakers(table: Table, bot: Bot, email: string): AsyncGenerator<Held> {
  const { segments } = isUnfinished(bot.status) ? await liveFeeds.load(table, bot.id) : { segments: [] };
  if (segments.length === 0) return;
  const meeting = (await meetings.find(table, bot.meetingId))?.state;
  const names = namesWith(email, [...bot.participants, ...(meeting ? peopleIn(meeting) : [])]);
  const spoken = segments.filter(
    ({ speakerKey, speakerName }) => isOf(email, speakerKey) || isAmong(names, speakerName),
  );
  const where = { workspace_id: bot.workspaceId, meeting_id: bot.meetingId, bot_id: bot.id };
  for (const name of new Set(spoken.map(({ speakerName }) => speakerName)))
    yield { object: 'live_speaker', name, ...where };
}
