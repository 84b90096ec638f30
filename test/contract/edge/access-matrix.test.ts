import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { aSearchedText } from '#test/support/a-searched-text';
import type { ApiResponse } from '#test/support/api-response';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { codesOf } from './a-deployment.ts';
import { ACCESS, type AccessRow, NEEDS } from './access-rows.ts';
import {
  aCopyOf,
  asCall,
  idIn,
  type Offices,
  partsFor,
  theOffices,
  unknownIdLike,
  untouchedCopies,
  withId,
} from './access-world.ts';
import { type IdPlace, idPlacesIn } from './ids-in-contracts.ts';

let offices: Offices;
let untouchedCopy: ReturnType<typeof untouchedCopies>;
beforeAll(async () => {
  offices = await theOffices();
  untouchedCopy = untouchedCopies(offices);
});

const rowOf = (contract: Contract): AccessRow => {
  const row = ACCESS[nameOf(contract)];
  if (!row) throw new Error(`access-rows.ts has no row for ${nameOf(contract)}.`);
  return row;
};

const NAMES_WORKSPACE = /(?:workspace_ids?|organization_id)$/;

const isWorkspace = ({ field, takes }: IdPlace): boolean =>
  NAMES_WORKSPACE.test(field) || (field === 'id' && takes.every(({ kind }) => kind === 'wks'));

const inPath = ({ where }: IdPlace): boolean => where === 'path';

/** The response without its request id. */
const seen = ({ status, headers: { 'x-request-id': _one, ...headers }, body }: ApiResponse) =>
  JSON.stringify({ status, headers, body });

/** `401 unauthorized`, or `yes` for a success that the contract names. */
const outcome = (contract: Contract, answered: ApiResponse): string =>
  answered.status >= 400
    ? `${answered.status} ${[...new Set(codesOf(answered))].join(' ')}`
    : `${contract.responses[answered.status] ? 'yes' : answered.status}`;

/** Every operation, once for each kind of id that its path takes. */
const OPERATIONS = contracts.flatMap((contract) => {
  const [path] = idPlacesIn(contract).filter(inPath);
  const kinds = path?.takes.map(({ kind }) => kind) ?? [undefined];
  return kinds.map(
    (kind) => [kind && kinds.length > 1 ? `${nameOf(contract)} (${kind})` : nameOf(contract), contract, kind] as const,
  );
});

/** The ids of an office that a response contains. */
const idsNamedIn = ({ body }: ApiResponse, office: Offices['ours']): readonly string[] => {
  const text = JSON.stringify(body) ?? '';
  return Object.values(office).filter((id) => text.includes(id));
};

/** The rows that an error must not change. Rate limits count failed attempts too. */
const rowsIn = (world: ReturnType<typeof aCopyOf>) => world.items().filter(({ pk }) => !pk?.S?.startsWith('LIMIT#'));

/** The response to a caller without a role in the workspace: docs/limits-and-rules.md#users-keys-and-roles. */
function outsideOf(contract: Contract, kind: string | undefined): string {
  const { needs, outside, granted = 'yes' } = rowOf(contract);
  if (needs === 'a_key' || needs === 'nothing') return granted;
  return outside ?? (kind === undefined || kind === 'wks' ? '401 unauthorized' : '404 not_found');
}

describe('the table of access', () => {
  it('has a row for every operation, and no other', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(contracts.map(nameOf).sort());
  });

  it('has every field that takes the id of a resource, and no other', () => {
    const found = contracts.map((contract) => {
      const places = idPlacesIn(contract).filter((place) => !inPath(place) && !isWorkspace(place));
      return [nameOf(contract), places.map(({ field }) => field).sort()];
    });
    const listed = contracts.map((contract) => [nameOf(contract), Object.keys(rowOf(contract).fields ?? {}).sort()]);

    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(found));
  });
});

describe('by role', () => {
  it.each(OPERATIONS)('%s', async (_name, contract, kind) => {
    const row = rowOf(contract);
    const { ours, keys } = offices;
    const parts = partsFor(contract, row, ours, kind);
    const granted = row.granted ?? 'yes';
    const asked = async (key: string | undefined, archived = false) => {
      const world = untouchedCopy();
      if (archived) await world.archive(ours);
      const before = rowsIn(world);
      const answered = await world.call(...asCall(contract, parts, key));
      if (answered.status >= 400) expect(rowsIn(world)).toEqual(before);
      if (key !== keys.stranger) expect(idsNamedIn(answered, offices.theirs)).toEqual([]);
      return outcome(contract, answered);
    };
    const answers = {
      owner: await asked(keys.owner),
      admin: await asked(keys.admin),
      member: await asked(keys.member),
      guest: await asked(keys.guest),
      'of another workspace': await asked(keys.stranger),
      'no key': await asked(undefined),
      'wrong key': await asked(keys.wrong),
      'owner of the archived workspace': await asked(keys.owner, true),
    };

    const byRole = Object.entries(NEEDS[row.needs]).map(([role, may]) => [role, may === 'yes' ? granted : may]);
    const outside = outsideOf(contract, kind);
    expect(answers).toEqual({
      ...Object.fromEntries(byRole),
      'of another workspace': outside,
      'no key': row.needs === 'nothing' ? outside : '401 missing_api_key',
      'wrong key': row.needs === 'nothing' ? outside : '401 invalid_api_key',
      'owner of the archived workspace': outside,
    });
  });
});

/** Every place of every operation that takes ids, for each kind of id. */
const PLACES = contracts.flatMap((contract) =>
  idPlacesIn(contract).flatMap((place) =>
    place.takes.map(
      (form) => [`${nameOf(contract)}: ${form.kind} in ${place.where} ${place.field}`, contract, place, form] as const,
    ),
  ),
);

function refusalAt(contract: Contract, place: IdPlace, kind: string): string {
  if (isWorkspace(place)) return '401 unauthorized';
  if (inPath(place)) return kind === 'wks' ? '401 unauthorized' : '404 not_found';
  return rowOf(contract).fields?.[place.field] ?? 'a row';
}

describe('an id of another workspace', () => {
  it.each(PLACES)('is answered as an unknown id, byte for byte: %s', async (_name, contract, place, form) => {
    const { ours, theirs, keys } = offices;
    const row = rowOf(contract);
    const [path] = idPlacesIn(contract).filter(inPath);
    const parts = partsFor(contract, row, ours, inPath(place) ? form.kind : path?.takes[0]?.kind);
    const world = untouchedCopy();
    const before = rowsIn(world);
    const ask = (id: string, key = keys.owner) =>
      world.counted(...asCall(contract, withId(parts, place, form.write(id)), key));

    const foreign = await ask(idIn(theirs, form.kind));
    const unknown = await ask(unknownIdLike(idIn(theirs, form.kind)));

    expect(seen(foreign.answer)).toBe(seen(unknown.answer));
    const expected = refusalAt(contract, place, form.kind);
    expect(expected === 'nothing' ? foreign.answer.body.data : outcome(contract, foreign.answer)).toEqual(
      expected === 'nothing' ? [] : expected,
    );
    if (foreign.answer.status === 422)
      expect(foreign.answer.body.errors.map((error: { field?: string }) => error.field)).toEqual([place.field]);
    if (!inPath(place) && !NAMES_WORKSPACE.test(place.field) && place.field !== row.namesWorkspace) {
      // A user of both workspaces combines an id of one with the other workspace.
      const mixed = await ask(idIn(theirs, form.kind), keys.inBoth);
      const nowhere = await ask(unknownIdLike(idIn(theirs, form.kind)), keys.inBoth);
      // Where the id itself names the workspace, the other ids of the request are the foreign ones.
      if (row.outside === undefined) expect(seen(mixed.answer)).toBe(seen(nowhere.answer));
      expect(mixed.answer.status).toBe(foreign.answer.status);
    }
    expect(rowsIn(world)).toEqual(before);
  });

  // A path for one kind of id does not match an id of another kind.
  const ofAnyForm = OPERATIONS.filter(
    ([, { path }, kind]) => kind !== undefined && kind !== 'wks' && !path.includes('{id:'),
  );

  it.each(ofAnyForm)(
    'reads as unknown if it is malformed or of another kind: %s',
    async (_name, contract, kind = '') => {
      const { ours, keys } = offices;
      const parts = partsFor(contract, rowOf(contract), ours, kind);
      const world = untouchedCopy();
      const other = kind === 'set' ? ours.asg : ours.set;

      const malformed = ['1', 'x', kind, `${kind}_`, `${kind}_\0`, `${kind}_nonsense`, idIn(ours, kind).toUpperCase()];
      const ids = [unknownIdLike(idIn(ours, kind)), other, ...malformed];
      const answers = await Promise.all(ids.map((id) => world.call(...asCall(contract, { ...parts, id }, keys.owner))));

      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
      expect(new Set(answers.map(seen)).size).toBe(1);
    },
  );
});

describe('the workspace of another user', () => {
  const places = PLACES.filter(([, , place]) => isWorkspace(place));

  it.each(places)('reads as unknown, in each form of its id: %s', async (_name, contract, place, form) => {
    const { theirs, ours, stranger, keys } = offices;
    const [path] = idPlacesIn(contract).filter(inPath);
    const parts = partsFor(contract, rowOf(contract), ours, path?.takes[0]?.kind);
    const world = untouchedCopy();
    const before = world.items();
    const forms = [unknownIdLike(theirs.wks), theirs.wks, stranger.workspaceNumber, '123456789', 'wks_nowhere', '7'];

    const answers = await Promise.all(
      forms.map((id) => world.call(...asCall(contract, withId(parts, place, form.write(String(id))), keys.owner))),
    );

    expect(answers[0]?.body).toEqual({ errors: [{ code: 'unauthorized', message: 'Unauthorized' }] });
    expect(new Set(answers.map(seen)).size).toBe(1);
    expect(world.items()).toEqual(before);
  });
});

describe('a cursor of another user', () => {
  const lists = contracts.filter(({ query }) => 'cursor' in ((query as { entries?: object }).entries ?? {}));

  let world: ReturnType<typeof aCopyOf>;
  beforeAll(async () => {
    const { theirs, keys, stranger } = offices;
    world = aCopyOf(offices);
    // One more of everything, so that there is a second page.
    for (const made of contracts.filter(({ method, path }) => method === 'POST' && !path.includes('{')))
      await world.call(...asCall(made, partsFor(made, rowOf(made), theirs), keys.stranger));
    // What a worker makes, and no request.
    for (let nth = 0; nth < 2; nth += 1) await aSearchedText(world, stranger.workspaceId);
  });

  it.each(lists.map((contract) => [nameOf(contract), contract] as const))(
    'opens nothing: %s',
    async (_name, contract) => {
      const { ours, theirs, keys } = offices;
      const page = (office: typeof ours, query: object) => {
        const parts = partsFor(contract, rowOf(contract), office);
        return { ...parts, query: { ...parts.query, limit: 1, ...query } };
      };
      const first = await world.call(...asCall(contract, page(theirs, {}), keys.stranger));
      const cursor = new URL(first.body._links.next.url).searchParams.get('cursor');

      const elsewhere = await world.call(...asCall(contract, page(ours, { cursor }), keys.owner));
      const there = await world.call(...asCall(contract, page(theirs, { cursor }), keys.owner));

      if (rowOf(contract).needs === 'a_key') {
        expect(elsewhere.body.data.filter(({ id }: { id: string }) => id !== ours.wks)).toEqual([]);
        return;
      }
      expect([outcome(contract, elsewhere), outcome(contract, there)]).toEqual(['400 bad_request', '401 unauthorized']);
    },
  );
});
