import { nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { aPlantedWorkspace, type PlantedWorkspace } from '#test/support/planted-person/a-planted-workspace';
import { type Finding, keptIn } from '#test/support/planted-person/find-person';
import { OTHER_TEXT, PERSON_FIELDS } from '#test/support/planted-person/person-fields';
import { fieldsWith } from '#test/support/planted-person/person-in-requests';
import { textPlacesIn } from '#test/support/planted-person/text-places';

/** Rows by their types and files by their keys; a row with a hash of the address alone is known by it. */
const EVERYWHERE = [
  'bucket wks_/bot_/summary.json',
  'bucket wks_/bot_/transcript-CORRECTION.json',
  'bucket wks_/bot_/transcript.json',
  'bucket wks_/con_/transcript-1.json',
  'bucket wks_/exports/exp_',
  'bucket wks_/search/packs/PACK.sqlite',
  'bucket wks_/search/segments/con_/VERSION.json',
  'table LIMIT#digest#address_mails#time . (hash)',
  'table LIMIT#digest#foreign_address_mails#time . (hash)',
  'table LIMIT#digest#invitation_mails#time . (hash)',
  'table LIMIT#usr_#digest#founder_invitation_mails#time . (hash)',
  'table LIMIT#wks_#digest#address_invitations#time . (hash)',
  'table LIMIT#wks_#digest#workspace_address_mails#time . (hash)',
  'table LIMIT#wks_#digest#workspace_invitation_mails#time . (hash)',
  'table answer',
  'table attendance',
  'table bot',
  'table calendar_account (hash)',
  'table calendar_connection',
  'table calendar_event',
  'table calendar_sync',
  'table connect_link',
  'table event',
  'table event_pointer (hash)',
  'table invitation (hash)',
  'table job (hash)',
  'table kept_mail',
  'table mail (hash)',
  'table meeting',
  'table member',
  'table member_email (hash)',
  'table person',
  'table person_email (hash)',
  'table rendered',
  'table workspace_membership',
];

let planted: PlantedWorkspace;
let findings: readonly Finding[];
beforeAll(async () => {
  planted = await aPlantedWorkspace({ isMember: true });
  findings = planted.find(planted.person);
});

const textFields = () =>
  contracts
    .filter(({ deprecated }) => !deprecated)
    .flatMap((contract) =>
      textPlacesIn(contract, [planted.person.name, planted.person.email]).map(
        (field) => `${nameOf(contract)} ${field}`,
      ),
    );
const personFields = Object.entries(PERSON_FIELDS).flatMap(([name, fields]) =>
  fields.map((field) => `${name} ${field}`),
);

describe('the fields of requests that take a text', () => {
  it('are about a person, or about something else for a reason', () => {
    const unknown = textFields().filter(
      (field) => !personFields.includes(field) && !OTHER_TEXT.some(({ fields }) => fields.test(field)),
    );

    expect(unknown).toEqual([]);
    expect(personFields.filter((field) => !textFields().includes(field))).toEqual([]);
  });

  it('carry the person, where they are about one', () => {
    const sent = fieldsWith(planted.person, planted.sent);

    expect(personFields.filter((field) => !sent.has(field))).toEqual([]);
  });
});

describe('a person who was brought in by every way', () => {
  it('is found in every place that keeps one', () => {
    expect(keptIn(findings)).toEqual(EVERYWHERE);
  });

  it('is in no message of a queue, no event on the bus and no line of a log', () => {
    const { services } = planted;

    expect([services.sent.length, services.bus.events.length].every((count) => count > 10)).toBe(true);
    expect(planted.said().length).toBeGreaterThan(20);
    expect(findings.filter((one) => one.in !== 'table' && one.in !== 'bucket')).toEqual([]);
  });
});
