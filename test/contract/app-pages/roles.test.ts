import type { Role } from '#shared/foundation/core/roles';
import { aPersonIn } from '#test/support/a-person-in';
import { describe, expect, it } from '#test/support/jest';
import { anOffice, type Office } from './an-office.ts';
import { routesWithout } from './routes-without.ts';

type Who = Role | 'stranger';
const WHO: readonly Who[] = ['owner', 'admin', 'member', 'guest', 'stranger'];

/** The status code of each page and form for each role. */
const PAGES: readonly (readonly [page: string, ...answers: readonly number[]])[] = [
  // Everyone has their own.
  ['/', 200, 200, 200, 200, 200],
  ['/app', 200, 200, 200, 200, 200],
  ['/settings/personal/api', 200, 200, 200, 200, 200],
  ['/settings/personal/agents', 200, 200, 200, 200, 200],
  ['/app/agent_sessions/new', 200, 200, 200, 200, 200],
  ['connections', 200, 200, 200, 200, 404],
  ['connections/feeds', 200, 200, 200, 200, 404],
  ['connections/CAL/disconnect', 200, 200, 200, 403, 404],
  ['webhooks', 200, 200, 403, 403, 404],
  ['webhooks/EVT', 200, 200, 403, 403, 404],
  ['usage', 200, 200, 403, 403, 404],
  ['audit_events', 200, 200, 403, 403, 404],
  ['team', 200, 200, 200, 200, 404],
  ['team/MBR', 200, 200, 403, 403, 404],
  // It is for another address.
  ['/app/invitations/MBR', 404, 404, 404, 404, 404],
  ['meetings', 200, 200, 200, 200, 404],
  ['/app/meetings/MTG', 200, 200, 200, 200, 404],
  ['/app/meetings/MTG/transcript.txt', 200, 200, 200, 200, 404],
  ['/app/meetings/LIV/live', 200, 200, 200, 200, 404],
  ['people', 200, 200, 200, 200, 404],
  ['/app/people/PER', 200, 200, 200, 200, 404],
  ['companies', 200, 200, 200, 200, 404],
  ['/app/companies/COM', 200, 200, 200, 200, 404],
  ['conversations', 200, 200, 200, 200, 404],
  ['/app/conversations/CON', 200, 200, 200, 200, 404],
  ['/app/conversations/CON/transcript.txt', 200, 200, 200, 200, 404],
  ['/app/conversations/CON/delete', 200, 200, 200, 403, 404],
  ['trash', 200, 200, 200, 200, 404],
  ['/app/exports/EXP', 200, 200, 200, 200, 404],
  ['orders', 200, 200, 200, 200, 404],
  ['/app/orders/ORD', 200, 200, 200, 200, 404],
  ['uploads', 200, 200, 200, 403, 404],
  ['orders/new?upload=FILE', 200, 200, 200, 403, 404],
  ['folders', 200, 200, 200, 403, 404],
  ['folders/FOL', 200, 200, 200, 403, 404],
];
const FORMS: typeof PAGES = [
  // Without a name.
  ['/app/workspaces', 422, 422, 422, 422, 422],
  // Without the time at which the key was seen.
  ['/settings/personal/api', 409, 409, 409, 409, 409],
  // Without an agent: nothing ends.
  ['/settings/personal/agents', 303, 303, 303, 303, 303],
  // Without a workspace.
  ['/app/agent_sessions/new', 422, 422, 422, 422, 422],
  ['connections/CAL/reconnect', 200, 200, 200, 403, 404],
  ['connections/CAL/sync', 303, 303, 303, 403, 404],
  ['connections/CAL/disconnect', 303, 303, 303, 403, 404],
  // Without an address, and without a role.
  ['team', 422, 422, 403, 403, 404],
  ['team/MBR', 422, 422, 403, 403, 404],
  ['team/MBR/invitation', 303, 303, 403, 403, 404],
  ['team/MBR/remove', 303, 303, 403, 403, 404],
  ['/app/invitations/MBR', 404, 404, 404, 404, 404],
  ['webhooks/EVT/redeliver', 303, 303, 403, 403, 404],
  // Without a name.
  ['/app/conversations/CON', 422, 422, 422, 403, 404],
  // Without the ETag.
  ['/app/conversations/CON/segments/seg_1', 428, 428, 428, 403, 404],
  // It is that of a meeting.
  ['/app/conversations/CON/trash', 409, 409, 409, 403, 404],
  ['/app/conversations/CON/restore', 303, 303, 303, 403, 404],
  ['/app/conversations/CON/delete', 409, 409, 409, 403, 404],
  ['/app/conversations/CON/exports', 422, 422, 422, 403, 404],
  ['/app/conversations/CON/translations', 422, 422, 422, 403, 404],
  ['/app/orders/ORD/cancel', 303, 303, 303, 403, 404],
  // It is no draft, and not locked.
  ['/app/orders/ORD/confirm', 409, 409, 409, 403, 404],
  ['/app/orders/ORD/fulfill', 409, 409, 403, 403, 404],
  ['/app/conversations/CON/speakers', 428, 428, 428, 403, 404],
  // Without a name, and without parts.
  ['uploads', 422, 422, 422, 403, 404],
  // Without uploads.
  ['orders', 404, 404, 404, 404, 404],
  ['uploads/UPL/links', 200, 200, 200, 403, 404],
  ['uploads/UPL/complete', 422, 422, 422, 403, 404],
  // Without a name.
  ['folders', 422, 422, 422, 403, 404],
  ['folders/FOL', 422, 422, 422, 403, 404],
  ['folders/FOL/delete', 303, 303, 303, 403, 404],
];

async function aFullOffice() {
  const office = await anOffice();
  const connection = await office.aConnection(await office.aMember());
  const event = await office.anEvent({ endpointId: await office.anEndpoint() });
  const { conversationId, meetingId: meeting } = await office.aRecording();
  const live = await office.aBotOnItsWay();
  const { per, com } = await aPersonIn(office.world, office.owner.workspaceId, 'grace@navy.test');
  const folder = await office.aFolder();
  const exported = await office.anExport(conversationId);
  const order = await office.aTranslation(conversationId);
  const ids = {
    ORD: order,
    EXP: exported,
    CAL: connection.id,
    EVT: event,
    MTG: meeting,
    LIV: live.meetingId,
    PER: per,
    COM: com,
    CON: conversationId,
    FOL: folder,
    MBR: await office.anInvitation('grace@acme.test'),
    UPL: (await office.anUpload()).id,
    FILE: await office.aFile(),
  };
  const written = (page: string) => Object.entries(ids).reduce((text, [place, id]) => text.replace(place, id), page);
  let other: ReturnType<typeof office.world.anOwner> | undefined;
  /** The owner of another workspace. */
  const otherOwner = () => {
    other ??= office.world.anOwner('Other');
    return other;
  };
  return {
    ...office,
    other: otherOwner,
    at: (page: string) => (page.startsWith('/') ? written(page) : office.path(written(page))),
  };
}

let unchanged: ReturnType<typeof aFullOffice> | undefined;

/** An office in which nothing was done yet: a refused form leaves it so, and the next test uses it too. */
const anUnchangedOffice = () => {
  unchanged ??= aFullOffice();
  return unchanged;
};

const browserOf = (office: Office, who: Who) => {
  if (who === 'owner') return office.ownersBrowser();
  return who === 'stranger' ? office.strangersBrowser() : office.browserAs(who);
};

it('every page and every form has a row', async () => {
  const { app, at } = await anUnchangedOffice();
  const pathsOf = (rows: typeof PAGES) => rows.map(([page]) => at(page));

  expect(routesWithout(app, { GET: pathsOf(PAGES), POST: pathsOf(FORMS) })).toEqual([]);
});

describe.each(PAGES)('GET %s', (page, ...answers) => {
  it('answers owner, admin, member, guest and stranger with the status codes of its row', async () => {
    const office = await anUnchangedOffice();
    const seen: number[] = [];
    for (const who of WHO) seen.push((await (await browserOf(office, who)).get(office.at(page))).status);

    expect(seen).toEqual(answers);
  });
});

describe.each(FORMS)('POST %s', (form, ...answers) => {
  it('answers owner, admin, member, guest and stranger with the status codes of its row', async () => {
    const seen: number[] = [];
    for (const who of WHO) {
      const office = await anUnchangedOffice();
      const browser = await browserOf(office, who);
      const token = /name="_token" value="([^"]*)"/.exec((await browser.get('/app')).text)?.[1] ?? '';
      const { status } = await browser.post(office.at(form), { _token: token });
      if (status < 400) unchanged = undefined;
      seen.push(status);
    }

    expect(seen).toEqual(answers);
  });
});

/** Forms whose path names a resource: the others have none to confuse. */
const FORMS_OF_RESOURCES = FORMS.filter(([form]) => /[A-Z]{3}/.test(form));

describe.each(FORMS_OF_RESOURCES)('POST %s', (form) => {
  it('answers 404 for a resource of another workspace below a path of the own workspace', async () => {
    const office = await anUnchangedOffice();
    const other = await office.other();
    const browser = await office.browserOf(other.userId);
    const token = /name="_token" value="([^"]*)"/.exec((await browser.get('/app')).text)?.[1] ?? '';

    const crossed = office.at(form).replace(office.workspaceId, other.workspaceId);

    expect((await browser.post(crossed, { _token: token })).status).toBe(404);
  });
});
