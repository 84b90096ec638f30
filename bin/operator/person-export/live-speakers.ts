import { type Held, isOf } from '#bin/operator/person-export/held';
import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import type { Table } from '#shared/core/table';
import { liveFeeds } from '#shared/live-transcripts/feeds-store';
import { peopleOf } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';

/**
 * The speakers of an address in the live transcript of a call that goes on: by the address, where the recorder gives it,
 * or by a name that the meeting has for it. A bot that has ended has none: it is not read.
 */
export async function* liveSpeakers(table: Table, bot: Bot, email: string): AsyncGenerator<Held> {
  const { segments } = isUnfinished(bot.status) ? await liveFeeds.load(table, bot.id) : { segments: [] };
  if (segments.length === 0) return;
  const meeting = (await meetings.find(table, bot.meetingId))?.state;
  const people = [...bot.participants, ...(meeting ? peopleOf(meeting) : [])].filter((one) => isOf(email, one.email));
  const names = new Set(people.map(({ name }) => name?.toLowerCase()));
  const spoken = segments.filter(
    ({ speakerKey, speakerName }) => isOf(email, speakerKey) || (speakerName && names.has(speakerName.toLowerCase())),
  );
  const where = { workspace_id: bot.workspaceId, meeting_id: bot.meetingId, bot_id: bot.id };
  for (const name of new Set(spoken.map(({ speakerName }) => speakerName)))
    yield { object: 'live_speaker', name, ...where };
}
