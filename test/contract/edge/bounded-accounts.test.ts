import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { aPng } from '#test/unit/files/rules/images';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { aDeployment, codesOf } from './a-deployment.ts';

type Deployment = Awaited<ReturnType<typeof aDeployment>>;
type Account = Deployment['owner'];

const upload = ({ call }: Deployment, { key, workspaceId: workspace_id }: Account, bytes = aPng()) =>
  call('POST', '/files', { key, parts: { file: { bytes, filename: 'logo' }, purpose: 'brand_kit', workspace_id } });

const posting =
  (path: string, body: object) =>
  ({ call }: Deployment, { key, workspaceId }: Account): Promise<ApiResponse> =>
    call('POST', path, { key, body: { workspace_id: workspaceId, ...body } });

const template = { name: 'Mine', instructions: 'Be short.', sections: [{ key: 'a', title: 'A', instructions: 'A.' }] };
const endpoint = { url: 'https://partner.test/hooks', enabled_events: ['*'], status: 'disabled' };
const link = { member_data: { email: 'ada@acme.test' }, return_url: 'https://partner.test/back' };

let made = 0;
/** Of another name each time. */
const aNewFolder: ReturnType<typeof posting> = (to, account) => {
  made += 1;
  return posting('/folders', { name: `Folder ${made}` })(to, account);
};

/** Of another address each time. */
const aNewInvitation: ReturnType<typeof posting> = (to, account) => {
  made += 1;
  return posting('/organization_memberships', { email: `new-${made}@acme.test`, role: 'guest' })(to, account);
};

/** Of a text of their own each time. */
const aNewExport = async ({ call, world }: Deployment, account: Account): Promise<ApiResponse> => {
  const { id } = await anOrderConversation(world, account);
  return call('POST', '/exports', { key: account.key, body: { conversation_ids: [id], format: 'txt' } });
};

/** What an account can make, with the limit of which two fit. */
const MADE: readonly (readonly [string, LimitOverrides, (to: Deployment, account: Account) => Promise<ApiResponse>])[] =
  [
    ['files', { files: 2 }, upload],
    ['bytes of files', { file_bytes: 2 * aPng().length }, upload],
    ['settings', { settings: 2 }, posting('/settings', { recording: { enabled: true } })],
    ['summary templates', { templates: 2 }, posting('/summary_templates', template)],
    ['brand kits', { brand_kits: 2 }, posting('/brand_kits', { name: 'Acme' })],
    ['folders', { folders: 2 }, aNewFolder],
    ['exports', { exports: 2 }, aNewExport],
    ['invitations', { invitations: 2 }, aNewInvitation],
    ['webhook endpoints', { webhook_endpoints: 2 }, posting('/webhook_endpoints', endpoint)],
    ['connect links', { connect_links: 2 }, posting('/calendar_connect_links', link)],
  ];

describe.each(MADE)('the %s that an account can make', (_what, limits, make) => {
  it('are bounded in their workspace, however many are asked for at once', async () => {
    const deployment = await aDeployment(aWorld({ useOf: useFactory(limits) }));
    const { owner, stranger, clock } = deployment;

    const answers = await Promise.all(Array.from({ length: 8 }, () => make(deployment, owner)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.flatMap(codesOf))).toEqual(new Set(['rate_limited']));
    expect((await make(deployment, stranger)).status).toBe(201);
    clock.advance(Number(refused[0]?.body.retry_in_seconds) * 1000);
    expect((await make(deployment, owner)).status).toBe(201);
  });
});

it('a file that does not fit into the bytes of the day leaves room for a smaller one', async () => {
  const png = aPng();
  const deployment = await aDeployment(aWorld({ useOf: useFactory({ file_bytes: png.length }) }));
  const larger = Buffer.concat([png, Buffer.alloc(1)]);

  const statuses = [
    (await upload(deployment, deployment.owner, larger)).status,
    (await upload(deployment, deployment.owner, png)).status,
  ];

  expect(statuses).toEqual([429, 201]);
});
