import { html } from 'hono/html';
import { type Content, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { domainOf } from '#shared/foundation/core/people';
import { type Person, shownName } from '#shared/meetings/people/rules/person';

interface PeopleTable {
  readonly caption: string;
  readonly people: readonly Person[];
  readonly empty: Content;
}

/** People with when they were met, last met first. */
export const peopleTable = ({ caption, people, empty }: PeopleTable): Markup =>
  table({
    caption,
    columns: ['Name', 'Email', 'Company', 'Meetings', 'Last met', 'Next meeting'],
    rows: people.map(cells),
    empty,
  });

const cells = (person: Person): readonly Content[] => [
  html`<a href="/app/people/${person.id}">${shownName(person) ?? person.email}</a>`,
  person.email,
  companyLink(person),
  person.numbers.meetingsCount,
  dateTime(person.numbers.lastMetAt),
  dateTime(person.numbers.nextMeetingAt, { none: 'None' }),
];

/** The company by its domain, which the address has. */
export const companyLink = ({ companyId, email }: Person): Content =>
  companyId === null ? 'None' : html`<a href="/app/companies/${companyId}">${domainOf(email)}</a>`;
