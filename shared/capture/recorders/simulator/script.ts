import type { Transcription } from '#shared/meetings/recorders/ports';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';

/** The transcript of a recorded meeting, from its WebVTT. */
export function transcriptionFrom(script: string): Transcription {
  const parsed = parseWebVtt(script);
  if (!parsed) return failed('The transcript of the recorder is not WebVTT.');
  const { transcript, malformedCues } = parsed;
  // A transcript without a valid cue differs from one of a silent meeting.
  if (malformedCues > 0 && transcript.segments.length === 0) return failed('No cue of the transcript can be read.');
  return { status: 'done', transcript };
}

const failed = (detail: string): Transcription => ({ status: 'failed', detail });
