import type { Meeting, WebhookEvent } from '#bin/demo/api-schemas';

interface Changes extends Partial<Pick<Meeting, 'phase' | 'recordings' | 'updated_at'>> {
  readonly results?: Meeting['results']['status'];
  readonly enabled?: boolean;
  /** The reason of `recording.enabled` without an assignment. */
  readonly reason?: string;
}

export const aMeeting = ({ results = 'none', enabled = true, reason, ...changes }: Changes = {}): Meeting => ({
  id: 'mtg_1',
  object: 'meeting',
  phase: 'upcoming',
  settings: {
    recording: { enabled },
    sources: { 'recording.enabled': reason ? { assignment_id: null, reason } : { assignment_id: 'asg_1' } },
  },
  recordings: [],
  results: { status: results },
  updated_at: '2026-11-02T12:00:00.000Z',
  ...changes,
});

export const aQueuedRecording = { status: 'queued' };

export const anEventOf = (type: string, object: WebhookEvent['data']['object']): WebhookEvent => ({
  id: `evt_${type}`,
  type,
  data: { object },
});

export const aBot = (changes: { readonly status?: string; readonly reason_message?: string } = {}) => ({
  id: 'bot_1',
  object: 'bot' as const,
  meeting_id: 'mtg_1',
  status: 'in_call',
  ...changes,
});
