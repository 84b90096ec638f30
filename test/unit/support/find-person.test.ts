import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { deflated } from '#shared/foundation/dynamodb/deflated-text';
import { personEmailKey } from '#shared/foundation/dynamodb/keys';
import { describe, expect, it } from '#test/support/jest';
import { findPerson, placesOf, type Searched } from '#test/support/planted-person/find-person';
import { plantedPerson } from '#test/support/planted-person/planted-person';

const person = plantedPerson('7f3');
const nothing: Searched = {
  ...{ items: [], files: new Map(), openUploads: new Map(), queued: [], published: [], lines: [] },
  opened: () => undefined,
};
const places = (changes: Partial<Searched>) => placesOf(findPerson(person, { ...nothing, ...changes }));
const json = JSON.stringify({ organizer: { name: person.name }, people: [{ email: person.email.toUpperCase() }] });
const inRow = (state: object) =>
  places({ items: [{ pk: { S: 'mtg_1' }, sk: { S: '.' }, type: { S: 'meeting' }, ...state }] });
const BOTH = ['organizer.name (name)', 'people[].email (address)'].map((at) => `table meeting: mtg_1 ..state.${at}`);

describe('what is left of a person', () => {
  it.each([
    ['JSON text', { S: json }],
    ['JSON text in JSON text', { S: JSON.stringify(json) }],
    ['deflated JSON text', { B: deflated(json) }],
    ['gzip', { B: gzipSync(json) }],
    [
      'attributes',
      { M: { organizer: { M: { name: { S: person.name } } }, people: { L: [{ M: { email: { S: person.email } } }] } } },
    ],
  ])('is found in a row as %s', (_form, state) => {
    expect(inRow({ state })).toEqual(BOTH);
  });

  it('is found as base64, in a sealed attribute, and as the name of a field', () => {
    expect(inRow({ state: { S: Buffer.from(`"${person.name}" is here`).toString('base64') } })).toEqual([
      'table meeting: mtg_1 ..state(base64) (name)',
    ]);
    expect(
      places({
        items: [{ pk: { S: 'cal_1' }, sk: { S: '.' }, sealed: { S: 'x' } }],
        opened: (text) => (text === 'x' ? person.email : undefined),
      }),
    ).toContain('table cal_1 .: cal_1 ..sealed(sealed) (address)');
    expect(inRow({ state: { S: JSON.stringify({ [person.email]: 1 }) } })).toEqual([
      'table meeting: mtg_1 ..state.{key} (address)',
    ]);
  });

  it('is found by one word of the name, and by the hash in a key', () => {
    const { pk, sk } = personEmailKey('wks_1' as WorkspaceId, person.email);

    expect(inRow({ state: { S: 'Signed: QUILLFEATHER' } })).toEqual(['table meeting: mtg_1 ..state (word)']);
    expect(places({ items: [{ pk: { S: pk }, sk: { S: sk } }] })).toHaveLength(2);
  });

  it('is found in files and their keys, in zipped files, messages, events and lines', () => {
    const zipped = zipSync({ 'word/document.xml': Buffer.from(`<w:t>${person.name}</w:t>`) });
    const files = new Map<string, Uint8Array>([
      [`wks_1/${person.email}`, Buffer.from('')],
      ['wks_1/file', zipped],
    ]);

    expect(
      places({ files, queued: [json], published: [{ detail: json }], lines: [{ error: `No ${person.email}` }] }),
    ).toEqual([
      'bucket wks_1/file: content.word/document.xml (name)',
      `bucket wks_1/${person.email}: {key} (address)`,
      'bus bus: bus.detail.organizer.name (name)',
      'bus bus: bus.detail.people[].email (address)',
      'log log: log.error (address)',
      'queue queue: queue.organizer.name (name)',
      'queue queue: queue.people[].email (address)',
    ]);
  });

  it('is nothing where another person stands', () => {
    const other = json.replaceAll(person.name, 'Ada').replaceAll(person.email.toUpperCase(), 'ADA@planted.example');

    expect(inRow({ state: { S: other } })).toEqual([]);
  });
});
