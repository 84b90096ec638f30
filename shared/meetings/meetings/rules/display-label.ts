import type { Instant } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { resultsStatus, shownResults } from '#shared/meetings/meetings/rules/results-status';

export type DisplayLabel =
  | 'Will be recorded'
  | 'Not going to be recorded'
  | 'Recording'
  | 'Processing'
  | 'Ready'
  | 'Failed'
  | 'Removed'
  | 'Not recorded';

/** The label that pages show for a meeting, as docs/api/meetings.md lists them. */
export function displayLabel(meeting: Meeting, now: Instant): DisplayLabel {
  const phase = phaseOf(meeting, now);
  if (phase === 'live') return 'Recording';
  if (phase === 'upcoming')
    return meeting.settings.values['recording.enabled'] ? 'Will be recorded' : 'Not going to be recorded';
  switch (resultsStatus(shownResults(meeting))) {
    case 'processing':
      return 'Processing';
    case 'ready':
      return 'Ready';
    case 'failed':
      return 'Failed';
    case 'none':
      return meeting.resultsRemovedAt === undefined ? 'Not recorded' : 'Removed';
  }
}
