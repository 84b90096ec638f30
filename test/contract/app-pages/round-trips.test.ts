import { appPages } from '#functions/pages/app/index';
import { appContext } from '#shared/wiring/app-context';
import { withKit } from '#shared/wiring/pages';
import { type Latency, oneTurn } from '#test/doubles/aws/latency';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aPersonIn } from '#test/support/a-person-in';
import { inMemoryUploads } from '#test/support/in-memory-uploads';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL, aBrowserOf } from '#test/support/pages';
import { requestCounter } from '#test/support/request-counter';
import { anOffice } from './an-office.ts';

/** Reads by id are sent one turn of the event loop after queries. A trip takes longer, so that both overlap. */
const threeTurns: Latency = async (operation) => {
  for (let turn = 0; turn < 3; turn += 1) await oneTurn(operation);
};

/** The session, then its user. */
const SESSION = 2;

describe('round trips to the table', () => {
  it.each([
    ['/app', 3],
    ['/settings/personal/api', 1],
    ['/settings/personal/agents', 1],
    ['/app/agent_sessions/new', 2],
    ['team', 2],
    ['connections', 3],
    ['connections/feeds', 3],
    // The statistics are read once the only endpoint is known.
    ['webhooks', 3],
    ['webhooks/EVT', 3],
    ['meetings', 2],
    ['meetings?phase=past', 2],
    // The content is read once the role is known.
    ['/app/meetings/MTG', 3],
    ['people', 2],
    ['people?q=gra', 2],
    // The meetings of the person, or the people of the company, are read once the role is known.
    ['/app/people/PER', 4],
    ['companies', 2],
    // The request is counted once the role is known, and the statistics of the endpoints are read after that.
    ['usage', 3],
    // The emails of the users are read once the events are known.
    ['audit_events', 3],
    ['/app/companies/COM', 4],
    // The tree and then its folders are read once the role is known.
    ['conversations', 3],
    ['conversations?folder=FOL', 3],
    ['trash', 2],
    ['orders', 2],
    ['uploads', 1],
    // The meeting and the folders are read once the role is known, then the media.
    ['/app/conversations/CON', 5],
  ])('%s takes at most %i in addition to those of the session', async (page, most) => {
    const office = await anOffice();
    const { world, owner } = office;
    await office.aConnection(await office.aMember());
    await office.aFeed(await office.aMember('Grace'));
    const event = await office.anEvent({ endpointId: await office.anEndpoint() });
    const { meetingId, conversationId } = await office.aRecording();
    const { per, com } = await aPersonIn(world, owner.workspaceId, 'grace@navy.test');
    const folder = await office.aFolder('Sales', await office.aFolder('Europe'));
    await office.aMeeting();
    const counter = requestCounter(threeTurns);
    const table = tableOver(counter.watch(world.dynamo));
    const context = { ...world.context, ...appContext({ ...world.context, table }) };
    const app = appPages({
      ...withKit(context, { appUrl: APP_URL, log: () => undefined }),
      files: world.files,
      uploadStorage: inMemoryUploads(world.files),
    });
    const browser = await aBrowserOf(app, world, owner.userId);
    const path = page
      .replace('EVT', event)
      .replace('MTG', meetingId)
      .replace('PER', per)
      .replace('COM', com)
      .replace('CON', conversationId)
      .replace('FOL', folder);
    const at = path.startsWith('/') ? path : office.path(path);
    // The key that seals cursors is read once per cold start, what was downloaded once a minute.
    await browser.get('/app/agent_sessions/new');
    await browser.get(at);

    const { answer, tally } = await counter.during(() => browser.get(at));

    expect(answer.status).toBe(200);
    expect(tally.trips).toBeLessThanOrEqual(SESSION + most);
  });
});
