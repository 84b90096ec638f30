import { aPersonIn } from '#test/support/a-person-in';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { anOffice } from './an-office.ts';

/** An office with one of each resource that pages and forms need. */
export async function aFullOffice() {
  const office = await anOffice();
  const { id: connection } = await office.aConnection(await office.aMember());
  await office.aFeed(await office.aMember());
  const event = await office.anEvent({ endpointId: await office.anEndpoint() });
  const meeting = await office.aMeeting();
  const { per, com } = await aPersonIn(office.world, office.owner.workspaceId, 'grace@navy.test');
  const { conversationId } = await office.aRecording();
  const exported = await office.anExport(conversationId);
  const locked = await office.aLockedOrder(conversationId);
  const draft = await office.aTranslation(conversationId, { confirm: false });
  const order = await office.aTranslation(conversationId);
  const folder = await office.aFolder();
  const upload = await office.anUpload();
  const file = await office.aFile();
  await office.aGlossary();
  await office.aStyleGuide('subtitles', { organization_default: true });
  const conversation = `/app/conversations/${conversationId}`;
  const { id: text } = await anOrderConversation(office.world, office.owner);
  const translation = `/app/conversations/${text}`;
  const invited = await office.anInvitation('grace@acme.test');
  const other = await office.world.anOwner('Beta');
  const ownInvitation = await office.anInvitationTo(other, 'owner@acme.test');
  const live = await office.aBotOnItsWay();
  const { path } = office;
  const forms = [
    '/app/workspaces',
    '/settings/personal/api',
    '/settings/personal/agents',
    '/app/agent_sessions/new',
    path(`connections/${connection}/reconnect`),
    path(`connections/${connection}/sync`),
    path(`connections/${connection}/disconnect`),
    path(`webhooks/${event}/redeliver`),
    conversation,
    `${conversation}/segments/seg_1`,
    `${conversation}/speakers`,
    `${conversation}/exports`,
    `${translation}/trash`,
    `${translation}/restore`,
    `${translation}/delete`,
    `${conversation}/translations`,
    `/app/orders/${draft}/confirm`,
    `/app/orders/${locked}/fulfill`,
    `/app/orders/${order}/cancel`,
    path('orders'),
    path('uploads'),
    path(`uploads/${upload.id}/links`),
    path(`uploads/${upload.id}/complete`),
    path('team'),
    path(`team/${invited}`),
    path(`team/${invited}/invitation`),
    path(`team/${invited}/remove`),
    `/app/invitations/${ownInvitation}`,
    path('folders'),
    path(`folders/${folder}`),
    path(`folders/${folder}/delete`),
  ];
  const pages = [
    '/',
    '/app',
    '/settings/personal/api',
    '/settings/personal/agents',
    '/app/agent_sessions/new',
    path('connections'),
    path('connections/feeds'),
    path(`connections/${connection}/disconnect`),
    path('team'),
    path(`team/${invited}`),
    `/app/invitations/${ownInvitation}`,
    path('webhooks'),
    path(`webhooks/${event}`),
    path('meetings'),
    `/app/meetings/${meeting}`,
    path('people'),
    `/app/people/${per}`,
    path('companies'),
    path('usage'),
    path('audit_events'),
    `/app/companies/${com}`,
    path('conversations'),
    conversation,
    `${conversation}/transcript.txt`,
    path('trash'),
    path('uploads'),
    `${translation}/delete`,
    `/app/exports/${exported}`,
    path('orders'),
    path(`orders/new?upload=${file}`),
    `/app/orders/${order}`,
    path('folders'),
    path(`folders/${folder}`),
    `/app/meetings/${meeting}/transcript.txt`,
    `/app/meetings/${live.meetingId}/live`,
  ];
  return { ...office, forms, pages, etags: upload.etags, file };
}
