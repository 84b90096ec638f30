import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import type { AppDependencies } from '#shared/api/http/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import { HOUR_MS } from '#shared/foundation/core/time';
import { meetings } from '#shared/meetings/meetings/store';
import { appContext } from '#shared/wiring/app-context';
import { asSend } from '#test/doubles/aws/in-memory-client';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { type Call, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { everyGroup } from './a-deployment.ts';
import { unknownIdLike } from './access-world.ts';
import { twoOffices } from './two-offices.ts';

const LINK = 'https://meet.google.com/xyz-good-abc';
const linkTo = (group: string) => `https://meet.google.com/xyz-${group}-abc`;
const starts_at = '2026-11-02T14:00:00Z';

/** An office that calls as its owner, unless told otherwise. */
export async function anOfficeWithOwner(given: Partial<AppDependencies> = {}) {
  const offices = await twoOffices();
  const context = { ...offices.context, ...appContext({ ...offices.context, ...given }) };
  const call = callsTo(everyGroup(context));
  const { key, workspaceId } = offices.owner;
  const as =
    (method: string) =>
    (path: string, body?: unknown, more: Call = {}) =>
      call(method, path, { key, ...(body !== undefined && { body }), ...more });
  return {
    ...offices,
    call,
    get: as('GET'),
    patch: as('PATCH'),
    remove: as('DELETE'),
    post: as('POST'),
    /** To a collection of our workspace. */
    create: (path: string, body: object, more: Call = {}) =>
      as('POST')(path, { workspace_id: workspaceId, ...body }, more),
    keyOf: async (role: 'admin' | 'member') => (await offices.aColleague(workspaceId, role)).key,
  };
}

/** The meeting of the office's calendar event, moved in time or brought to life. */
async function theMeeting(
  office: Awaited<ReturnType<typeof anOfficeWithOwner>>,
  now: 'live' | 'past',
): Promise<string> {
  const { context, clock, ours, get } = office;
  const id: string = (await get(`/calendar_events/${ours.cev}`)).body.meeting_id;
  if (now === 'past') {
    clock.advance(30 * 24 * HOUR_MS);
    return id;
  }
  const before = await meetings.find(context.table, ours.mtg as MeetingId);
  const recordings = before?.state.recordings.map((one) => ({ ...one, status: 'in_call' as const })) ?? [];
  if (before)
    await context.changes.save({ at: clock.now(), writes: [meetings.put(before, { ...before.state, recordings })] });
  return ours.mtg;
}

const language = { transcription: { language: 'de' } };

/**
 * For each code a request that is answered with it, as a caller comes by it. The list of codes is that of the
 * documents, in every-code.test.ts.
 */
export const CASES: Readonly<Record<string, () => Promise<ApiResponse>>> = {
  '400 bad_request': async () => (await anOfficeWithOwner()).get('/meetings'),
  '400 invalid_json': async () => (await anOfficeWithOwner()).post('/members', undefined, { raw: '{"name":' }),
  '400 invalid_api_version': async () =>
    (await anOfficeWithOwner()).get('/workspaces', undefined, { headers: { 'service-version': 'now' } }),
  '400 missing': async () => (await anOfficeWithOwner()).create('/calendar_events', {}),

  '401 missing_api_key': async () => (await anOfficeWithOwner()).call('GET', '/workspaces'),
  '401 invalid_api_key': async () => (await anOfficeWithOwner()).call('GET', '/workspaces', { key: 'rap_unknown' }),
  '401 unauthorized': async () => {
    const { get, theirs } = await anOfficeWithOwner();
    return get(`/members?workspace_id=${theirs.wks}`);
  },

  '403 plan_upgrade_required': async () =>
    (await anOfficeWithOwner({ deployment: { off: ['summary_templates'], enforced: [] } })).create(
      '/summary_templates',
      {},
    ),
  '403 workspace_access_not_allowed': async () => {
    const { get, keyOf, ours } = await anOfficeWithOwner();
    return get(`/webhook_endpoints/${ours.whe}`, undefined, { key: await keyOf('member') });
  },
  '403 workspace_update_not_allowed': async () => {
    const { patch, keyOf, ours } = await anOfficeWithOwner();
    return patch(`/workspaces/${ours.wks}`, { name: 'Eve' }, { key: await keyOf('member') });
  },
  '403 workspace_archive_not_allowed': async () => {
    const { remove, keyOf, ours } = await anOfficeWithOwner();
    return remove(`/workspaces/${ours.wks}`, undefined, { key: await keyOf('admin') });
  },
  '403 workspace_creation_not_allowed': async () =>
    (await anOfficeWithOwner({ deployment: { off: ['workspace_creation'], enforced: [] } })).post('/workspaces', {
      name: 'Eve',
    }),

  '404 not_found': async () => {
    const { get, ours } = await anOfficeWithOwner();
    return get(`/members/${unknownIdLike(ours.mem)}`);
  },
  '405 method_not_allowed': async () => (await anOfficeWithOwner()).patch('/workspaces'),
  '406 not_acceptable': async () =>
    (await anOfficeWithOwner()).get('/workspaces', undefined, { headers: { accept: 'text/html' } }),

  '409 conflict': async () =>
    (await anOfficeWithOwner()).create('/bots', { meeting_url: 'https://meet.google.com/abc-good-def' }),
  '409 bot_not_editable': async () => {
    const { patch, remove, ours } = await anOfficeWithOwner();
    await remove(`/bots/${ours.bot}`);
    return patch(`/bots/${ours.bot}`, { bot_name: 'Eve' });
  },
  '409 bot_not_cancellable': async () => {
    const { remove, ours } = await anOfficeWithOwner();
    await remove(`/bots/${ours.bot}`);
    return remove(`/bots/${ours.bot}`);
  },
  '409 meeting_not_upcoming': async () => {
    const office = await anOfficeWithOwner();
    return office.patch(`/meetings/${await theMeeting(office, 'past')}/settings`, language);
  },
  '409 meeting_live': async () => {
    const office = await anOfficeWithOwner();
    return office.patch(`/meetings/${await theMeeting(office, 'live')}/settings`, language);
  },
  '409 no_calendar_event': async () => {
    const { patch, ours } = await anOfficeWithOwner();
    return patch(`/meetings/${ours.mtg}/settings`, { recording: { enabled: false } });
  },
  '409 workspace_owner': async () => {
    const { get, remove, ours } = await anOfficeWithOwner();
    const team: readonly { readonly id: string; readonly role: string }[] = (
      await get(`/organization_memberships?workspace_id=${ours.wks}`)
    ).body.data;
    return remove(`/organization_memberships/${team.find(({ role }) => role === 'owner')?.id}`);
  },
  '409 idempotency_key_in_use': async () => {
    const { context, ours, owner } = await anOfficeWithOwner();
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    const silent = { send: () => new Promise<never>(() => sent()) };
    const call = callsTo(webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'], sender: silent }));
    const more = { key: owner.key, body: {}, headers: { 'idempotency-key': 'once' } };
    void call('POST', `/webhook_endpoints/${ours.whe}/test`, more);
    await isSent;
    return call('POST', `/webhook_endpoints/${ours.whe}/test`, more);
  },

  '412 precondition_failed': async () => {
    const { call, ours, owner } = await anOfficeWithOwner();
    const headers = { 'if-match': '"an-older-one"' };
    return call('PATCH', `/conversations/${ours.con}/transcript`, { key: owner.key, body: { segments: [] }, headers });
  },
  '428 precondition_required': async () => {
    const { patch, ours } = await anOfficeWithOwner();
    return patch(`/conversations/${ours.con}/transcript`, { segments: [] });
  },

  '422 missing': async () => (await anOfficeWithOwner()).create('/members', {}),
  '422 blank': async () => (await anOfficeWithOwner()).create('/members', { name: ' ' }),
  '422 invalid': async () => {
    const { create, theirs } = await anOfficeWithOwner();
    return create('/calendar_events', { member_id: theirs.mem, ical_uid: 'a', starts_at });
  },
  '422 inclusion': async () => {
    const { patch, ours } = await anOfficeWithOwner();
    return patch(`/webhook_endpoints/${ours.whe}`, { status: 'asleep' });
  },
  '422 invalid_type': async () => (await anOfficeWithOwner()).create('/members', { name: 7 }),
  '422 invalid_format': async () => (await anOfficeWithOwner()).create('/members', { email: 'no-address' }),
  '422 too_long': async () => (await anOfficeWithOwner()).create('/members', { name: 'x'.repeat(101) }),
  '422 unusable_setting': async () => {
    const { create, theirs } = await anOfficeWithOwner();
    return create('/settings', { summary: { template: theirs.tpl } });
  },
  '422 provider_rejected': async () => (await anOfficeWithOwner()).create('/bots', { meeting_url: linkTo('deny') }),
  '422 unavailable': async () => (await anOfficeWithOwner()).create('/bots', { meeting_url: linkTo('full') }),
  '422 unknown_field': async () => (await anOfficeWithOwner()).create('/members', { name: 'Ada', colour: 'red' }),
  '422 not_supported': async () =>
    (await anOfficeWithOwner()).create('/settings', { summary: { language: 'inherit' } }),
  '422 not_available': async () => {
    const office = await anOfficeWithOwner({ deployment: { off: ['multilingual_transcription'], enforced: [] } });
    return office.create('/bots', { meeting_url: LINK, language: 'multi' });
  },
  '422 enforced': async () => {
    const office = await anOfficeWithOwner({ deployment: { off: [], enforced: ['transcription.language'] } });
    return office.create('/settings', language);
  },
  '422 idempotency_key_reused': async () => {
    const { create } = await anOfficeWithOwner();
    const more = { headers: { 'idempotency-key': 'once' } };
    await create('/members', { name: 'Ada' }, more);
    return create('/members', { name: 'Ben' }, more);
  },

  '429 rate_limited': async () =>
    (await anOfficeWithOwner({ limits: { members: 0 } })).create('/members', { name: 'Ada' }),
  '429 workspace_creation_rate_limited': async () =>
    (await anOfficeWithOwner({ limits: { workspaces: 0 } })).post('/workspaces', { name: 'Eve' }),

  '500 internal_error': async () => {
    const broken = { send: asSend<never>(() => Promise.reject(new TypeError('odd'))) };
    const office = await anOfficeWithOwner();
    const context = { ...office.context, ...appContext({ ...office.context, table: tableOver(broken) }) };
    return callsTo(everyGroup(context))('GET', '/workspaces', { key: office.owner.key });
  },
  '502 provider_error': async () => (await anOfficeWithOwner()).create('/bots', { meeting_url: linkTo('oops') }),
  '503 provider_unavailable': async () => (await anOfficeWithOwner()).create('/bots', { meeting_url: linkTo('down') }),
};
