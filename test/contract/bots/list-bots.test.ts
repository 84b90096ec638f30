import { listBotsContract as contract } from '#shared/capture/bots/contract';
import { aBotStory } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

/** Five bots, a second apart: three on one meeting, of which the first is cancelled, and two on another. */
async function fiveBots() {
  const story = await aBotStory();
  const ids: string[] = [];
  const meetings: string[] = [];
  for (const code of ['good', 'good', 'good', 'mute', 'mute']) {
    const sent = await story.send({
      meeting_url: `https://meet.google.com/abc-${code}-def`,
      allow_multiple_bots: true,
    });
    ids.push(sent.body.id);
    meetings.push(sent.body.meeting_id);
    story.world.clock.advance(1000);
  }
  await story.cancel(ids[0] ?? '');
  const { key, workspaceId } = story.owner;
  const list = (query = '', as = key) => story.call('GET', `/bots?workspace_id=${workspaceId}${query}`, { key: as });
  return { ...story, ids, meetings, list };
}

type Page = { readonly data: readonly { readonly id: string }[] };
const idsIn = ({ data }: Page): readonly string[] => data.map(({ id }) => id);

describe('GET /bots', () => {
  it('200: newest first, each as it is read alone', async () => {
    const { list, ids, bot } = await fiveBots();

    const body = expectSuccess(contract, await list(), 200);

    expect(idsIn(body)).toEqual([...ids].reverse());
    expect(body).toMatchObject({ object: 'list', has_more: false, _links: {} });
    expect(body.data[0]).toEqual(await bot(ids[4] ?? ''));
  });

  it('200: by meeting, by status, and by both', async () => {
    const { list, ids, meetings } = await fiveBots();

    expect(idsIn(expectSuccess(contract, await list(`&meeting_id=${meetings[3]}`), 200))).toEqual([ids[4], ids[3]]);
    expect(idsIn(expectSuccess(contract, await list('&status=cancelled'), 200))).toEqual([ids[0]]);
    const both = await list(`&status=queued&meeting_id=${meetings[0]}`);
    expect(idsIn(expectSuccess(contract, both, 200))).toEqual([ids[2], ids[1]]);
    expect(idsIn(expectSuccess(contract, await list('&status=completed'), 200))).toEqual([]);
  });

  it('200: page by page, each filter repeated, until nothing is left', async () => {
    const { list, ids, call, owner } = await fiveBots();
    const seen: string[] = [];
    let body = expectSuccess(contract, await list('&status=queued&limit=2'), 200);
    for (let pages = 0; pages < 6; pages += 1) {
      seen.push(...idsIn(body));
      expect(body.data.length).toBeLessThanOrEqual(2);
      if (!body.has_more) break;
      const { pathname, search, searchParams } = new URL(body._links.next.url);
      expect(searchParams.get('status')).toBe('queued');
      body = expectSuccess(contract, await call('GET', pathname + search, { key: owner.key }), 200);
    }

    expect(seen).toEqual(ids.slice(1).reverse());
    expect(body._links).toEqual({});
  });

  it('200: the workspace by its integer', async () => {
    const { call, owner } = await fiveBots();

    const answered = await call('GET', `/bots?workspace_id=${owner.workspaceNumber}`, { key: owner.key });

    expect(expectSuccess(contract, answered, 200).data).toHaveLength(5);
  });

  it.each([
    ['page', '&page=2'],
    ['per_page', '&per_page=10'],
    ['colour', '&colour=red'],
    ['limit', '&limit=0'],
    ['limit', '&limit=101'],
    ['limit', '&limit=many'],
    ['cursor', '&cursor=forged'],
    ['status', '&status=lost'],
    ['meeting_id', '&meeting_id=nonsense'],
  ])('400: %s in %s', async (field, query) => {
    const { list } = await fiveBots();

    expect(expectError(contract, await list(query), 400)).toEqual([`bad_request ${field}`]);
  });

  it('400: a cursor of one list in another', async () => {
    const { list } = await fiveBots();
    const { body } = await list('&status=queued&limit=1');
    const cursor = new URL(body._links.next.url).searchParams.get('cursor');

    expect(expectError(contract, await list(`&status=cancelled&cursor=${cursor}`), 400)).toEqual([
      'bad_request cursor',
    ]);
  });

  it('400: without a workspace', async () => {
    const { call, owner } = await fiveBots();

    const answered = await call('GET', '/bots', { key: owner.key });

    expect(expectError(contract, answered, 400)).toEqual(['bad_request workspace_id']);
  });
});
