import type { Role } from '#shared/foundation/core/roles';
import { nameOf } from '#shared/foundation/http/contract';
import { resources } from '#shared/wiring/resources';
import { changeOf, newOneOf } from '#test/support/resources';
import { aPng } from '#test/unit/files/rules/images';
import type { Office } from './two-offices.ts';

/** Required roles, taken from docs/limits-and-rules.md#users-keys-and-roles and not from the code under test. */
export const NEEDS = {
  /** Every role reads. */
  read: { owner: 'yes', admin: 'yes', member: 'yes', guest: 'yes' },
  take_part: { owner: 'yes', admin: 'yes', member: 'yes', guest: '401 unauthorized' },
  administer: { owner: 'yes', admin: 'yes', member: '401 unauthorized', guest: '401 unauthorized' },
  see_webhooks: {
    owner: 'yes',
    admin: 'yes',
    member: '403 workspace_access_not_allowed',
    guest: '403 workspace_access_not_allowed',
  },
  change_workspace: {
    owner: 'yes',
    admin: 'yes',
    member: '403 workspace_update_not_allowed',
    guest: '403 workspace_update_not_allowed',
  },
  archive_workspace: {
    owner: 'yes',
    admin: '403 workspace_archive_not_allowed',
    member: '403 workspace_archive_not_allowed',
    guest: '403 workspace_archive_not_allowed',
  },
  /** Names no workspace: every user does it for themselves. */
  a_key: { owner: 'yes', admin: 'yes', member: 'yes', guest: 'yes' },
  /** Open: every caller is answered, with or without a key. */
  nothing: { owner: 'yes', admin: 'yes', member: 'yes', guest: 'yes' },
} as const satisfies Readonly<Record<string, Readonly<Record<Role, string>>>>;

export interface AccessRow {
  readonly needs: keyof typeof NEEDS;
  /** What a query cannot do without, `workspace_id` aside. */
  readonly query?: Readonly<Record<string, string>>;
  /** A valid body, `workspace_id` aside; made of the ids of the office that it is sent for. */
  readonly body?: object | ((office: Office) => object);
  /**
   * What a foreign id, and one that does not exist, is answered in each field that takes ids (`workspace_id` aside, which is
   * 401 everywhere): `nothing` for a filter that then matches nothing.
   */
  readonly fields?: Readonly<Record<string, '400 bad_request' | '422 invalid' | '422 unusable_setting' | 'nothing'>>;
  /** What a permitted caller is answered where the state of the one in the office says no. */
  readonly granted?: string;
  /** What a caller of another workspace is answered, where it follows neither from the path nor from `workspace_id`. */
  readonly outside?: string;
  /** The field whose ids alone say which workspace the request is about. */
  readonly namesWorkspace?: string;
}

const UNUSABLE = {
  'summary.template': '422 unusable_setting',
  'branding.brand_kit_id': '422 unusable_setting',
} as const;

const starts_at = '2026-11-02T14:00:00Z';
const meeting_url = 'https://meet.google.com/xyz-good-abc';

/** Every role reads a simple resource; owners and admins change it. */
const OF_RESOURCES: Readonly<Record<string, AccessRow>> = Object.fromEntries(
  resources.flatMap((resource) => [
    [nameOf(resource.contracts.create), { needs: 'administer', body: newOneOf(resource) }],
    [nameOf(resource.contracts.list), { needs: 'read' }],
    [nameOf(resource.contracts.get), { needs: 'read' }],
    [nameOf(resource.contracts.update), { needs: 'administer', body: changeOf(resource) }],
    [nameOf(resource.contracts.remove), { needs: 'administer' }],
  ]),
);

/** One row for each operation, in the order of contracts/all.ts. */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  'GET /workspaces': { needs: 'a_key' },
  'GET /organizations': { needs: 'a_key' },
  'POST /workspaces': { needs: 'a_key', body: { name: 'Eve' } },
  'GET /workspaces/{id}': { needs: 'read' },
  'PATCH /workspaces/{id}': { needs: 'change_workspace', body: { name: 'Eve' } },
  'DELETE /workspaces/{id}': { needs: 'archive_workspace' },

  'GET /usage': { needs: 'see_webhooks' },
  'GET /audit_events': { needs: 'see_webhooks', fields: { user_id: 'nothing' } },
  'GET /audit_events/{id}': { needs: 'see_webhooks' },

  'GET /agents': { needs: 'see_webhooks' },
  'DELETE /agents/{id}': { needs: 'see_webhooks', outside: '401 unauthorized' },

  'GET /organization_memberships': { needs: 'read' },
  'POST /organization_memberships': { needs: 'administer', body: { email: 'eve@acme.test', role: 'member' } },
  'GET /organization_memberships/{id}': { needs: 'read' },
  'PATCH /organization_memberships/{id}': { needs: 'administer', body: { role: 'member' } },
  'DELETE /organization_memberships/{id}': { needs: 'administer' },

  'GET /members': { needs: 'read' },
  'POST /members': { needs: 'administer', body: { email: 'eve@acme.test' } },
  'GET /members/{id}': { needs: 'read' },
  'PATCH /members/{id}': { needs: 'administer', body: { name: 'Eve' } },
  'DELETE /members/{id}': { needs: 'administer' },
  'POST /members/{id}/erase': { needs: 'administer', granted: '409 conflict' },

  'GET /meetings': { needs: 'read', fields: { member_id: 'nothing' } },
  'GET /meetings/{id}': { needs: 'read' },
  'PATCH /meetings/{id}': { needs: 'administer', body: { metadata: { a: 'b' } } },
  'PATCH /meetings/{id}/settings': {
    needs: 'take_part',
    body: { transcription: { language: 'de' } },
    fields: UNUSABLE,
  },
  'GET /meetings/{id}/results': { needs: 'read' },
  // The bot of the office is to join later.
  'GET /meetings/{id}/live': { needs: 'read', granted: '409 conflict' },
  'DELETE /meetings/{id}/results': { needs: 'administer' },
  // The meeting of the office is upcoming.
  'DELETE /meetings/{id}': { needs: 'administer', granted: '409 conflict' },
  'POST /meetings/{id}/hold': { needs: 'administer' },
  'DELETE /meetings/{id}/hold': { needs: 'administer' },

  'POST /bots': {
    needs: 'take_part',
    body: { meeting_url },
    fields: { member_id: '422 invalid', summary_template: '422 unusable_setting' },
  },
  'POST /meeting_bots': {
    needs: 'take_part',
    body: { meeting_url },
    fields: { member_id: '422 invalid', summary_template: '422 unusable_setting' },
  },
  'POST /meetings': {
    needs: 'take_part',
    body: { meeting_url },
    fields: { member_id: '422 invalid', summary_template: '422 unusable_setting' },
  },
  'GET /meeting_bots/{id}': { needs: 'read' },
  'GET /meetings/{id:bot}': { needs: 'read' },
  'GET /bots': { needs: 'read', fields: { meeting_id: 'nothing' } },
  'GET /bots/{id}': { needs: 'read' },
  'PATCH /bots/{id}': {
    needs: 'take_part',
    body: { metadata: { a: 'b' } },
    fields: { summary_template: '422 unusable_setting' },
  },
  'DELETE /bots/{id}': { needs: 'take_part' },
  // The bot of the office is queued.
  'POST /bots/{id}/leave': { needs: 'take_part', granted: '409 conflict' },

  'POST /calendar_events': {
    needs: 'take_part',
    body: ({ mem }) => ({ member_id: mem, ical_uid: 'eve@acme.test', starts_at }),
    fields: { member_id: '422 invalid' },
  },
  'GET /calendar_events/{id}': { needs: 'read' },
  'DELETE /calendar_events/{id}': { needs: 'take_part' },

  'GET /calendar_connections': { needs: 'read', fields: { member_id: 'nothing' } },
  'GET /calendar_connections/{id}': { needs: 'read' },
  'DELETE /calendar_connections/{id}': { needs: 'take_part' },
  'POST /calendar_connections/{id}/sync': { needs: 'take_part' },

  'GET /calendar_feeds': { needs: 'read', fields: { member_id: 'nothing' } },
  'GET /calendar_feeds/{id}': { needs: 'read' },
  'DELETE /calendar_feeds/{id}': { needs: 'take_part' },
  'POST /calendar_feeds': {
    needs: 'take_part',
    body: ({ mem }) => ({ member_id: mem, url: 'https://calendar.example.com/eve.ics' }),
    fields: { member_id: '422 invalid' },
  },
  'POST /calendar_connect_links': {
    needs: 'take_part',
    body: ({ mem }) => ({ member_id: mem, return_url: 'https://partner.test/back' }),
    fields: { member_id: '422 invalid' },
  },

  'GET /policies/{id}': { needs: 'read' },
  'PATCH /policies/{id}': { needs: 'administer', body: { recording: { enabled: true } }, fields: UNUSABLE },

  'POST /settings': {
    needs: 'administer',
    body: { recording: { enabled: true } },
    fields: { scope: '422 invalid', ...UNUSABLE },
  },
  'GET /settings': { needs: 'read', fields: { meeting_id: 'nothing' } },
  'GET /settings/{id}': { needs: 'read' },
  'PATCH /settings/{id}': { needs: 'administer', body: { recording: { enabled: false } }, fields: UNUSABLE },

  'POST /settings_assignments': {
    needs: 'administer',
    body: ({ set, mem }) => ({ settings_id: set, scope: [`member:${mem}`, 'meetings:external'] }),
    fields: { settings_id: '422 invalid', scope: '422 invalid' },
    outside: '422 invalid',
  },
  'GET /settings_assignments': { needs: 'read', fields: { settings_id: 'nothing' } },
  'GET /settings_assignments/{id}': { needs: 'read' },
  'DELETE /settings_assignments/{id}': { needs: 'administer' },
  'DELETE /settings/{id}': { needs: 'administer' },

  'GET /conversations': { needs: 'read', fields: { meeting_id: 'nothing', folder_id: 'nothing' } },
  'GET /transcriptions': { needs: 'read', fields: { meeting_id: 'nothing', folder_id: 'nothing' } },
  'GET /conversations/{id}': { needs: 'read' },
  'GET /transcriptions/{id}': { needs: 'read' },
  'PATCH /conversations/{id}': { needs: 'take_part', body: { name: 'Eve' }, fields: { folder_id: '422 invalid' } },
  'PATCH /transcriptions/{id}': { needs: 'take_part', body: { name: 'Eve' }, fields: { folder_id: '422 invalid' } },
  // The conversation of a meeting is not deleted alone.
  'DELETE /conversations/{id}': { needs: 'take_part', granted: '409 conflict' },
  'DELETE /transcriptions/{id}': { needs: 'take_part', granted: '409 conflict' },
  'POST /conversations/{id}/restore': { needs: 'take_part' },
  'POST /transcriptions/{id}/restore': { needs: 'take_part' },
  // The conversation of the office has no text.
  'GET /conversations/{id}/convert_to_subtitles': {
    needs: 'read',
    fields: { style_guide_id: '422 invalid' },
    granted: '409 conflict',
  },
  'GET /transcriptions/{id}/convert_to_subtitles': {
    needs: 'read',
    fields: { style_guide_id: '422 invalid' },
    granted: '409 conflict',
  },
  'GET /conversations/{id}/transcript': { needs: 'read' },
  // Of a meeting: that of an order is made for members alone.
  'GET /conversations/{id}/summary': { needs: 'read', fields: { template: '422 unusable_setting' } },
  'GET /transcriptions/{id}/summary': { needs: 'read', fields: { template: '422 unusable_setting' } },
  'PUT /conversations/{id}/transcript': {
    needs: 'take_part',
    body: { speakers: [], segments: [] },
    granted: '428 precondition_required',
  },
  'PATCH /conversations/{id}/transcript': {
    needs: 'take_part',
    body: { segments: [] },
    granted: '428 precondition_required',
  },

  'POST /exports': {
    needs: 'take_part',
    body: ({ con }) => ({ conversation_ids: [con], format: 'srt' }),
    fields: { style_guide_id: '422 invalid', conversation_ids: '422 invalid', transcription_ids: '422 invalid' },
    outside: '422 invalid',
    namesWorkspace: 'conversation_ids',
  },
  'GET /exports/{id}': { needs: 'read' },
  'POST /transcribe': {
    needs: 'take_part',
    body: { url: 'https://files.example.test/eve.mp3', language: 'en' },
    fields: { folder_id: '422 invalid', glossary_ids: '422 invalid', style_guide_id: '422 invalid' },
  },
  'POST /subtitle': {
    needs: 'take_part',
    body: { url: 'https://files.example.test/eve.mp3', language: 'en' },
    fields: { folder_id: '422 invalid', glossary_ids: '422 invalid', style_guide_id: '422 invalid' },
  },
  'POST /translate': {
    needs: 'take_part',
    body: ({ con, fol }) => ({ source_conversation_id: con, target_languages: ['fr'], folder_id: fol }),
    // The source names the workspace.
    fields: {
      source_conversation_id: '422 invalid',
      folder_id: '422 invalid',
      glossary_ids: '422 invalid',
      style_guide_id: '422 invalid',
    },
    outside: '422 invalid',
  },
  'GET /orders': { needs: 'read', fields: { folder_id: 'nothing' } },
  'GET /orders/{id}': { needs: 'read' },
  'POST /orders/{id}/confirm': { needs: 'take_part', granted: '409 conflict' },
  'POST /orders/{id}/cancel': { needs: 'take_part' },
  'POST /orders/{id}/retry': { needs: 'administer', granted: '409 conflict' },
  'POST /orders/{id}/fulfill': { needs: 'administer', granted: '409 conflict' },
  'POST /orders': {
    needs: 'take_part',
    body: { url: 'https://files.example.test/eve.mp3', language: 'en' },
    fields: { folder_id: '422 invalid', glossary_ids: '422 invalid', style_guide_id: '422 invalid' },
  },
  'POST /transcriptions': {
    needs: 'take_part',
    body: { tmp_url: 'https://files.example.test/eve.mp3', language: 'en' },
    fields: { folder_id: '422 invalid' },
  },
  'POST /orders/translation': {
    needs: 'take_part',
    body: ({ con, fol }) => ({ source_transcription_id: con, target_languages: ['fr'], folder_id: fol }),
    fields: {
      source_transcription_id: '422 invalid',
      folder_id: '422 invalid',
      glossary_ids: '422 invalid',
      style_guide_id: '422 invalid',
    },
    outside: '422 invalid',
  },
  'POST /task/transcription_translation': {
    needs: 'take_part',
    body: ({ con }) => ({ transcription_id: con, target_language: 'fr' }),
    fields: { transcription_id: '422 invalid' },
    outside: '422 invalid',
    namesWorkspace: 'transcription_id',
  },
  'GET /task/transcription_translation/{id}': { needs: 'read' },

  'GET /search': { needs: 'read', query: { q: 'bonjour' } },
  'GET /people': { needs: 'read', fields: { company_id: 'nothing' } },
  'GET /people/{id}': { needs: 'read' },
  'DELETE /people/{id}': { needs: 'administer' },
  'PATCH /people/{id}': { needs: 'administer', body: { name: 'Eve' } },
  'GET /companies': { needs: 'read' },
  'GET /companies/{id}': { needs: 'read' },
  'PATCH /companies/{id}': { needs: 'administer', body: { name: 'Eve' } },
  'POST /folders': { needs: 'take_part', body: { name: 'Eve' }, fields: { parent_id: '422 invalid' } },
  'GET /folders': { needs: 'read', fields: { parent_id: 'nothing' } },
  'GET /folders/{id}': { needs: 'read' },
  'PATCH /folders/{id}': { needs: 'take_part', body: { name: 'Eve' }, fields: { parent_id: '422 invalid' } },
  'DELETE /folders/{id}': { needs: 'take_part' },

  'POST /glossaries': { needs: 'administer', body: { name: 'Eve', source_language: 'en' } },
  'GET /glossaries': { needs: 'read' },
  'GET /glossaries/{id}': { needs: 'read' },
  'PATCH /glossaries/{id}': { needs: 'administer', body: { name: 'Eve' } },
  'DELETE /glossaries/{id}': { needs: 'administer' },
  'POST /glossaries/{id}/terms': { needs: 'administer', body: { terms: [{ source: 'Eve' }] } },
  'DELETE /glossaries/{id}/terms': { needs: 'administer', query: { source: 'Acme' } },

  ...OF_RESOURCES,
  'GET /uploads/new': { needs: 'take_part', query: { filename: 'eve.mp4' } },
  'POST /uploads': { needs: 'take_part', body: { filename: 'eve.mp4', size: 1 } },
  'GET /uploads/{id}': { needs: 'take_part' },
  'POST /uploads/{id}/complete': {
    needs: 'take_part',
    body: { parts: [{ number: 1, etag: '"none"' }] },
    granted: '409 conflict',
  },

  'POST /files': { needs: 'administer', body: { file: { bytes: aPng() }, purpose: 'brand_kit' } },
  'GET /files': { needs: 'read' },
  'GET /files/{id}': { needs: 'read' },
  'DELETE /files/{id}': { needs: 'administer' },
  // For those who have the link: none of these calls has one.
  'GET /files/{id}/content': { needs: 'nothing', granted: '404 not_found' },

  'POST /brand_kits': {
    needs: 'administer',
    body: { name: 'Eve' },
    fields: {
      'bot.tile.logo.file': '422 invalid',
      'bot.tile.image.file': '422 invalid',
      'email.branded.logo': '422 invalid',
    },
  },
  'GET /brand_kits': { needs: 'read' },
  'GET /brand_kits/{id}': { needs: 'read' },
  'PATCH /brand_kits/{id}': {
    needs: 'administer',
    body: { name: 'Eve' },
    fields: {
      'bot.tile.logo.file': '422 invalid',
      'bot.tile.image.file': '422 invalid',
      'email.branded.logo': '422 invalid',
    },
  },
  'DELETE /brand_kits/{id}': { needs: 'administer' },

  'POST /webhook_endpoints': {
    needs: 'administer',
    body: { url: 'https://partner.test/more', enabled_events: ['*'] },
  },
  'GET /webhook_endpoints': { needs: 'see_webhooks' },
  'GET /webhook_endpoints/{id}': { needs: 'see_webhooks' },
  'GET /webhook_endpoints/{id}/stats': { needs: 'see_webhooks' },
  'PATCH /webhook_endpoints/{id}': { needs: 'administer', body: { status: 'disabled' } },
  'DELETE /webhook_endpoints/{id}': { needs: 'administer' },
  'POST /webhook_endpoints/{id}/rotate_secret': { needs: 'administer' },
  'POST /webhook_endpoints/{id}/redeliver': {
    needs: 'administer',
    body: { since: starts_at, delivery_status: 'failed' },
  },
  'POST /webhook_endpoints/{id}/test': { needs: 'administer', body: { type: 'bot.failed' } },

  'GET /webhook_events': { needs: 'see_webhooks', fields: { webhook_endpoint_id: 'nothing' } },
  'GET /webhook_events/{id}': { needs: 'see_webhooks' },
  'POST /webhook_events/{id}/redeliver': { needs: 'administer' },

  'POST /agent_sessions': { needs: 'nothing', body: { token: 'rah_' }, granted: '401 unauthorized' },

  'GET /openapi.json': { needs: 'nothing' },
  'GET /asyncapi.json': { needs: 'nothing' },
  'GET /llms.txt': { needs: 'nothing' },
  'GET /llms-full.txt': { needs: 'nothing' },
  'GET /changelog': { needs: 'nothing' },
  'GET /docs': { needs: 'nothing' },
  'GET /docs/{guide}': { needs: 'nothing', granted: '404 not_found' },
  'GET /docs/{guide}.md': { needs: 'nothing', granted: '404 not_found' },
};
