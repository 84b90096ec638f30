import { OWN_KEYS } from '#lib/table-access';
import { auditEventEntity } from '#shared/foundation/audit-events/row';
import { expect, it } from '#test/support/jest';
import { hiddenFields } from '#test/support/pages';
import { BUTTON_PRESS_HEADERS } from './an-office.ts';
import { aFullOffice } from './full-office.ts';

it('the pages of signed-in users read and write the partitions that their role allows, and no others', async () => {
  const office = await aFullOffice();
  const { keys, path, forms } = office;
  // The pages create the key of cursors where no other function has.
  await office.world.context.table.write({ remove: { pk: 'SYSTEM', sk: 'CURSOR_KEY' } });
  const { meetingId } = await office.aRecording();
  const event = await office.anEvent({ endpointId: await office.anEndpoint('https://partner.test/more'), text: '{}' });
  const browser = await office.ownersBrowser();

  const results = [`/app/meetings/${meetingId}`, `/app/meetings/${meetingId}/transcript.txt`];
  const later = [path(`webhooks/${event}`), `${path('meetings')}?cursor=${'A'.repeat(32)}`];
  for (const page of [...office.pages, ...results, ...later]) await browser.get(page);
  for (const [nth, form] of forms.entries()) {
    const withForm = form
      .replace('/segments/', '?edit=')
      .replace(/[/](?:cancel|confirm|fulfill)$/, '')
      .replace(/[/](?:speakers|exports|translations)$/, '');
    const { text } = await browser.get(office.pages.includes(withForm.split('?')[0] ?? '') ? withForm : '/app');
    const fields = {
      _token: tokenOn(text),
      ...{
        name: `New ${nth}`,
        parent_id: 'root',
        folder_id: 'root',
        tags: '',
        text: 'New',
        format: 'txt',
        target_languages: 'de',
        ...{ uploads: office.file, kind: 'transcription', language: 'en' },
        ...{ email: 'linus@acme.test', role: 'guest' },
        filename: 'call.mp4',
        size: '5',
      },
      ...(form.endsWith('/complete') && office.etags),
      ...(text.includes(`action="${form}"`) && hiddenFields(text, form)),
    };
    const { status } = await browser.post(form, fields, { headers: BUTTON_PRESS_HEADERS });
    expect([form, status < 400]).toEqual([form, true]);
  }
  await useUpNewWorkspaces(office);
  const { text } = await browser.get('/app');
  expect((await browser.post('/app/workspaces', { _token: tokenOn(text), name: 'One more' })).status).toBe(429);

  expect(auditedActions(office)).toEqual([
    'api_key.replaced',
    'calendar_connect_link.created',
    'calendar_connection.deleted',
    'conversation.corrected',
    'conversation.deleted',
    'conversation.restored',
    'export.created',
    'folder.deleted',
    'membership.accepted',
    'membership.deleted',
    'membership.invited',
    'membership.updated',
    'workspace.created',
  ]);
  const { reads, writes } = OWN_KEYS['pages/app'] ?? {};
  expect([...keys.reads].sort()).toEqual([...(reads ?? [])].sort());
  expect([...keys.writes].sort()).toEqual([...(writes ?? [])].sort());
});

/** What the forms wrote into audit logs. */
function auditedActions({ world }: Awaited<ReturnType<typeof aFullOffice>>): readonly string[] {
  const events = world.dynamo
    .items()
    .flatMap(({ type, state }) =>
      type?.S === 'audit_event' ? [auditEventEntity.stateIn({ ...NO_KEYS, state: state?.S ?? state?.B ?? '' })] : [],
    );
  return [...new Set(events.flatMap(({ action, actor }) => (actor.type === 'page' ? [action] : [])))].sort();
}

const NO_KEYS = { pk: '', sk: '', type: 'audit_event' };

const tokenOn = (text: string): string => /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';

/** Only a refused form reads a limit. */
async function useUpNewWorkspaces({ world, owner }: Awaited<ReturnType<typeof aFullOffice>>): Promise<void> {
  const { useOf, limitCounter, clock } = world.context;
  const { most } = useOf('workspaces', owner.userId, clock.now());
  const used = 1;
  await limitCounter.take(useOf('workspaces', owner.userId, clock.now(), most - used));
}
