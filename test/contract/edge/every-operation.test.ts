import type * as v from 'valibot';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import type { ApiResponse } from '#test/support/api-response';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { codesOf } from './a-deployment.ts';
import { ACCESS } from './access-rows.ts';
import { asCall, type Offices, type Parts, partsFor, theOffices, untouchedCopies, withId } from './access-world.ts';
import { idPlacesIn } from './ids-in-contracts.ts';

let offices: Offices;
let untouchedCopy: ReturnType<typeof untouchedCopies>;
beforeAll(async () => {
  offices = await theOffices();
  untouchedCopy = untouchedCopies(offices);
});

/** A valid request of our owner for an operation. */
function validParts(contract: Contract) {
  const path = idPlacesIn(contract).find(({ where }) => where === 'path');
  return partsFor(contract, ACCESS[nameOf(contract)] ?? { needs: 'nothing' }, offices.ours, path?.takes[0]?.kind);
}

const writes = contracts.filter(({ body, multipart }) => body && !multipart);
const names = (some: readonly Contract[]) => some.map((contract) => [nameOf(contract), contract] as const);

/** Groups of a body that would take fields they do not know, by their dotted paths. */
function laxGroups(schema: unknown, above = 'body'): readonly string[] {
  const { type, entries, item, wrapped, options } = schema as {
    readonly type?: string;
    readonly entries?: Readonly<Record<string, v.GenericSchema>>;
    readonly item?: unknown;
    readonly wrapped?: unknown;
    readonly options?: readonly unknown[];
  };
  return [
    ...(type === 'object' || type === 'loose_object' || type === 'object_with_rest' ? [above] : []),
    ...Object.entries(entries ?? {}).flatMap(([name, inner]) => laxGroups(inner, `${above}.${name}`)),
    ...[item, wrapped, ...(options ?? [])].flatMap((inner) =>
      typeof inner === 'object' && inner !== null ? laxGroups(inner, above) : [],
    ),
  ];
}

/** What only the service writes. */
const READ_ONLY = {
  id: 'x',
  object: 'x',
  created_at: '2026-11-02T14:00:00Z',
  updated_at: null,
  owner_email: 'owner@acme.test',
  pin: 'x',
};

describe('every write', () => {
  it.each(names(writes))('accepts the fields it names and no others, at any depth: %s', (_name, { body, bodyKept }) => {
    expect([...laxGroups(body), ...(bodyKept ? laxGroups(bodyKept.body) : [])]).toEqual([]);
  });

  it.each(names(writes))('refuses fields that only the service writes: %s', async (_name, contract) => {
    const parts = validParts(contract);
    const world = untouchedCopy();
    const before = world.items();
    const body = { ...parts.body, ...READ_ONLY };

    const { status, body: refused } = await world.call(...asCall(contract, { ...parts, body }, offices.keys.owner));

    if (contract.unknownFieldsAre === 'malformed')
      expect([status, codesOf({ body: refused })]).toEqual([400, ['bad_request']]);
    else {
      const unknown = refused.errors.filter(({ code }: { code: string }) => code === 'unknown_field');
      expect([status, unknown.map(({ field }: { field: string }) => field).sort()]).toEqual([
        422,
        Object.keys(READ_ONLY).sort(),
      ]);
    }
    expect(world.items()).toEqual(before);
  });
});

describe('every PATCH', () => {
  const patches = contracts.filter(({ method }) => method === 'PATCH');
  const sent = async (contract: Contract, body: object | undefined) => {
    const world = untouchedCopy();
    const before = world.items();
    const { id = '', query } = validParts(contract);
    const answered = await world.call(
      ...asCall(contract, { id, query, ...(body && { body: { ...body } }) }, offices.keys.owner),
    );
    expect(world.items()).toEqual(before);
    return [answered.status, ...(answered.status === 200 ? [] : codesOf(answered))];
  };

  it.each(names(patches))('writes nothing without a field: %s', async (name, contract) => {
    const requiresField = ['PATCH /meetings/{id}', 'PATCH /conversations/{id}/transcript'].includes(name);

    expect(await sent(contract, {})).toEqual(requiresField ? [400, 'missing'] : [200]);
  });

  it.each(names(patches))('400 bad_request: a body without even an object: %s', async (_name, contract) => {
    expect(await sent(contract, undefined)).toEqual([400, 'bad_request']);
  });
});

/** Our keys, signing secrets as they are shown once, and signatures of links. */
const SHOWN_ONCE = /rap_[0-9a-z]{26}_\w+|whsec_[\w+/=-]+|(?<=signature=)[\w.-]+|(?<=cursor=)[\w-]+/g;

describe('a response', () => {
  it('has secrets that are stored and logged nowhere in plain text', async () => {
    const world = untouchedCopy();
    const answers: ApiResponse[] = [];
    for (const contract of contracts)
      for (const key of [offices.keys.owner, offices.keys.stranger])
        answers.push(await world.call(...asCall(contract, validParts(contract), key)));

    const shown = answers.flatMap(({ body }) => JSON.stringify(body)?.match(SHOWN_ONCE) ?? []);
    const keys = Object.values(offices.keys);
    const kept = JSON.stringify([world.items(), offices.log]);

    expect(shown.some((secret) => secret.startsWith('whsec_'))).toBe(true);
    expect([...shown, ...keys].filter((secret) => kept.includes(secret))).toEqual([]);
  });

  it('has an access log line with these fields and no others', async () => {
    const world = untouchedCopy();
    offices.log.length = 0;
    for (const contract of contracts) await world.call(...asCall(contract, validParts(contract), offices.keys.owner));

    expect(offices.log.length).toBeGreaterThanOrEqual(contracts.length);
    const allowed = [
      'message',
      'requestId',
      'operation',
      'status',
      'userId',
      'keyId',
      'addressHash',
      'version',
      'durationMs',
    ];
    expect(new Set(offices.log.flatMap((entry) => Object.keys(entry)))).toEqual(new Set(allowed));
  });

  it.each(names(contracts))(
    'has headers of printable ASCII only, whatever the request contains: %s',
    async (_name, contract) => {
      const world = untouchedCopy();
      const parts = validParts(contract);
      const hostileText = 'x"\r\nset-cookie: a=1; é\u0000';
      const body = parts.body && {
        ...parts.body,
        name: hostileText,
        title: hostileText,
        url: hostileText,
        filename: hostileText,
      };
      const headers = { 'service-version': '2026-10-12', 'idempotency-key': 'once' };

      for (const request of [
        parts,
        { ...parts, ...(body && { body }) },
        { ...parts, id: encodeURIComponent(hostileText) },
      ]) {
        const [method, path, call] = asCall(contract, request, offices.keys.owner);
        const answered = await world.call(method, path, { ...call, headers });
        for (const value of Object.values(answered.headers)) expect(String(value)).toMatch(/^[\x20-\x7e]*$/);
        expect(Object.keys(answered.headers)).not.toContain('set-cookie');
      }
    },
  );
});

const inWorkspaces = contracts.flatMap((contract) =>
  idPlacesIn(contract)
    .filter(({ where, field }) => where !== 'path' && field === 'workspace_id')
    .map((place) => [nameOf(contract), contract, place] as const),
);

/** A refusal but its request id. */
const withoutRequestId = ({ status, body: { request_id, ...body } }: ApiResponse) => ({ status, body });

describe('a blank workspace_id', () => {
  it.each(inWorkspaces)('is refused as a missing one: %s', async (_name, contract, place) => {
    const world = untouchedCopy();
    const parts = validParts(contract);
    // The key of several workspaces: that of one may leave the field out.
    const send = async (sent: Parts) =>
      withoutRequestId(await world.call(...asCall(contract, sent, offices.keys.inBoth)));
    const { workspace_id, ...others } = parts[place.where === 'body' ? 'body' : 'query'] ?? {};

    const missing = await send({ ...parts, [place.where]: others });

    expect(missing).toMatchObject({ status: 400, body: { errors: [{ code: 'bad_request', field: 'workspace_id' }] } });
    for (const blank of ['', ' ']) expect(await send(withId(parts, place, blank))).toEqual(missing);
  });
});
