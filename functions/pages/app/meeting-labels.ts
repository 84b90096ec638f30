import { type BadgeKind, badge, type Markup } from '#shared/api/page-kit/components';
import type { DisplayLabel } from '#shared/meetings/meetings/rules/display-label';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

const PLATFORMS = { meet: 'Google Meet', zoom: 'Zoom', teams: 'Microsoft Teams' } as const;

/** The link itself is not shown: it may contain a passcode, and it admits everyone who has it. */
export const platformOf = ({ platform, meetingUrl }: Meeting): string => {
  if (platform !== null) return PLATFORMS[platform];
  return meetingUrl === null ? 'No link' : 'Other';
};

export const titleOf = ({ title }: Pick<Meeting, 'title'>): string =>
  title === null || title.trim() === '' ? 'Untitled meeting' : title;

const KINDS: Readonly<Record<DisplayLabel, BadgeKind>> = {
  'Will be recorded': 'good',
  'Not going to be recorded': 'plain',
  Recording: 'waiting',
  Processing: 'waiting',
  Ready: 'good',
  Failed: 'bad',
  Removed: 'plain',
  'Not recorded': 'plain',
};

export const recordingBadge = (label: DisplayLabel): Markup => badge(KINDS[label], label);

/** A position in a recording: `0:05`, `1:02:05`. */
export function timestamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (count: number) => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}
