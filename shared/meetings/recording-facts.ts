import { bots } from '#shared/bots/store';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { decisiveRecording, type RecordingFacts } from '#shared/meetings/rules/why-no-recording';
import type { Workspace } from '#shared/workspaces/rules/workspace';

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
