import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { exportsGroup } from '#functions/api/exports/index';
import { settings } from '#functions/api/settings/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { settingsReach } from '#functions/workers/settings-reach/index';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aWorld, callsTo, noon } from '#test/support/api';
import { anEventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { exportWorker } from '#test/support/export-worker';

const HOUR_MS = 3_600_000;
const MEETING = {
  ical_uid: 'weekly@acme.test',
  title: 'Weekly',
  starts_at: new Date(noon + HOUR_MS).toISOString(),
  ends_at: new Date(noon + 2 * HOUR_MS).toISOString(),
  meeting_url: 'https://meet.google.com/abc-good-xyz',
  attendees: [{ name: 'Ada', email: 'ada@acme.test', response: 'accepted' }],
};

/** A flow of the service: the source files below `shared` and `functions` of which a function runs in it, sorted. */
export type Flow = () => Promise<readonly string[]>;

/** A pushed calendar event, up to the webhook that reports its meeting. */
export const pushToWebhook: Flow = async () => {
  const path = anEventPath();
  const world = aWorld({ clock: path.clock, sealer: kmsSealer(path.kms, 'key') }, path.dynamo);
  const { context } = world;
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const receiver = aReceiver();
  path.receivers.push(receiver);
  const endpoints = callsTo(webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'] }));
  const body = { workspace_id: workspaceId, url: receiver.url, enabled_events: ['*'] };
  expectStatus(await endpoints('POST', '/webhook_endpoints', { key, body }), 201);
  const call = callsTo(calendarEvents(context));
  return filesRun(async () => {
    const event = { workspace_id: workspaceId, member_data: { name: 'Ada', email: 'ada@acme.test' }, ...MEETING };
    expectStatus(await call('POST', '/calendar_events', { key, body: event }), 201);
    await path.untilQuiet();
  });
};

/** A changed setting, up to the meetings that follow it. */
export const settingsToMeetings: Flow = async () => {
  const world = aWorld();
  const { context, dynamo } = world;
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const push = callsTo(calendarEvents(context));
  const event = { workspace_id: workspaceId, member_data: { name: 'Ada', email: 'ada@acme.test' }, ...MEETING };
  expectStatus(await push('POST', '/calendar_events', { key, body: event }), 201);
  const call = callsTo(settings(context));
  const body = { workspace_id: workspaceId, scope: [`workspace:${workspaceId}`], recording: { enabled: true } };
  const made = await call('POST', '/settings', { key, body });
  expectStatus(made, 201);
  const reach = settingsReach(context, { sleep: async () => undefined, log: () => undefined });
  return filesRun(async () => {
    const change = { transcription: { language: 'de' } };
    expectStatus(await call('PATCH', `/settings/${made.body.id}`, { key, body: change }), 200);
    for (const { pk, sk, due_pk } of dynamo.items())
      if (sk?.S === 'EVENT#job.reach' && due_pk)
        await reach({ 'detail-type': 'job.reach', detail: { id: pk?.S } }, { getRemainingTimeInMillis: () => 300_000 });
  });
};

/** An uploaded video, ordered, recognized and exported as a Word document. */
export const uploadToExport: Flow = async () => {
  const { world, owner, anUpload, order, worker, readOrder } = await aMediaOrderWorld();
  const texts = callsTo(exportsGroup(world.context));
  const writer = exportWorker(world);
  return filesRun(async () => {
    const url = await anUpload();
    const ordered = await order({ url });
    expectStatus(ordered, 201);
    while (await worker.next());
    const { outputs_ids: ids } = await readOrder(ordered.body.id);
    const body = { conversation_ids: ids, format: 'docx' };
    const made = await texts('POST', '/exports', { key: owner.key, body });
    expectStatus(made, 201);
    await writer.run();
    const { body: written } = await texts('GET', `/exports/${made.body.id}`, { key: owner.key });
    if (written.state !== 'ready') throw new Error(`The export is ${written.state}.`);
  });
};

function expectStatus({ status, body }: { readonly status: number; readonly body: unknown }, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`);
}

/** By precise coverage: a file counts when one of its functions was called, not when it was only imported. */
async function filesRun(run: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    );
    // The test client holds every answer to the OpenAPI document; the service does not make that in a request.
    return called
      .flatMap(({ url }) => sourceOf(url))
      .filter((path) => !path.includes('openapi'))
      .sort();
  } finally {
    session.disconnect();
  }
}

function sourceOf(url: string): readonly string[] {
  if (!url.startsWith('file:')) return [];
  const [path] = /(?:shared|functions)\/.+\.ts$/.exec(fileURLToPath(url)) ?? [];
  return path === undefined || fileURLToPath(url).includes('/test/') ? [] : [path];
}
