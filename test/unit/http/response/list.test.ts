import fc from 'fast-check';
import { Refusal } from '#shared/foundation/core/refusal';
import { hmacCursorSigner } from '#shared/foundation/http/response/cursor-signer';
import { pageAsked, presentList } from '#shared/foundation/http/response/list';
import { describe, expect, it } from '#test/support/jest';

const seal = hmacCursorSigner(async () => new Uint8Array(32).fill(7));
const url = 'https://api.example.test/api/v1/meetings';
const filters = { workspace_id: 'wks_1', phase: 'past' };
const position = '["2026-11-02#mtg_1","mtg_1","."]';

const asking = (query: Readonly<Record<string, string>>) => ({ url, query });

const listAt = (query: Readonly<Record<string, string>>, next: string | undefined = position) =>
  presentList({ items: [1, 2], next }, (item) => ({ item }), asking(query), seal);

async function cursorFor(query: Readonly<Record<string, string>>): Promise<string> {
  const { _links } = await listAt(query);
  return new URL(_links.next?.url ?? '').searchParams.get('cursor') ?? '';
}

const refusalOf = async (query: Readonly<Record<string, string>>) => {
  const refused = await pageAsked(25, asking(query), seal).catch((thrown: unknown) => thrown);
  if (!(refused instanceof Refusal)) throw new Error('The cursor was taken');
  return { kind: refused.kind, faults: refused.faults.map(({ code, field }) => `${code} ${field}`) };
};
const REFUSED = { kind: 'malformed', faults: ['bad_request cursor'] };

describe('a list', () => {
  it('ends without a link', async () => {
    const ended = presentList({ items: [1, 2], next: undefined }, (item) => ({ item }), asking(filters), seal);

    expect(await ended).toEqual({ object: 'list', data: [{ item: 1 }, { item: 2 }], has_more: false, _links: {} });
  });

  it('goes on at a link that repeats every filter and the size', async () => {
    const body = await listAt({ ...filters, limit: '2', participant_email: 'a+b@x.test' });

    const next = new URL(body._links.next?.url ?? '');
    const { cursor, ...repeated } = Object.fromEntries(next.searchParams);
    expect(body.has_more).toBe(true);
    expect(`${next.origin}${next.pathname}`).toBe(url);
    expect(repeated).toEqual({ ...filters, limit: '2', participant_email: 'a+b@x.test' });
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('carries one cursor only, however far it has gone', async () => {
    const cursor = await cursorFor(filters);

    const { searchParams } = new URL((await listAt({ ...filters, cursor }))._links.next?.url ?? '');

    expect(searchParams.getAll('cursor')).toHaveLength(1);
  });
});

describe('a list that is too large for one answer', () => {
  const MEGABYTE = 'x'.repeat(1_000_000);
  const paged = (items: readonly string[], next: string | undefined) =>
    presentList(
      { items, next, positions: items.map((_item, at) => `behind ${at}`) },
      (item) => item,
      asking(filters),
      seal,
    );
  const positionIn = async ({ _links }: Awaited<ReturnType<typeof paged>>) => {
    const cursor = new URL(_links.next?.url ?? '').searchParams.get('cursor') ?? '';
    return (await pageAsked(25, asking({ ...filters, cursor }), seal)).after;
  };

  it('ends below 4 MB and goes on behind the last that it shows', async () => {
    const page = await paged(['first', MEGABYTE, MEGABYTE, MEGABYTE, MEGABYTE, 'last'], undefined);

    expect(page.data).toHaveLength(4);
    expect(page.has_more).toBe(true);
    expect(await positionIn(page)).toBe('behind 3');
  });

  it('ends where Lambda takes no more, which counts each quote of a text as four bytes', async () => {
    const quotes = '"'.repeat(500_000);
    const page = await paged([quotes, quotes, quotes, 'last'], undefined);

    expect(page.data).toHaveLength(2);
    expect(await positionIn(page)).toBe('behind 1');
  });

  it('shows one item at least, whatever its size', async () => {
    const page = await paged([MEGABYTE.repeat(5), 'second'], undefined);

    expect(page.data).toHaveLength(1);
    expect(await positionIn(page)).toBe('behind 0');
  });

  it('is whole where it fits', async () => {
    const page = await paged([MEGABYTE, MEGABYTE, MEGABYTE], 'the next page');

    expect(page.data).toHaveLength(3);
    expect(await positionIn(page)).toBe('the next page');
  });
});

describe('a cursor', () => {
  it('leads back to its position', async () => {
    const cursor = await cursorFor(filters);

    expect(await pageAsked(25, asking({ ...filters, cursor }), seal)).toEqual({ limit: 25, after: position });
    expect(await pageAsked(25, asking(filters), seal)).toEqual({ limit: 25, after: undefined });
  });

  it('opens whatever the order of the filters and the size of the page', async () => {
    const cursor = await cursorFor(filters);
    const { workspace_id, phase } = filters;

    const page = await pageAsked(3, asking({ limit: '3', cursor, phase, workspace_id }), seal);

    expect(page).toEqual({ limit: 3, after: position });
  });

  it.each([
    ['another workspace', { ...filters, workspace_id: 'wks_2' }],
    ['a filter more', { ...filters, source: 'bot' }],
    ['a filter less', { workspace_id: 'wks_1' }],
    ['two values that swapped places', { workspace_id: 'past', phase: 'wks_1' }],
  ])('is refused with %s', async (_what, query) => {
    expect(await refusalOf({ ...query, cursor: await cursorFor(filters) })).toEqual(REFUSED);
  });

  it('is refused with any character changed, left out or added', async () => {
    const cursor = await cursorFor(filters);
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const tampered = fc
      .tuple(fc.nat(cursor.length - 1), fc.constantFrom('', ...alphabet), fc.boolean())
      .map(([at, text, inserts]) => cursor.slice(0, at) + text + cursor.slice(inserts ? at : at + 1))
      .filter((other) => other !== cursor);
    await fc.assert(
      fc.asyncProperty(tampered, async (other) => {
        expect(await refusalOf({ ...filters, cursor: other })).toEqual(REFUSED);
      }),
    );
  });

  it.each(['', 'x', 'Zm9v', '=', '💥', '../../etc'])('is refused when it is %j', async (cursor) => {
    expect(await refusalOf({ ...filters, cursor })).toEqual(REFUSED);
  });

  it('is refused when another deployment made it', async () => {
    const other = hmacCursorSigner(async () => new Uint8Array(32).fill(8));
    const made = await presentList({ items: [], next: position }, () => ({}), asking(filters), other);
    const cursor = new URL(made._links.next?.url ?? '').searchParams.get('cursor') ?? '';

    expect(await refusalOf({ ...filters, cursor })).toEqual(REFUSED);
  });
});
