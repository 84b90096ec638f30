import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { MeetingId, MemberId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { HOUR_MS } from '#shared/foundation/core/time';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import { meetings } from '#shared/meetings/meetings/store';
import { conversationOf } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { newDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { resources } from '#shared/wiring/resources';
import { aPersonIn } from '#test/support/a-person-in';
import { anAgent } from '#test/support/an-agent';
import { aCopyOfWorld, callsTo, noon } from '#test/support/api';
import { newOneOf } from '#test/support/resources';
import { aPng } from '#test/unit/files/rules/images';
import { aDeployment, everyGroup } from './a-deployment.ts';

type Deployment = Awaited<ReturnType<typeof aDeployment>>;
type Owner = Deployment['owner'];

let built: ReturnType<typeof build> | undefined;

/** Two workspaces, each with one of everything that has an id. They are built once per test file; each call returns a copy. */
export async function twoOffices() {
  built ??= build();
  const { world, owner, stranger, ours, theirs } = await built;
  const copy = await aCopyOfWorld(world);
  return { ...copy, world: copy, owner, stranger, call: callsTo(everyGroup(copy.context)), ours, theirs };
}

async function build() {
  const deployment = await aDeployment();
  const ours = await anOffice(deployment, deployment.owner);
  const theirs = await anOffice(deployment, deployment.stranger);
  return { ...deployment, ours, theirs };
}

export type Office = Awaited<ReturnType<typeof anOffice>>;

/** The ids of one of everything, by their prefixes. */
export async function anOffice({ call, context }: Deployment, { key, userId, workspaceId }: Owner) {
  const make = async (path: string, body: object): Promise<string> => {
    const answered = await call('POST', path, { key, body });
    if (answered.status !== 201) throw new Error(`${path}: ${JSON.stringify(answered.body)}`);
    return answered.body.id;
  };
  const here = { workspace_id: workspaceId };
  const mem = await make('/members', { ...here, email: 'ada@acme.test' });
  const whe = await make('/webhook_endpoints', { ...here, url: 'https://partner.test/hooks', enabled_events: ['*'] });
  const bot = await make('/bots', { ...here, meeting_url: 'https://meet.google.com/abc-good-def' });
  const set = await make('/settings', { ...here, recording: { enabled: true } });
  const asg = await make('/settings_assignments', { settings_id: set, scope: [`member:${mem}`] });
  const parts = { file: { bytes: aPng(), filename: 'logo.png' }, purpose: 'brand_kit', ...here };
  const file: string = (await call('POST', '/files', { key, parts })).body.id;
  const brk = await make('/brand_kits', { ...here, name: 'Ours', bot: { tile: { logo: { file } } } });
  const event = { member_id: mem, ical_uid: 'weekly@acme.test', starts_at: new Date(noon + HOUR_MS).toISOString() };
  const cev = await make('/calendar_events', { ...here, ...event });
  const cal = await aConnection({ context }, workspaceId, mem as MemberId, 'ada@gmail.test');
  await aConnection({ context }, workspaceId, mem as MemberId, 'ada@work.test');
  const cfd = await make('/calendar_feeds', { ...here, member_id: mem, url: 'https://calendar.example.com/ada.ics' });
  await make('/calendar_feeds', { ...here, member_id: mem, url: 'https://calendar.example.com/work.ics' });
  const mtg: string = (await call('GET', `/bots/${bot}`, { key })).body.meeting_id;

  const evt = await aDelivery({ context }, workspaceId, whe as WebhookEndpointId);
  await aDelivery({ context }, workspaceId, whe as WebhookEndpointId);
  const con = await aConversation({ context }, mtg as MeetingId);
  await aConversation({ context }, mtg as MeetingId);
  const { per, com } = await aPersonIn({ context }, workspaceId, 'grace@navy.test');
  await aPersonIn({ context }, workspaceId, 'alan@bletchley.test');
  const exp = await make('/exports', { conversation_ids: [con], format: 'txt' });
  await make('/exports', { conversation_ids: [con], format: 'txt' });
  const translation = { source_conversation_id: con, target_languages: ['fr'] };
  const ord = await make('/translate', translation);
  await make('/translate', translation);
  const fol = await make('/folders', { ...here, name: 'Ours' });
  const upl = await make('/uploads', { ...here, filename: 'call.mp4', size: 1 });
  const terms = [{ source: 'Acme' }];
  const glo = await make('/glossaries', { ...here, name: 'Ours', source_language: 'en', terms });
  const mbr = await make('/organization_memberships', { ...here, email: 'grace@acme.test', role: 'guest' });
  const agt = await anAgent({ context }, userId);
  await anAgent({ context }, userId);
  const aud: string = (await call('GET', `/audit_events?workspace_id=${workspaceId}`, { key })).body.data[0].id;
  const ofResources: Record<string, string> = {};
  for (const resource of resources)
    ofResources[resource.entity.prefix] = await make(resource.contracts.create.path, {
      ...newOneOf(resource),
      ...here,
    });
  const { tpl = '' } = ofResources;
  return {
    ...ofResources,
    tpl,
    wks: workspaceId as string,
    usr: userId as string,
    agt,
    aud,
    mbr,
    mem,
    cev,
    cal,
    cfd,
    mtg,
    per,
    com,
    con,
    fol,
    upl,
    exp,
    glo,
    ord,
    bot,
    set,
    asg,
    file,
    brk,
    whe,
    evt: evt as string,
  };
}

/** What a member's consent leads to. */
async function aConnection(
  { context }: Pick<Deployment, 'context'>,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  accountEmail: string,
): Promise<string> {
  const { table } = context;
  const workspace = await workspaces.find(table, workspaceId);
  if (!workspace) throw new Error('The workspace is not there.');
  const connect = connectCalendar(context);
  const consent = { memberId, provider: 'google', accountEmail, refreshToken: 'granted' } as const;
  return (await connect(workspace.state, consent)).id;
}

/** What the first transcript of a meeting leads to. */
async function aConversation({ context }: Pick<Deployment, 'context'>, meetingId: MeetingId): Promise<string> {
  const meeting = await meetings.find(context.table, meetingId);
  if (!meeting) throw new Error('The meeting is not there.');
  const conversation = conversationOf(meeting.state, context.ids.make('con'), noon);
  await context.changes.save({ at: noon, writes: [conversations.put(undefined, conversation)] });
  return conversation.id;
}

async function aDelivery(
  { context }: Pick<Deployment, 'context'>,
  workspaceId: WorkspaceId,
  endpointId: WebhookEndpointId,
) {
  const outboxId = context.ids.make('out');
  const identity = { id: deliveryIdFor(outboxId, endpointId, noon), workspaceId, endpointId, outboxId };
  const sent = {
    type: 'meeting.created',
    url: 'https://partner.test/hooks',
    apiVersion: '2026-10-12',
    createdAt: noon,
  };
  await deliveryStore(context.table).create(newDelivery({ ...identity, ...sent }), noon);
  return identity.id;
}
