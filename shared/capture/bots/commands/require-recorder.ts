import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { candidatesFor } from '#shared/capture/bots/commands/pick-recorder';
import type { CommandContext } from '#shared/foundation/commands/context';
import { Refusal, unprocessable } from '#shared/foundation/core/refusal';
import { type Instant, later } from '#shared/foundation/core/time';
import { has, requiredOf } from '#shared/meetings/bots/rules/choose-recorder';
import { LEAD_MS } from '#shared/meetings/bots/rules/plan-automatic-bot';
import { InvalidRecorderAnswer, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { Availability, RecorderAvailability, RecorderContext } from '#shared/meetings/recorders/registry/ports';
import type { RecorderKind } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';

/** What a request names of a bot. */
interface RequestedRecording {
  readonly meeting_url: string;
  readonly join_at: Instant | null;
  readonly recording_start?: 'on_join' | 'on_command' | undefined;
  readonly recording_mode?: 'audio_and_video' | 'audio_only' | undefined;
}

const RETRY_IN_SECONDS = 5;

/**
 * Refuses a bot that no recorder of its workspace can serve, and one that is to join at once where the recorder does not
 * accept it, so that the caller need not wait for the bot to fail. One that joins later is not checked for room: by then
 * the recorder may have room again, and dispatch retries.
 */
export async function requireRecorder(
  context: Pick<CommandContext, 'table'> & RecorderContext,
  workspace: Workspace,
  asked: RequestedRecording,
  now: Instant,
): Promise<void> {
  const registry = (await recorderRegistry.find(context.table))?.state ?? context.recorderCatalog.initial;
  const candidates = candidatesFor(registry, context.recorderCatalog, workspace, asked.meeting_url);
  const [first] = candidates;
  if (!first)
    throw unprocessable('meeting_url', 'not_available', 'No recorder is set up for the platform of meeting_url.');
  const required = requiredOf({ recordingStart: asked.recording_start, recordingMode: asked.recording_mode });
  for (const one of required)
    if (!candidates.some(({ capabilities }) => has(capabilities, one)))
      throw unprocessable(REFUSED[one].field, 'not_available', REFUSED[one].message);
  if (asked.join_at !== null && asked.join_at >= later(now, LEAD_MS)) return;
  await requireRoom(context.recorderAvailability, first.kind, asked.meeting_url);
}

const REFUSED = {
  on_command: { field: 'recording_start', message: 'No recorder of this deployment starts to record on command.' },
  audio_only: { field: 'recording_mode', message: 'No recorder of this deployment records audio alone.' },
} as const;

async function requireRoom(recorder: RecorderAvailability, kind: RecorderKind, meetingUrl: string): Promise<void> {
  const availability = await recorder.check(kind, meetingUrl).catch(refuseOutage);
  if (availability === 'full')
    throw unprocessable('join_at', 'unavailable', 'The recorder has no free bot: try again later.');
  if (availability === 'refused')
    throw unprocessable('meeting_url', 'provider_rejected', 'The recorder refused meeting_url.');
}

function refuseOutage(thrown: unknown): Availability {
  if (thrown instanceof RecorderUnreachable)
    throw new Refusal(
      'unavailable',
      [{ code: 'provider_unavailable', message: 'The recorder is temporarily unavailable: try again.' }],
      { retryInSeconds: RETRY_IN_SECONDS },
    );
  if (thrown instanceof InvalidRecorderAnswer)
    throw new Refusal('provider_broke', [
      { code: 'provider_error', message: 'The recorder returned an invalid response: try again.' },
    ]);
  throw thrown;
}
