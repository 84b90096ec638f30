import { updateCompany } from '#shared/meetings/companies/commands/update-company';
import { updatePerson } from '#shared/meetings/people/commands/update-person';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { aPersonIn } from '#test/support/a-person-in';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { ALL_ATTEMPTS_FAILED, anOffice } from './an-office.ts';

/** Texts that strangers can place on a page: by an invitation, a name in a call, a response of an endpoint. */
const CORPUS = [
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '<svg/onload=alert(1)>',
  '</textarea></select></code></pre><iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1)) <javascript:alert(1)>',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](https://evil.test/track.png)',
  '![x"onerror="alert(1)](x)',
  '[a](https://ok.test/"onmouseover="alert(1))',
  '`</code><script>alert(1)</script>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '<!--><script>alert(1)</script>-->',
  '<style>@import "https://evil.test/x.css"</style>',
  '<base href="https://evil.test/">',
  '<form action="https://evil.test/"><input name=_token>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '{{constructor.constructor("alert(1)")()}}',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '\u202Egnp.exe\u2066',
  '| <b>a</b> |\n|-|\n| <img src=x onerror=alert(1)> |',
] as const;

/** The elements of our pages. Any other element was injected. */
const OUR_ELEMENTS =
  /^\/?(?:!doctype|html|head|meta|title|link|script|body|a|header|img|nav|ul|ol|li|form|input|span|button|main|h[1-4]|p|footer|div|table|caption|thead|tbody|tr|th|td|time|br|dl|dt|dd|code|pre|details|summary|section|audio|video|strong|em|s|small|select|option|label|fieldset|legend|blockquote|hr|textarea|q)$/i;

const RUNS_OR_STYLES = /\bon\w+\s*=|srcdoc|style=|http-equiv/i;
const LEADS_TO_OURS = /^(?:\/|#|https:\/\/files\.example\.test\/|https:\/\/ok\.test\/)/;

/** Whether a tag can be one of our pages. */
function isOurs([whole, name = '', attributes = '']: RegExpMatchArray): boolean {
  const leadsTo = /\b(?:href|src|action)="([^"]*)"/.exec(whole)?.[1] ?? '/';
  const runs = RUNS_OR_STYLES.test(attributes.replace(/"[^"]*"/g, '""'));
  return OUR_ELEMENTS.test(name) && !runs && LEADS_TO_OURS.test(leadsTo);
}

/** The tags are compared together: an assertion for each would take longer than all pages. */
function expectNoInjection(page: string): void {
  const tags = [...page.matchAll(/<(\/?[!a-z][a-z0-9-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi)];
  expect(tags.length).toBeGreaterThan(20);
  expect(tags.filter((tag) => !isOurs(tag)).map(([whole]) => whole)).toEqual([]);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<img/g)).toHaveLength(1);
}

describe('hostile text is shown as text', () => {
  it('in the title, names and addresses of a meeting', async () => {
    const { ownersBrowser, path, aMeeting } = await anOffice();
    const browser = await ownersBrowser();
    for (const text of CORPUS) {
      const person = { name: text.slice(0, 100), email: 'eve@evil.test' };
      const attendees = [{ ...person, response: 'accepted' }];
      const id = await aMeeting({ title: text, organizer: person, attendees });

      const { status, text: page } = await browser.get(`/app/meetings/${id}`);
      expect(status).toBe(200);
      expectNoInjection(page);
    }
    expectNoInjection((await browser.get(path('meetings'))).text);
  });

  it('in a transcript and a summary', async () => {
    const { ownersBrowser, aRecording, workspaceId, world } = await anOffice();
    const { meetingId, botId, conversationId } = await aRecording();
    const of = { workspaceId, botId: botId as never };
    const results = resultsInFiles(world.files);
    const browser = await ownersBrowser();

    for (const text of CORPUS) {
      const sections = [{ key: 'overview', title: text, markdown: text }];
      const actionItems = [{ text, assigneeName: text, start: 1 }];
      await results.saveTranscript(of, aTranscript([[text, text]], { language: text }));
      await results.saveSummary(of, {
        engine: 'extractive' as const,
        language: text,
        template: 'general',
        title: text,
        markdown: text,
        sections,
        actionItems,
      });
      expectNoInjection((await browser.get(`/app/meetings/${meetingId}`)).text);
      expectNoInjection((await browser.get(`/app/conversations/${conversationId}?edit=seg_1`)).text);
      const refused = await browser.submit(`/app/conversations/${conversationId}/segments/seg_1`, {
        ...{ seen: 'another', etag: '"another"', text, speaker_id: '' },
      });
      expect(refused.status).toBe(412);
      expectNoInjection(refused.text);

      await results.saveSummary(of, {
        engine: 'extractive' as const,
        language: text,
        template: 'general',
        title: text,
        markdown: text,
        sections: [],
        actionItems,
      });
      expectNoInjection((await browser.get(`/app/meetings/${meetingId}`)).text);
    }
  });

  it("in the response of a webhook endpoint and in an event's body", async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    const browser = await ownersBrowser();
    for (const text of CORPUS) {
      const answer = { responseBody: text, responseHeaders: { 'x-said': text, [text.slice(0, 20)]: 'x' } };
      const id = await anEvent({
        answers: [answer, ...ALL_ATTEMPTS_FAILED.slice(1)],
        text: JSON.stringify({ title: text }),
      });

      expectNoInjection((await browser.get(path(`webhooks/${id}`))).text);
    }
  });

  it('in the name of a workspace, a member and an account', async () => {
    const { ownersBrowser, path, aMember, aConnection, world, browserOf } = await anOffice();
    const browser = await ownersBrowser();
    for (const [nth, text] of CORPUS.entries()) {
      const memberId = await aMember('Eve', `eve${nth}@evil.test`);
      await aConnection(memberId, `${text.replaceAll(/\s/g, '')}@evil.test`);
      const owner = await world.anOwner(text);
      const theirs = await browserOf(owner.userId);
      expectNoInjection((await theirs.get('/app')).text);
      expectNoInjection((await theirs.get(`/app/workspaces/${owner.workspaceId}/meetings`)).text);
    }
    expectNoInjection((await browser.get(path('connections'))).text);
  });

  it('in the name and tags of a conversation and the names of folders, refused ones included', async () => {
    const { ownersBrowser, path, aRecording } = await anOffice();
    const { conversationId } = await aRecording();
    const browser = await ownersBrowser();
    for (const text of CORPUS) {
      await browser.get(path('folders'));
      const created = await browser.submit(path('folders'), { name: text.slice(0, 100), parent_id: 'root' });
      const folder = /folder=(fol_\w+)/.exec(created.location ?? '')?.[1];
      // A name that is a URL is refused.
      expectNoInjection(folder === undefined ? created.text : (await browser.get(path(`folders/${folder}`))).text);
      const page = `/app/conversations/${conversationId}`;
      await browser.get(page);
      const fields = { name: text, folder_id: folder ?? 'root', tags: text.slice(0, 50) };
      expect((await browser.submit(page, fields)).status).toBe(303);
      for (const at of [page, path('conversations'), path(`conversations?folder=${folder ?? 'root'}`)])
        expectNoInjection((await browser.get(at)).text);
      await browser.get(page);
      const refused = await browser.submit(page, { name: text.repeat(20), folder_id: text, tags: text.repeat(20) });
      expect(refused.status).toBe(422);
      expectNoInjection(refused.text);
    }
  });

  it('in the names of a person and a company', async () => {
    const { ownersBrowser, path, world, owner } = await anOffice();
    const browser = await ownersBrowser();
    const { per, com } = await aPersonIn(world, owner.workspaceId, 'grace@navy.test');
    for (const name of CORPUS) {
      await updatePerson(world.context)(per, { name });
      await updateCompany(world.context)(com, { name });
      for (const at of [path('people'), `/app/people/${per}`, path('companies'), `/app/companies/${com}`])
        expectNoInjection((await browser.get(at)).text);
    }
  });

  it('in the name of a conversation in the trash', async () => {
    const { ownersBrowser, path, world, owner } = await anOffice();
    const browser = await ownersBrowser();
    for (const name of CORPUS) {
      const { id } = await anOrderConversation(world, owner);
      const page = `/app/conversations/${id}`;
      await browser.get(page);
      await browser.submit(page, { name, folder_id: 'root', tags: '' });
      await browser.get(page);
      expect((await browser.submit(`${page}/trash`)).status).toBe(303);
      for (const at of [path('trash'), `${page}/delete`]) expectNoInjection((await browser.get(at)).text);
    }
  });

  it('in the query of a page and in the submitted values of a form', async () => {
    const { ownersBrowser, path } = await anOffice();
    const browser = await ownersBrowser();
    for (const text of CORPUS) {
      const query = encodeURIComponent(text);
      for (const at of [
        path(`meetings?phase=${query}&person=${query}`),
        path(`webhooks?status=${query}&type=${query}&endpoint=${query}&since=${query}&until=${query}`),
        path(`connections?status=${query}&asked=${query}`),
        path(`conversations?tag=${query}&language=${query}&kind=${query}&state=${query}`),
        path(`conversations?folder=${query}`),
        path(`orders?state=${query}&kind=${query}&service=${query}&tag=${query}`),
        path(`folders?in=${query}`),
        path(`people?q=${query}`),
        path(`companies?q=${query}`),
        path(`audit_events?action=${query}&user=${query}&target=${query}&since=${query}`),
        `/app?cursor=${query}`,
        `/app/meetings/${query}`,
      ])
        expectNoInjection((await browser.get(at)).text);
      await browser.get('/app');
      expectNoInjection(
        (await browser.submit('/app/workspaces', { name: `https://${text}`, email_domains: text })).text,
      );
    }
  });
});
