import type { PaidKind } from '#shared/accounts/usage/rules/usage-limits';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { contracts } from '#shared/wiring/all-contracts';
import { anOffice } from '#test/contract/app-pages/an-office';
import { aSummaryWorld } from '#test/contract/conversations/a-summary';
import { aFailedText, aFailedTranslation } from '#test/contract/orders/a-failed-order';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { anUploadWorld } from '#test/contract/uploads/upload-world';
import type { World } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
}

/** A way in to paid work, or to storage, in a workspace where nothing else is in the way. */
interface Door {
  readonly world: World;
  readonly workspaceId: Parameters<ReturnType<typeof setUsageLimits>>[0];
  readonly knock: () => Promise<Answer>;
}

const OLDER = { headers: { 'service-version': '2026-10-12' } };

interface Retryable {
  readonly world: World;
  readonly owner: { readonly workspaceId: Door['workspaceId'] };
  readonly retry: () => Promise<Answer>;
}

async function translations(knockAt: (world: Awaited<ReturnType<typeof anOrderWorld>>) => Promise<Door['knock']>) {
  const made = await anOrderWorld();
  return { world: made.world, workspaceId: made.owner.workspaceId, knock: await knockAt(made) };
}

async function media(knockAt: (world: Awaited<ReturnType<typeof aMediaOrderWorld>>) => Promise<Door['knock']>) {
  const made = await aMediaOrderWorld();
  return { world: made.world, workspaceId: made.owner.workspaceId, knock: await knockAt(made) };
}

async function failed(ofOrder: () => Promise<Retryable>): Promise<Door> {
  const { world, owner, retry } = await ofOrder();
  return { world, workspaceId: owner.workspaceId, knock: () => retry() };
}

async function page(kind: 'file' | 'translation'): Promise<Door> {
  const office = await anOffice();
  const { world, owner, path } = office;
  const browser = await office.ownersBrowser();
  if (kind === 'file') {
    await browser.get(path(`orders/new?upload=${await office.aFile()}`));
    const fields = { kind: 'transcription', language: 'en', folder_id: 'root' };
    return { world, workspaceId: owner.workspaceId, knock: () => browser.submit(path('orders'), fields) };
  }
  const conversation = `/app/conversations/${(await office.aRecording()).conversationId}`;
  await browser.get(conversation);
  const knock = () => browser.submit(`${conversation}/translations`, { target_languages: 'fr' });
  return { world, workspaceId: owner.workspaceId, knock };
}

async function anUpload(knock: (world: Awaited<ReturnType<typeof anUploadWorld>>) => Promise<Answer>): Promise<Door> {
  const made = await anUploadWorld();
  return { world: made.world, workspaceId: made.owner.workspaceId, knock: () => knock(made) };
}

/** Every way in, by the operation of the API or the form of a page. */
const DOORS: readonly (readonly [string, PaidKind | 'stored_bytes', () => Promise<Door>])[] = [
  [
    'POST /translate',
    'translated_characters',
    () =>
      translations(
        async ({ order }) =>
          () =>
            order(),
      ),
  ],
  [
    'POST /orders/{id}/confirm',
    'translated_characters',
    () =>
      translations(async ({ order, act }) => {
        const { id } = (await order({ confirm: false })).body;
        return () => act(id, 'confirm');
      }),
  ],
  [
    'POST /orders/translation',
    'translated_characters',
    () =>
      translations(async ({ call, owner: { key }, source }) => {
        const body = { source_transcription_id: source, target_languages: ['fr'] };
        return () => call('POST', '/orders/translation', { key, body, ...OLDER });
      }),
  ],
  [
    'POST /task/transcription_translation',
    'translated_characters',
    () =>
      translations(async ({ call, owner: { key }, source }) => {
        const body = { transcription_id: source, target_language: 'fr' };
        return () => call('POST', '/task/transcription_translation', { key, body, ...OLDER });
      }),
  ],
  [
    'POST /transcribe',
    'recognized_seconds',
    () =>
      media(
        async ({ order }) =>
          () =>
            order(),
      ),
  ],
  [
    'POST /subtitle',
    'recognized_seconds',
    () =>
      media(
        async ({ order }) =>
          () =>
            order({}, { path: '/subtitle' }),
      ),
  ],
  [
    'POST /orders/{id}/confirm',
    'recognized_seconds',
    () =>
      media(async ({ order, act }) => {
        const { id } = (await order({ confirm: false })).body;
        return () => act(id, 'confirm');
      }),
  ],
  ['POST /orders/{id}/retry', 'translated_characters', () => failed(aFailedTranslation)],
  ['POST /orders/{id}/retry', 'recognized_seconds', () => failed(aFailedText)],
  ['POST /orders/{id}/retry', 'stored_bytes', () => failed(aFailedText)],
  [
    'POST /orders',
    'recognized_seconds',
    () =>
      media(
        async ({ order }) =>
          () =>
            order({}, { path: '/orders' }),
      ),
  ],
  [
    'POST /transcriptions',
    'recognized_seconds',
    () =>
      media(async ({ callTexts, owner: { key, workspaceId }, url }) => {
        const body = { organization_id: workspaceId, tmp_url: url, language: 'en' };
        return () => callTexts('POST', '/transcriptions', { key, body, ...OLDER });
      }),
  ],
  [
    'GET /conversations/{id}/summary',
    'summarized_characters',
    async () => {
      const { world, owner, summary } = await aSummaryWorld();
      return { world, workspaceId: owner.workspaceId, knock: () => summary() };
    },
  ],
  ['GET /uploads/new', 'stored_bytes', () => anUpload(({ createByGet }) => createByGet())],
  ['POST /uploads', 'stored_bytes', () => anUpload(({ create }) => create())],
  [
    'POST /transcribe',
    'stored_bytes',
    () =>
      media(
        async ({ order }) =>
          () =>
            order(),
      ),
  ],
  [
    'POST /subtitle',
    'stored_bytes',
    () =>
      media(
        async ({ order }) =>
          () =>
            order({}, { path: '/subtitle' }),
      ),
  ],
  ['the form for texts of files', 'stored_bytes', () => page('file')],
  ['the form for texts of files', 'recognized_seconds', () => page('file')],
  ['the form for translations', 'translated_characters', () => page('translation')],
];

/** Operations with the same code for another reason: bots have limits of their own, and so have the workspaces of a user. */
const FOR_ANOTHER_REASON = ['POST /bots', 'POST /workspaces'];

const refusesByPlan = ({ errors }: Contract): boolean => (errors?.[403] ?? []).includes('plan_upgrade_required');

/** A deprecated path that leads to the same endpoint as another. */
const isAlias = ({ method, path }: Contract): boolean =>
  contracts.some((one) => one.method === method && one.aliases?.some((alias) => alias.path === path));

describe('paid work, and storage, whose limit is used up', () => {
  it.each(DOORS)(
    'is refused at the door, where nothing is written, until the limit is raised: %s, %s',
    async (name, kind, open) => {
      const { world, workspaceId, knock } = await open();
      const limit = (most: number | null) => setUsageLimits(world.context)(workspaceId, { [kind]: most });
      await limit(0);
      const rows = () => world.dynamo.items().map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
      const before = rows();

      const refused = await knock();

      expect([refused.status, JSON.stringify(refused.body ?? refused.text)]).toEqual([
        403,
        expect.stringContaining(`The limit of the workspace for ${kind.replace('_', ' ')} is 0`),
      ]);
      const contract = contracts.find((one) => nameOf(one) === name);
      if (contract) expect(expectError(contract, refused as never, 403)).toEqual(['plan_upgrade_required']);
      expect(rows()).toEqual(before);
      await limit(null);
      expect((await knock()).status).toBeLessThan(400);
    },
  );

  it('is refused by every operation of the document that has the code for it', () => {
    const documented = contracts.filter((one) => refusesByPlan(one) && !isAlias(one)).map(nameOf);

    expect(documented.filter((name) => !FOR_ANOTHER_REASON.includes(name)).toSorted()).toEqual(
      [...new Set(DOORS.map(([name]) => name))].filter((name) => name.includes('/')).toSorted(),
    );
  });
});
