import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of people and companies. */
export const PEOPLE_DESCRIPTIONS: Descriptions = {
  'Person.name': 'What was written with `PATCH`, else the name on the latest invite that has one; null if unknown.',
  'Person.email': 'The email address, in lower case. Unique in the workspace.',
  'Person.company_id':
    'The company of the email domain; null for colleagues and for addresses at public mail providers.',
  'Person.member_id': 'Set if the person is a member of the workspace.',
  meetings_count:
    'How many past meetings the person was invited to, without those that were cancelled or that they declined.',
  first_met_at: 'The start of the first of those meetings; null if there is none.',
  'Person.last_met_at': 'The start of the last of those meetings; null if there is none.',
  next_meeting_at: 'The start of the meeting that ends first of those that are not past; null if there is none.',
  'Company.name': 'What was written with `PATCH`, else the domain.',
  domain: 'The email domain, in lower case. Unique in the workspace.',
  people_count: 'How many people have an address at the domain.',
  'Company.last_met_at': 'When a person of the company was last met; null if never.',
};
