import type { MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { meetings } from '#shared/meetings/meetings/store';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { settings } from '#shared/meetings/settings/store';

interface MeetingOf {
  readonly workspaceId: WorkspaceId;
  readonly meetingId: MeetingId;
}

/** A page of the own settings of a meeting, newest first: the meeting names them. Strongly consistent. */
export async function settingsOfMeeting(
  table: Table,
  { workspaceId, meetingId }: MeetingOf,
  { limit, after, keysOnly }: PageRequest,
): Promise<Page<Settings>> {
  const meeting = await meetings.find(table, meetingId);
  if (keysOnly || meeting?.state.workspaceId !== workspaceId) return { items: [], next: undefined };
  const own = new Set(meeting.state.settings.layers.own.map(({ settingsId }) => settingsId));
  const ids = [...own]
    .sort()
    .reverse()
    .filter((id) => after === undefined || id < after);
  const rows = await Promise.all(ids.slice(0, limit).map((id) => settings.find(table, id)));
  const items = rows.flatMap((row) => (row && isAssignedTo(row.state, meetingId) ? [row.state] : []));
  return { items, next: ids.length > limit ? ids[limit - 1] : undefined, positions: items.map(({ id }) => id) };
}

/** A live or past meeting keeps the values of settings that were taken from it. */
const isAssignedTo = ({ assignments }: Settings, meetingId: MeetingId): boolean =>
  assignments.some(({ scope: { owner } }) => owner.type === 'meeting' && owner.id === meetingId);
