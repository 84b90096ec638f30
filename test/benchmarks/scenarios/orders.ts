import { allowHumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { orderWorker } from '#test/support/order-worker';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';
import { aRecordedMeeting } from './meetings.ts';

async function aSource({ call }: Office, id: Promise<string>): Promise<string> {
  return (await call('GET', `/meetings/${await id}`)).results.transcript.conversation_id;
}

const bodyFor = async (office: Office, confirm: boolean) => ({
  source_conversation_id: await aSource(office, aRecordedMeeting(office)),
  target_languages: ['fr', 'de'],
  confirm,
});

const taskFor = async (office: Office) => ({
  transcription_id: await aSource(office, aRecordedMeeting(office)),
  target_language: 'fr',
});

/** A new order for each request. */
const eachOf =
  (path: (id: string) => string, confirm: boolean): Scenario['prepare'] =>
  async (office) => {
    const body = await bodyFor(office, confirm);
    return async () => {
      const { id } = await office.call('POST', '/translate', body);
      return office.request('POST', path(id));
    };
  };

/** Other orders of the office may hold the places of its workspace: those that wait are looked at every minute. */
async function untilLocked({ call, world }: Office, id: string): Promise<void> {
  const worker = orderWorker(world);
  while ((await call('GET', `/orders/${id}`)).state !== 'locked') {
    await worker.untilQuiet();
    world.clock.advance(MINUTE_MS);
  }
}

/** A minute later, since an order is not run again at once. */
async function untilFailed({ call, world }: Office, id: string): Promise<void> {
  const refusing = {
    translate: async () => ({ status: 'failed', reason: 'translation_failed', detail: 'No.' }) as const,
  };
  const worker = orderWorker(world, { translator: refusing });
  while ((await call('GET', `/orders/${id}`)).state !== 'failed') {
    await worker.untilQuiet();
    world.clock.advance(MINUTE_MS);
  }
  world.clock.advance(MINUTE_MS);
}

/** An order of a file at a public URL. */
const ofMedia = (path: '/transcribe' | '/subtitle' | '/orders'): Scenario => ({
  operation: `POST ${path}`,
  status: 201,
  async prepare(office) {
    const body = {
      workspace_id: office.owner.workspaceId,
      ...{ url: 'https://files.example.test/interview.mp4', language: 'en' },
    };
    return async () => office.request('POST', path, body);
  },
});

export const orderScenarios: readonly Scenario[] = [
  ofMedia('/transcribe'),
  ofMedia('/subtitle'),
  ofMedia('/orders'),
  {
    operation: 'POST /transcriptions',
    status: 201,
    async prepare(office) {
      const body = {
        ...{ organization_id: office.owner.workspaceId, folder: 'Interviews' },
        ...{ tmp_url: 'https://files.example.test/interview.mp4', language: 'en' },
      };
      return async () => office.request('POST', '/transcriptions', body);
    },
  },
  {
    operation: 'POST /translate',
    status: 201,
    async prepare(office) {
      const body = await bodyFor(office, true);
      return async () => office.request('POST', '/translate', body);
    },
  },
  {
    operation: 'POST /orders/translation',
    status: 201,
    async prepare(office) {
      const { source_conversation_id, ...rest } = await bodyFor(office, true);
      const body = { source_transcription_id: source_conversation_id, ...rest };
      return async () => office.request('POST', '/orders/translation', body);
    },
  },
  {
    operation: 'POST /task/transcription_translation',
    status: 201,
    async prepare(office) {
      const body = await taskFor(office);
      return async () => office.request('POST', '/task/transcription_translation', body);
    },
  },
  {
    operation: 'GET /task/transcription_translation/{id}',
    status: 200,
    prepare: always('GET', async (office) => {
      const { id } = await office.call('POST', '/task/transcription_translation', await taskFor(office));
      return `/task/transcription_translation/${id}`;
    }),
  },
  {
    operation: 'GET /orders',
    status: 200,
    prepare: always('GET', async (office) => {
      await office.call('POST', '/translate', await bodyFor(office, true));
      return `/orders?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /orders/{id}',
    status: 200,
    prepare: always(
      'GET',
      async (office) => `/orders/${(await office.call('POST', '/translate', await bodyFor(office, true))).id}`,
    ),
  },
  {
    operation: 'POST /orders/{id}/confirm',
    status: 200,
    prepare: eachOf((id) => `/orders/${id}/confirm`, false),
  },
  {
    operation: 'POST /orders/{id}/cancel',
    status: 200,
    prepare: eachOf((id) => `/orders/${id}/cancel`, true),
  },
  {
    operation: 'POST /orders/{id}/retry',
    status: 200,
    async prepare(office) {
      const body = await bodyFor(office, true);
      return async () => {
        const { id } = await office.call('POST', '/translate', body);
        await untilFailed(office, id);
        return office.request('POST', `/orders/${id}/retry`);
      };
    },
  },
  {
    operation: 'POST /orders/{id}/fulfill',
    status: 200,
    async prepare(office) {
      const { world, workspaceId } = office;
      await allowHumanWork(world.context)(workspaceId, { humanTranslation: true });
      const body = { ...(await bodyFor(office, true)), service: 'pro' };
      return async () => {
        const { id } = await office.call('POST', '/translate', body);
        await untilLocked(office, id);
        return office.request('POST', `/orders/${id}/fulfill`);
      };
    },
  },
];
