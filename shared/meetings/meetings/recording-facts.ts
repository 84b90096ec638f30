import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { decisiveRecording, type RecordingFacts } from '#shared/meetings/meetings/rules/why-no-recording';

/** By what tells why a meeting is not recorded: one bot of it is read. */
export async function recordingFacts(
  table: Table,
  workspace: Workspace,
  meeting: Meeting,
  now: Instant,
): Promise<RecordingFacts> {
  const { archivedAt, pausedAt = null } = workspace;
  const recording = decisiveRecording(meeting);
  const bot = recording && (await bots.find(table, recording.botId));
  return { now, archivedAt, pausedAt, meeting, bot: bot?.state };
}
