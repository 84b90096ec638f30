import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withClientMethods } from '#bin/docs/client-methods';
import { withEventCatalogue } from '#bin/docs/event-catalogue';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { AppContext } from '#shared/api/http/ports';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { withErrorTable } from '#shared/wiring/documents/error-codes';
import { aPersonIn } from '#test/support/a-person-in';
import { aSearchedText } from '#test/support/a-searched-text';
import { anAgent } from '#test/support/an-agent';
import { BASE_URL, noon } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';
import type { FormParts } from '#test/support/multipart-form';
import { orderWorker } from '#test/support/order-worker';
import { aPng } from '#test/unit/files/rules/images';
import { aVideo } from '#test/unit/media/media-files';
import { aDeployment } from '../edge/a-deployment.ts';
import { readCurl } from './curl.ts';
import { type Block, blocksIn } from './guide-blocks.ts';

const FOLDER = resolve('docs/api');
const guides = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const);

/** What later requests of a guide call the things that earlier ones made. */
const NAMES: Readonly<Record<string, string>> = {
  mem: 'MEMBER',
  mtg: 'MEETING',
  bot: 'BOT',
  set: 'SETTINGS',
  whe: 'ENDPOINT',
  cal: 'CONNECTION',
  file: 'FILE',
  brk: 'KIT',
  con: 'CONVERSATION',
  exp: 'EXPORT',
  glo: 'GLOSSARY',
  per: 'PERSON',
};

/** A reader who goes through a guide from its beginning, with some things there already. */
async function aReader() {
  const { call, owner, context, world } = await aDeployment();
  const variables: Record<string, string> = {
    BASE: BASE_URL,
    KEY: owner.key,
    WORKSPACE: owner.workspaceId,
    TOMORROW: new Date(noon + DAY_MS).toISOString().slice(0, 10),
  };
  const worker = orderWorker(world);
  const note = (body: unknown) => {
    const { id, meeting_id, signed_url } = (body ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof signed_url === 'string') variables['SIGNED'] = signed_url;
    for (const one of [id, meeting_id].map(String)) {
      const name = NAMES[one.split('_')[0] ?? ''];
      if (name !== undefined) variables[name] = one;
    }
  };
  const ask = async (command: string) => {
    const { method, url, headers, data, form, file } = readCurl(command, variables);
    if (file !== undefined) {
      // The storage takes it, and no endpoint.
      await world.files.put(new URL(url).pathname.slice(1), aVideo(), '');
      return { status: 200, body: undefined };
    }
    const path = url.replace(BASE_URL, '');
    const sent = { ...(data !== undefined && { raw: data }), ...(form && { parts: partsOf(form) }) };
    const answered = await call(method, path, { headers, ...sent });
    note(answered.body);
    // A reader waits until the bot is on its way.
    if (path === '/bots' && data?.includes('abc-live-def')) await botWorkers(world).work(answered.body.id);
    // A reader waits for the text of an order.
    if (path === '/transcribe') {
      await worker.untilQuiet();
      note({ id: answered.body.outputs_ids[0] });
    }
    return answered;
  };
  const member = { workspace_id: owner.workspaceId, email: 'first@acme.test' };
  note((await call('POST', '/members', { key: owner.key, body: member })).body);
  note(await aConnection(context, owner.workspaceId, variables['MEMBER'] as MemberId));
  note(await aSearchedText(world, owner.workspaceId));
  variables['AGENT'] = await anAgent(world, owner.userId);
  note({ id: (await aPersonIn(world, owner.workspaceId, 'grace@navy.test')).per });
  for (const [name, time] of [
    ['two', '09:00'],
    ['one', '08:00'],
  ]) {
    const event = {
      ...{ workspace_id: owner.workspaceId, member_id: variables['MEMBER'], ical_uid: `${name}@acme.test` },
      ...{ starts_at: `${variables['TOMORROW']}T${time}:00Z`, meeting_url: `https://meet.google.com/abc-good-${name}` },
    };
    note((await call('POST', '/calendar_events', { key: owner.key, body: event })).body);
  }
  return ask;
}

/** A file of a form is a PNG. */
const partsOf = (form: Readonly<Record<string, string>>): FormParts =>
  Object.fromEntries(
    Object.entries(form).map(([name, text]) => [
      name,
      text.startsWith('@') ? { bytes: aPng(), filename: text.slice(1) } : text,
    ]),
  );

/** What the member's consent leads to. */
async function aConnection(context: AppContext, workspaceId: WorkspaceId, memberId: MemberId) {
  const workspace = await workspaces.find(context.table, workspaceId);
  if (!workspace) throw new Error('The workspace is not there.');
  const connect = connectCalendar(context);
  const granted = { provider: 'google', accountEmail: 'first@gmail.test', refreshToken: 'granted' } as const;
  return connect(workspace.state, { memberId, ...granted });
}

/** What a guide shows of an answer: parts of it, `…` standing for whatever follows. */
function shownIn(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…') ? expect.stringMatching(new RegExp(`^${value.slice(0, -1)}`)) : value;
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shownIn(child)])),
  );
}

const isRefusal = ({ language, text }: Block | undefined = { language: '', text: '' }): boolean =>
  language === 'json' && text.includes('"errors"');

describe('the guides', () => {
  it.each(guides)('%s: every request is answered as it says', async (_file, markdown) => {
    const blocks = blocksIn(markdown);
    const ask = await aReader();

    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== 'sh') continue;
      const next = blocks[at + 1];
      const answered = await ask(text);
      expect([text, answered.status < 400, answered.body]).toEqual([text, !isRefusal(next), answered.body]);
      if (next?.language === 'json') expect(answered.body).toEqual(shownIn(JSON.parse(next.text)));
    }
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(0);
  });

  it.each(guides)('%s: has a title, and blocks of known kinds', (_file, markdown) => {
    expect(markdown).toMatch(/^# \S/);
    const kinds = /^(sh|json( event)?|http|(js|python|go) (verify|receive)|(js|python) paginate|js read)$/;
    expect(blocksIn(markdown).filter(({ language }) => !kinds.test(language))).toEqual([]);
  });

  it('name every reason for which an order fails', () => {
    const text = guides.map(([, markdown]) => markdown).join('\n');

    expect(FAILURE_REASONS.filter((reason) => !text.includes(`| \`${reason}\` |`))).toEqual([]);
  });

  it('have the table of codes as the code has it: npm run docs -- error-codes', () => {
    const [, errors = ''] = guides.find(([file]) => file === 'errors.md') ?? [];

    expect(errors).toBe(withErrorTable(errors));
  });

  it('have the methods of the clients as the contracts have them: npm run docs -- client-methods', () => {
    const [, clients = ''] = guides.find(([file]) => file === 'clients.md') ?? [];

    expect(clients).toBe(withClientMethods(clients));
  });

  it('have the catalogue of events as the code has it: npm run docs -- events', () => {
    const [, events = ''] = guides.find(([file]) => file === 'events.md') ?? [];

    expect(events).toBe(withEventCatalogue(events));
  });
});
