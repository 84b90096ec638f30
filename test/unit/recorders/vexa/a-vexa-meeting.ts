import * as v from 'valibot';
import { VexaMeeting } from '#shared/capture/recorders/vexa/vexa-schemas';
import { type Instant, isoOf, later, SECOND_MS } from '#shared/foundation/core/time';

export const NOON = Date.parse('2026-11-23T12:00:00Z') as Instant;

interface Story {
  readonly status: string;
  /** The statuses it had, ten seconds apart from noon on. */
  readonly past?: readonly string[];
  readonly reason?: string;
  readonly stage?: string;
  readonly source?: string;
  readonly recordings?: readonly object[];
  readonly data?: object;
}

/** A meeting as Vexa answers it. */
export function aVexaMeeting({ status, past = [], reason, stage, source, recordings = [], data }: Story): VexaMeeting {
  const status_transition = past.map((to, index) => ({
    to,
    timestamp: isoOf(later(NOON, index * 10 * SECOND_MS)),
    source: source ?? 'bot_callback',
  }));
  return v.parse(VexaMeeting, {
    id: 7,
    platform: 'google_meet',
    native_meeting_id: 'abc-defg-hij',
    status,
    completion_reason: reason ?? null,
    failure_stage: stage ?? null,
    data: { status_transition, recordings, ...data },
  });
}

export const aRecording = (status: string, size = 10) => ({
  id: 9,
  status,
  media_files: [{ id: 8, type: 'audio', format: 'webm', file_size_bytes: size }],
});
