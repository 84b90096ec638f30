import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import { BUILT_IN_TEMPLATES } from '#shared/meetings/summaries/rules/templates';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld } from './a-template.ts';

const contract = summaryTemplateContracts.list;

const SLUGS = BUILT_IN_TEMPLATES.map(({ id }) => id);
const idsIn = (body: { readonly data: readonly { readonly id: string }[] }) => body.data.map(({ id }) => id);

async function threeOfOurOwn() {
  const made = await aTemplateWorld();
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    made.world.clock.advance(1_000);
    ids.unshift((await made.create({ name })).body.id);
  }
  return { ...made, ids };
}

describe('GET /summary_templates', () => {
  it('200: the built-in ones, where the workspace has none', async () => {
    const { list, aForeignTemplate } = await aTemplateWorld();
    await aForeignTemplate();

    const body = expectSuccess(contract, await list(), 200);

    expect(idsIn(body)).toEqual(SLUGS);
    expect(body).toMatchObject({ has_more: false, _links: {} });
  });

  it('200: its own first, the newest first', async () => {
    const { list, ids } = await threeOfOurOwn();

    expect(idsIn(expectSuccess(contract, await list(), 200))).toEqual([...ids, ...SLUGS]);
  });

  it.each([1, 2, 3, 4, 7, 13, 100])('200: the same in pages of %s', async (limit) => {
    const { call, list, ids, owner } = await threeOfOurOwn();
    const seen: string[] = [];
    let body = expectSuccess(contract, await list(`&limit=${limit}`), 200);
    for (let page = 0; page < 20; page += 1) {
      expect(body.data.length).toBeLessThanOrEqual(limit);
      seen.push(...idsIn(body));
      if (!body.has_more) break;
      const next = new URL(body._links.next.url);
      body = expectSuccess(contract, await call('GET', `${next.pathname}${next.search}`, { key: owner.key }), 200);
    }

    expect(seen).toEqual([...ids, ...SLUGS]);
  });

  it('400: no workspace, an unknown filter, a page, a cursor that the list did not issue', async () => {
    const { call, list, owner } = await aTemplateWorld();

    const nowhere = await call('GET', '/summary_templates', { key: owner.key });
    expect(expectError(contract, nowhere, 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await list('&built_in=true'), 400)).toEqual(['bad_request built_in']);
    expect(expectError(contract, await list('&page=2'), 400)).toEqual(['bad_request page']);
    expect(expectError(contract, await list('&cursor=built-in:3'), 400)).toEqual(['bad_request cursor']);
  });
});
