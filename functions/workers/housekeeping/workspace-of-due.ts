import { companies } from '#shared/companies/store';
import { idOf, type MeetingId, type WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { WorkspaceOfDue } from '#shared/events/queued-jobs';
import { meetings } from '#shared/meetings/store';
import { meetingPeople } from '#shared/people/attendances-store';
import { people } from '#shared/people/store';

/**
 * The workspace of what is due by its own row and takes more than a few reads and a transaction:
 * docs/decisions/work-by-workspace.md has a table. Undefined for the rest, and where it is gone.
 */
export const workspaceOfDue =
  (table: Table): WorkspaceOfDue =>
  async ({ id, type }) => {
    switch (type) {
      case 'job.workspace_usage_due':
        return idOf('wks', id);
      case 'job.meeting_people_due':
        return workspaceOfPeople(table, idOf('mtg', id));
      case 'job.person_due':
        return workspaceOf(idOf('per', id), (person) => people.find(table, person));
      case 'job.company_due':
        return workspaceOf(idOf('com', id), (company) => companies.find(table, company));
      default:
        return undefined;
    }
  };

async function workspaceOf<Id>(
  id: Id | undefined,
  find: (id: Id) => Promise<{ readonly state: { readonly workspaceId: WorkspaceId } } | undefined>,
): Promise<WorkspaceId | undefined> {
  return id && (await find(id))?.state.workspaceId;
}

/** A meeting that is gone has people until they are counted. Rows of before had no workspace. */
async function workspaceOfPeople(table: Table, id: MeetingId | undefined): Promise<WorkspaceId | undefined> {
  const record = id && (await meetingPeople(table, id));
  if (!record || record.workspaceId) return record?.workspaceId;
  const ofMeeting = await workspaceOf(id, (meeting) => meetings.find(table, meeting));
  return ofMeeting ?? workspaceOf(record.known[0], (person) => people.find(table, person));
}
