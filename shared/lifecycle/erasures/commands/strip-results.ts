import { workspaces } from '#shared/accounts/workspaces/store';
import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { IsNameErased } from '#shared/lifecycle/erasures/rules/strip-results';
import { bots } from '#shared/meetings/bots/store';
import { findErasedNames, findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import type { SummaryFile, TranscriptFile } from '#shared/meetings/results/ports';
import { isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import { findInTrashToo } from '#shared/texts/conversations/store';

type Erasing = Pick<ErasureContext, 'table' | 'personHashes'>;
type ResultsFile = TranscriptFile | SummaryFile;

const NONE: IsNameErased = () => false;

/**
 * Which of these names are to go from a transcript or a summary: those that an erased person had, unless someone else on
 * the meeting is called so. In a workspace that never erased anyone it costs the read of the workspace.
 */
export async function erasedNamesInResults(
  context: Erasing,
  of: ResultsFile,
  names: readonly string[],
): Promise<IsNameErased> {
  if (names.length === 0) return NONE;
  const workspace = await workspaces.find(context.table, of.workspaceId);
  if (!workspace) return NONE;
  const erased = await findErasedNames(context, workspace.state, [...new Set(names)]);
  if (erased.size === 0) return NONE;
  const meetingId = await meetingOf(context.table, of);
  const meeting = meetingId && (await meetings.find(context.table, meetingId));
  if (!meeting) return (name) => erased.has(name);
  const people = peopleOf(meeting.state);
  const isErased = await findErasedPeople(context, workspace.state, people);
  const hasAnother = await namesakes(
    context,
    of,
    people.filter((person) => !isErased(person)),
  );
  return (name) => erased.has(name) && !hasAnother(name);
}

/** Names are compared as their hashes are. */
async function namesakes(
  { personHashes }: Erasing,
  { workspaceId }: ResultsFile,
  people: readonly { readonly name: string | null }[],
): Promise<(name: string) => boolean> {
  const hasher = await personHashes(workspaceId);
  const theirs = new Set(people.flatMap(({ name }) => (name === null ? [] : hasher.name(name))));
  return (name) => theirs.has(hasher.name(name));
}

async function meetingOf(table: Table, of: ResultsFile): Promise<MeetingId | undefined> {
  if ('botId' in of) return (await bots.find(table, of.botId))?.state.meetingId;
  return meetingBehind(table, of.conversationId);
}

/** Conversations that are made of each other: a translation of subtitles of a meeting is the third. */
const MOST_SOURCES = 5;

async function meetingBehind(table: Table, id: ConversationId): Promise<MeetingId | undefined> {
  let next: ConversationId | null = id;
  for (let nth = 0; next !== null && nth < MOST_SOURCES; nth += 1) {
    const found: Awaited<ReturnType<typeof findInTrashToo>> = await findInTrashToo(table, next);
    if (!found) return undefined;
    if (isOfMeeting(found.state)) return found.state.meetingId;
    next = found.state.sourceConversationId;
  }
  return undefined;
}
