import { html } from 'hono/html';
import { type Content, dateTime, descriptionList, table } from '#shared/api/page-kit/components';
import { idOf } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { meetingPage } from '#shared/meetings/meetings/lists-store';
import { displayLabel } from '#shared/meetings/meetings/rules/display-label';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { shownName } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { platformOf, recordingBadge, titleOf } from '../meeting-labels.ts';
import { resolveResource } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { companyLink } from './people-table.ts';

/** GET /app/people/{person}: a person with their meetings. */
export const personPage: AppPage = async (app, c) => {
  const id = idOf('per', c.req.param('person'));
  const { resource, access } = await resolveResource(
    app,
    c,
    people.noun,
    Promise.resolve(id && people.find(app.table, id)),
  );
  const person = resource.state;
  const now = c.var.kit.clock.now();
  const filter = { workspaceId: person.workspaceId, participantEmail: person.email };
  const { items, next } = await listPage(app, c, {
    limit: 25,
    read: (request) => meetingPage(app.table, filter, now, request),
  });
  const { meetingsCount, firstMetAt, lastMetAt, nextMeetingAt } = person.numbers;
  return renderWorkspacePage(c, access, 'people', {
    title: shownName(person) ?? person.email,
    breadcrumbs: [[pathOf(access, 'people'), 'People']],
    main: html`${descriptionList([
      ['Email', person.email],
      ['Company', companyLink(person)],
      ['Meetings', meetingsCount],
      ['First met', dateTime(firstMetAt)],
      ['Last met', dateTime(lastMetAt)],
      ['Next meeting', dateTime(nextMeetingAt, { none: 'None' })],
    ])}
${table({
  caption: 'Meetings, latest first',
  columns: ['Meeting', 'Start', 'Recording', 'Platform'],
  rows: items.map((meeting) => cells(meeting, now)),
  empty: next === undefined ? 'No meetings.' : 'No meetings on this page. There are earlier ones to search.',
})}
${nextPageLink(next, 'Earlier meetings')}`,
  });
};

const cells = (meeting: Meeting, now: Instant): readonly Content[] => [
  html`<a href="/app/meetings/${meeting.id}">${titleOf(meeting)}</a>`,
  dateTime(sortTimeOf(meeting)),
  recordingBadge(displayLabel(meeting, now)),
  platformOf(meeting),
];
