import type { Meeting } from '#bin/demo/api-schemas';

export type Label =
  | 'Will be recorded'
  | 'Not going to be recorded'
  | 'Recording'
  | 'Processing'
  | 'Ready'
  | 'Failed'
  | 'Not recorded';

/** The display label of a meeting: what a product would show. */
export function labelOf({ phase, settings, results }: Pick<Meeting, 'phase' | 'settings' | 'results'>): Label {
  if (phase === 'live') return 'Recording';
  if (results.status === 'processing') return 'Processing';
  if (results.status === 'ready') return 'Ready';
  if (results.status === 'failed') return 'Failed';
  if (phase === 'upcoming') return settings.recording.enabled ? 'Will be recorded' : 'Not going to be recorded';
  return 'Not recorded';
}

const REASONS: Readonly<Record<string, string>> = {
  default: 'not enabled',
  declined: 'the member declined',
  no_meeting_url: 'no meeting link',
  unsupported_platform: 'unsupported platform',
  recorded_elsewhere: 'recorded elsewhere',
};

/** Why a meeting is not going to be recorded, from `settings.sources`; undefined without a reason. */
export function reasonOf({ settings }: Pick<Meeting, 'settings'>): string | undefined {
  const source = settings.sources['recording.enabled'];
  if (settings.recording.enabled || !source) return undefined;
  if (source.assignment_id !== null) return 'disabled in settings';
  return REASONS[source.reason ?? ''] ?? source.reason;
}
