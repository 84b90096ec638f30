import { type Markup, nav } from '#shared/api/page-kit/components';
import { STATUSES, type Status } from './connection-labels.ts';

/** The path of feeds below that of connections. */
export const FEEDS = 'feeds';

/** Connected calendars, or feeds. */
export const kindTabs = (list: string, current: '' | typeof FEEDS): Markup =>
  nav(
    'Kind',
    [
      [list, 'Connected calendars'],
      [`${list}/${FEEDS}`, 'Feeds'],
    ],
    current === '' ? list : `${list}/${current}`,
    'tabs',
  );

export const statusIn = (text: string | undefined): Status | undefined =>
  text !== undefined && Object.hasOwn(STATUSES, text) ? (text as Status) : undefined;

export function statusTabs(path: string, current: Status | undefined): Markup {
  const hrefOf = (status: string) => `${path}?status=${status}`;
  const tabs = Object.entries(STATUSES).map(([status, [, label]]) => [hrefOf(status), label] as const);
  return nav('Status', [[path, 'All'], ...tabs], current === undefined ? path : hrefOf(current), 'tabs');
}
