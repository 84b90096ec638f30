import { CACHED_MS } from '#shared/api/read-only/refuse-while-read-only';
import { readOnlyModes } from '#shared/api/read-only/store';
import type { Table } from '#shared/foundation/core/table';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { noon } from '#test/support/api';
import { beforeAll, describe, expect, it, jest } from '#test/support/jest';
import { ada, anAccountWorld, signInAs } from '../account-pages/account-world.ts';
import { BUTTON_PRESS_HEADERS } from '../app-pages/an-office.ts';
import { aFullOffice } from '../app-pages/full-office.ts';
import { aConnectingPartner } from '../connect-pages/a-consent.ts';
import { ACCESS } from './access-rows.ts';
import { aCopyOf, asCall, type Offices, partsFor, theOffices } from './access-world.ts';
import { idPlacesIn } from './ids-in-contracts.ts';

const begin = (table: Table) => readOnlyModes(table).begin({ since: noon, by: 'arn:aws:iam::1:user/ada' });

let offices: Offices;
beforeAll(async () => {
  offices = await theOffices();
});

/** A valid request of our owner for an operation. */
function requestFor(contract: Contract) {
  const path = idPlacesIn(contract).find(({ where }) => where === 'path');
  const row = ACCESS[nameOf(contract)] ?? { needs: 'nothing' as const };
  return asCall(contract, partsFor(contract, row, offices.ours, path?.takes[0]?.kind), offices.keys.owner);
}

/** `LIMIT#`: a read uses its rate limit. */
const rowsOf = (items: readonly { readonly pk?: { readonly S?: string } }[]) =>
  items.filter(({ pk }) => !pk?.S?.startsWith('LIMIT#'));

describe('the API of a deployment that is read-only', () => {
  it.each(contracts.map((contract) => [nameOf(contract), contract] as const))(
    'answers a read, refuses a write, and saves nothing: %s',
    async (name, contract) => {
      const { call, context, items } = aCopyOf(offices);
      await begin(context.table);
      const before = rowsOf(items());

      const { status, body, headers } = await call(...requestFor(contract));

      const isRead = contract.method === 'GET' && name !== 'GET /uploads/new';
      if (isRead) expect(status).toBeLessThan(500);
      else
        expect([status, body.errors, headers['retry-after'], body.retry_in_seconds]).toEqual([
          503,
          [{ code: 'provider_unavailable', message: expect.stringContaining('read-only') }],
          '30',
          30,
        ]);
      expect(rowsOf(items())).toEqual(before);
    },
  );

  it('remembers the address of an unknown key, and of no other', async () => {
    const { call, context } = aCopyOf(offices);
    await begin(context.table);

    const add = jest.spyOn(context.invalidKeySenders, 'add');
    const { key } = context.apiKeys.make(context.ids.make('usr'));

    await call('POST', '/members', { key: offices.keys.owner, body: {} });
    expect(add).not.toHaveBeenCalled();
    await call('POST', '/members', { key, body: {} });
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('refuses a write with an unknown key as well, and takes writes again within ten seconds of the end', async () => {
    const { call, context } = aCopyOf(offices);
    const modes = readOnlyModes(context.table);
    await begin(context.table);
    const write = () =>
      call('POST', '/members', { key: offices.keys.owner, body: { workspace_id: offices.ours.wks, name: 'Ada' } });

    const during = [
      (await call('POST', '/members', { key: offices.keys.wrong, body: {} })).status,
      (await write()).status,
    ];
    await modes.end();
    const cached = (await write()).status;
    offices.clock.advance(CACHED_MS);

    expect([...during, cached, (await write()).status]).toEqual([503, 503, 503, 201]);
  });
});

describe('the pages of a deployment that is read-only', () => {
  it('refuse every form, and show every page', async () => {
    const office = await aFullOffice();
    const browser = await office.ownersBrowser();
    await browser.get('/app');
    await begin(office.world.context.table);
    office.world.clock.advance(CACHED_MS);
    const before = rowsOf(office.world.dynamo.items());

    for (const form of office.forms) {
      const sent = await browser.post(form, { name: 'New' }, { headers: BUTTON_PRESS_HEADERS });
      expect([form, sent.status, sent.heading]).toEqual([form, 503, 'Temporarily unavailable']);
      expect(sent.headers.get('retry-after')).toBe('30');
      expect(sent.text).toContain('The service is read-only');
    }

    expect(rowsOf(office.world.dynamo.items())).toEqual(before);
    for (const page of office.pages) expect([page, (await browser.get(page)).status < 500]).toEqual([page, true]);
  });

  it('connect no calendar, and connect it afterwards', async () => {
    const partner = await aConnectingPartner();
    const browser = partner.aBrowser();
    const path = await partner.link();
    const back = partner.answered(await partner.begin(browser, path), { account: 'ada@gmail.test' });
    const modes = readOnlyModes(partner.world.context.table);
    await begin(partner.world.context.table);
    partner.world.clock.advance(CACHED_MS);

    const during = await browser.get(back);

    expect([during.status, await partner.connections()]).toEqual([503, []]);
    await modes.end();
    partner.world.clock.advance(CACHED_MS);
    expect((await browser.get(back)).status).toBe(303);
    expect(await partner.connections()).toHaveLength(1);
  });

  it('let a person sign in', async () => {
    const world = anAccountWorld();
    await begin(world.context.table);

    expect((await signInAs(world, ada)).status).toBe(303);
  });
});
