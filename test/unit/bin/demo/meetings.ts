import type { EventAnswer, MeetingAnswer } from '#bin/demo/api-responses';

interface Chosen extends Partial<Pick<MeetingAnswer, 'phase' | 'recordings' | 'updated_at'>> {
  readonly results?: MeetingAnswer['results']['status'];
  readonly enabled?: boolean;
  /** Why `recording.enabled` is as it is, where no assignment says so. */
  readonly reason?: string;
}

export const aMeeting = ({ results = 'none', enabled = true, reason, ...changes }: Chosen = {}): MeetingAnswer => ({
  id: 'mtg_1',
  object: 'meeting',
  phase: 'upcoming',
  title: 'Planning',
  settings: {
    recording: { enabled },
    sources: { 'recording.enabled': reason ? { assignment_id: null, reason } : { assignment_id: 'asg_1' } },
  },
  recordings: [],
  results: { status: results },
  updated_at: '2026-11-02T12:00:00.000Z',
  ...changes,
});

export const aQueuedRecording = { id: 'bot_1', status: 'queued' };

export const anEventOf = (type: string, object: EventAnswer['data']['object']): EventAnswer => ({
  id: `evt_${type}`,
  type,
  created_at: '2026-11-02T12:00:00.000Z',
  data: { object },
});

export const aBot = (changes: { readonly status?: string; readonly reason_message?: string } = {}) => ({
  id: 'bot_1',
  object: 'bot' as const,
  meeting_id: 'mtg_1',
  status: 'in_call',
  ...changes,
});
