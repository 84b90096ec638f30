import type { MeetingAnswer } from '#bin/demo/api-responses';

export type Label =
  | 'Will be recorded'
  | 'Not going to be recorded'
  | 'Recording'
  | 'Processing'
  | 'Ready'
  | 'Failed'
  | 'Not recorded';

type Labelled = Pick<MeetingAnswer, 'phase' | 'settings' | 'results'>;

/** What a product would show of a meeting, derived as service-api.md says (Meeting, display labels). */
export function labelOf({ phase, settings, results }: Labelled): Label {
  if (phase === 'live') return 'Recording';
  if (results.status === 'processing') return 'Processing';
  if (results.status === 'ready') return 'Ready';
  if (results.status === 'failed') return 'Failed';
  if (phase === 'upcoming') return settings.recording.enabled ? 'Will be recorded' : 'Not going to be recorded';
  return 'Not recorded';
}

const WHY: Readonly<Record<string, string>> = {
  default: 'no setting wants it',
  declined: 'its member declined',
  no_meeting_url: 'it has no link',
  unsupported_platform: 'no bot joins there',
};

/** Why a meeting is not going to be recorded, from `settings.sources`; undefined where no reason is given. */
export function reasonOf({ settings }: Pick<MeetingAnswer, 'settings'>): string | undefined {
  const source = settings.sources['recording.enabled'];
  if (settings.recording.enabled || !source) return undefined;
  if (source.assignment_id !== null) return 'a setting says so';
  return WHY[source.reason ?? ''] ?? source.reason;
}
