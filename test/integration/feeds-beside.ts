import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, type Reply, type stackClient } from '#test/integration/stack-client';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { absurdFeeds, costlyFeeds, NEVER } from '#test/support/hostile-feeds';

type Stack = ReturnType<typeof stackClient>;

/** Files of hostile feeds: rules without an occurrence, absurd sizes, and files that take as long as one may. */
const HOSTILE = [
  aCalendar(NEVER),
  ...absurdFeeds()
    .filter(({ named }) => ['RDATEs', 'EXDATEs', 'parameters'].includes(named))
    .map(({ text }) => text),
  ...costlyFeeds().map(({ text }) => text),
];

/** An event of tomorrow, which is in the window. */
const usual = (): string => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return aCalendar(anIcalEvent('planning', 'SUMMARY:Planning', `DTSTART:${day}T150000Z`, `DTEND:${day}T160000Z`));
};

async function aFeedServer() {
  const server = createServer(({ url = '' }, response) => {
    const nth = /hostile-(\d+)/.exec(url)?.[1];
    response.setHeader('content-type', 'text/calendar');
    response.end(nth === undefined ? usual() : HOSTILE[Number(nth) % HOSTILE.length]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    at: (name: string) => `http://127.0.0.1:${port}/${name}.ics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Adds feeds of a new workspace all at once, each of a member of its own; answers their ids. */
async function addFeeds(stack: Stack, workspaceName: string, urls: readonly string[]): Promise<readonly string[]> {
  const workspace_id = await stack.newWorkspace(workspaceName);
  const memberIds = await Promise.all(
    urls.map(async (_url, nth) => {
      const member = { workspace_id, name: 'Ada', email: `ada-${nth}@feeds.test` };
      return (await stack.call('POST', '/members', member)).body.id;
    }),
  );
  return Promise.all(
    urls.map(async (url, nth) => {
      const { status, body } = await stack.call('POST', '/calendar_feeds', {
        ...{ workspace_id, member_id: memberIds[nth], url },
      });
      if (status !== 201) throw new Error(`The feed was refused: ${status} ${JSON.stringify(body)}`);
      return body.id;
    }),
  );
}

/** How long a feed takes from its request until it is synced, beside so many hostile feeds of another workspace. */
export async function besideHostileFeeds(stack: Stack, hostile: number) {
  const server = await aFeedServer();
  const read = async (id: string) => (await stack.call('GET', `/calendar_feeds/${id}`)).body;
  const urls = Array.from({ length: hostile }, (_, nth) => server.at(`hostile-${nth}`));
  const others = hostile > 0 ? await addFeeds(stack, 'Hostile', urls) : [];
  const began = Date.now();
  const [id = ''] = await addFeeds(stack, 'Beside', [server.at('usual')]);
  await eventually(
    () => read(id),
    ({ last_synced_at }) => last_synced_at !== null,
  );
  const tookMs = Date.now() - began;
  // The next round begins when they are done with.
  const feeds = await eventually(
    () => Promise.all(others.map(read)),
    (all) => all.every(isEnded),
  );
  for (const one of [...others, id]) await stack.call('DELETE', `/calendar_feeds/${one}`);
  server.close();
  return { tookMs, hostileEnded: feeds.filter(isEnded).length };
}

/** Refused, or read as far as it can be. */
const isEnded = ({ status, last_synced_at }: Reply['body']): boolean => status === 'error' || last_synced_at !== null;
