import type { DisplayLabel } from '#shared/meetings/rules/display-label';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Markup } from '#shared/page-kit/layout';
import { badge } from '#shared/page-kit/parts';

export const PLATFORMS = { meet: 'Google Meet', zoom: 'Zoom', teams: 'Microsoft Teams' } as const;

export const titleOf = ({ title }: Pick<Meeting, 'title'>): string =>
  title === null || title.trim() === '' ? 'Meeting without a title' : title;

const LOOKS = {
  'Will be recorded': 'good',
  'Not going to be recorded': 'plain',
  Recording: 'waiting',
  Processing: 'waiting',
  Ready: 'good',
  Failed: 'bad',
  'Not recorded': 'plain',
} as const satisfies Readonly<Record<DisplayLabel, string>>;

export const labelView = (label: DisplayLabel): Markup => badge(LOOKS[label], label);

/** As players show it: `0:05`, `1:02:05`. */
export function stamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
