import * as v from 'valibot';
import type { Instant } from '#shared/foundation/core/time';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import { type AttendeeHook, AttendeeUpdate } from './attendee-schemas.ts';

/**
 * The utterance of a webhook with the trigger `transcript.update`; undefined for another trigger. An utterance has no id:
 * it is known by its speaker and its start. One that Attendee could not transcribe has no text, and is no line.
 */
export function linesIn({ trigger, data }: v.InferOutput<typeof AttendeeHook>): readonly LiveLine[] | undefined {
  if (trigger !== 'transcript.update') return undefined;
  const parsed = v.safeParse(AttendeeUpdate, data);
  if (!parsed.success) return [];
  const { speaker_uuid, speaker_name, timestamp_ms, duration_ms, transcription } = parsed.output;
  const speakerKey = speaker_uuid ?? speaker_name ?? null;
  return [
    {
      id: `${speakerKey ?? ''}@${timestamp_ms}`,
      speakerKey,
      speakerName: speaker_name || null,
      text: transcription.transcript,
      start: { at: timestamp_ms as Instant },
      end: { at: (timestamp_ms + duration_ms) as Instant },
      isFinal: true,
    },
  ];
}
