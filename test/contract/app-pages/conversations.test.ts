import type { ConversationId } from '#shared/foundation/core/ids';
import { useFactory } from '#shared/foundation/core/uses';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { LONG_TEXT, ONE_READING } from '#test/support/a-long-text';
import { describe, expect, it } from '#test/support/jest';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { anOffice } from './an-office.ts';

/** The options of a new conversation's form, as its page sends them. */
const details = (changes: object = {}) => ({ name: 'Kickoff', folder_id: 'root', tags: '', ...changes });

/** An office with two recordings, in a folder and in none. */
async function anOfficeWithFolders() {
  const office = await anOffice();
  const europe = await office.aFolder('Europe');
  const sales = await office.aFolder('Sales', europe);
  const filed = await office.aRecording('good', { title: 'Filed' });
  const loose = await office.aRecording('mute', { title: 'Loose', allow_multiple_bots: true });
  const browser = await office.ownersBrowser();
  const page = `/app/conversations/${filed.conversationId}`;
  await browser.get(page);
  await browser.submit(page, details({ name: 'Filed', folder_id: sales, tags: 'renewal, q4' }));
  const listed = async (query = '') => {
    const { text } = await browser.get(office.path(`conversations${query}`));
    return ['Filed', 'Loose'].filter((name) => text.includes(`>${name}</a>`));
  };
  return { ...office, europe, sales, filed, loose, browser, page, listed };
}

describe('GET /app/workspaces/{wks}/conversations', () => {
  it('shows conversations with folder, tags, kind, state and length, and the folders with their counts', async () => {
    const { browser, path, filed, sales, europe } = await anOfficeWithFolders();

    const { text } = await browser.get(path('conversations'));

    expect(text).toContain(`<a href="/app/conversations/${filed.conversationId}">Filed</a>`);
    expect(text).toContain(`<a href="${path(`conversations?folder=${sales}`)}">Europe/Sales</a>`);
    expect(text).toContain(`<a href="${path('conversations')}?tag=renewal">renewal</a>`);
    expect(text).toMatch(
      new RegExp(`folder=${europe}">Europe</a> <span class="small">\\(0\\)</span><ul><li><a href="[^"]*${sales}"`),
    );
    expect(text).toContain('>Sales</a> <span class="small">(1)</span>');
    expect(text).toContain('>Transcript</td>');
    expect(text).toContain('>Ready</span>');
  });

  it('narrows the list down to a folder, to none, a tag, a language, a kind and a state', async () => {
    const { listed, sales, europe } = await anOfficeWithFolders();

    expect(await listed()).toEqual(['Filed', 'Loose']);
    expect(await listed(`?folder=${sales}`)).toEqual(['Filed']);
    expect(await listed(`?folder=${europe}`)).toEqual([]);
    expect(await listed('?folder=root')).toEqual(['Loose']);
    expect(await listed('?tag=q4&language=&kind=&state=')).toEqual(['Filed']);
    expect(await listed('?language=fr')).toEqual([]);
    expect(await listed('?kind=transcription&state=automatic_done')).toEqual(['Filed', 'Loose']);
    expect(await listed('?kind=translation')).toEqual([]);
    expect(await listed('?state=failed')).toEqual([]);
  });

  it('has the line to the folder as breadcrumbs, and says that it is empty', async () => {
    const { browser, path, europe, sales } = await anOfficeWithFolders();

    const inside = await browser.get(path(`conversations?folder=${sales}`));
    const above = await browser.get(path(`conversations?folder=${europe}`));

    expect(inside.heading).toBe('Sales');
    expect(inside.text).toContain(
      `<li><a href="${path(`conversations?folder=${europe}`)}">Europe</a></li>\n</ol></nav>`,
    );
    expect(inside.text).toContain(`href="${path(`conversations?folder=${sales}`)}" aria-current="page"`);
    expect(inside.text).toContain(`href="${path(`conversations?folder=${sales}`)}">Clear filters</a>`);
    expect(above.text).toContain('No conversations in here.');
  });

  it('404: for a folder that does not exist, is malformed or belongs to another workspace', async () => {
    const { browser, path, strangersBrowser, sales } = await anOfficeWithFolders();

    for (const folder of ['fol_00000000000000000000000000', 'nonsense'])
      expect((await browser.get(path(`conversations?folder=${folder}`))).status).toBe(404);
    const stranger = await strangersBrowser();
    const own = /workspaces\/(wks_\w+)/.exec((await stranger.get('/app')).text)?.[1];
    expect((await stranger.get(`/app/workspaces/${own}/conversations?folder=${sales}`)).status).toBe(404);
  });

  it('paginates after 25 conversations', async () => {
    const { world, owner, ownersBrowser, path } = await anOffice();
    for (let nth = 0; nth < 26; nth += 1) {
      await anOrderConversation(world, owner);
      world.clock.advance(1);
    }
    const browser = await ownersBrowser();

    const first = await browser.get(path('conversations'));
    const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    const links = (text: string) => text.match(/href="\/app\/conversations\//g)?.length;
    expect([links(first.text), links((await browser.get(next)).text)]).toEqual([25, 1]);
  });
});

describe('GET /app/conversations/{con}', () => {
  it('shows the recording and the text with the times of its words', async () => {
    const { browser, page } = await anOfficeWithFolders();

    const { text, heading, headers } = await browser.get(page);

    expect(heading).toBe('Filed');
    expect(text).toMatch(/<video id="player"[^>]*src="https:\/\/files\.example\.test\/[^"]*"/);
    expect(text).toMatch(/<span class="said" data-words="\d+:\d+ /);
    expect(text).toContain('Europe/Sales');
    expect(headers.get('content-security-policy')).toContain("media-src 'self' https://files.example.test");
  });

  it.each([
    ['video/mp4', 'video'],
    ['audio/wav', 'audio'],
  ])('plays the file of %s that its text was made of', async (contentType, element) => {
    const { world, owner, workspaceId, ownersBrowser } = await anOffice();
    const media = { contentType, sizeBytes: 5_000 };
    const { id } = await anOrderConversation(world, owner, { kind: 'transcription', media });

    const { text, headers } = await (await ownersBrowser()).get(`/app/conversations/${id}`);

    const link = new URL(new RegExp(`<${element} id="player"[^>]*src="([^"]*)"`).exec(text)?.[1] ?? '');
    expect(link.pathname).toBe(`/${workspaceId}/${id}/media`);
    expect(text).toContain('<ol class="transcript" data-follows="player">');
    expect(headers.get('content-security-policy')).toContain("media-src 'self' https://files.example.test");
  });

  it('plays the recording of its source where a text was made of another, and offers no export of it', async () => {
    const { world, owner, ownersBrowser, aRecording } = await anOffice();
    const media = { contentType: 'audio/mpeg', sizeBytes: 5_000 };
    const file = await anOrderConversation(world, owner, { kind: 'transcription', media });
    const made = (source: string, kind: 'subtitles' | 'translation') =>
      anOrderConversation(world, owner, { kind, sourceConversationId: source as ConversationId });
    const ofFile = await made((await made(file.id, 'subtitles')).id, 'translation');
    const ofMeeting = await made((await aRecording()).conversationId, 'translation');
    const browser = await ownersBrowser();

    const [first, second] = [
      await browser.get(`/app/conversations/${ofFile.id}`),
      await browser.get(`/app/conversations/${ofMeeting.id}`),
    ];

    expect(first.text).toContain(`/${file.id}/media?`);
    expect(second.text).toContain('<video id="player"');
    for (const { text } of [first, second]) {
      expect(text).toContain('data-follows="player"');
      expect(text).not.toMatch(/value="mp[34]"/);
    }
  });

  it('allows the file of a text that is still being made, which the script shows without loading the page again', async () => {
    const { world, owner, ownersBrowser } = await anOffice();
    const { id } = await anOrderConversation(world, owner, { state: 'automatic_transcribing' });

    const { headers } = await (await ownersBrowser()).get(`/app/conversations/${id}`);

    expect(headers.get('content-security-policy')).toContain("media-src 'self' https://files.example.test");
  });

  it('shows an order’s text, that there is none yet, and why it failed', async () => {
    const { world, owner, ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    const shown = async (changes: Parameters<typeof anOrderConversation>[2]) => {
      const { id } = await anOrderConversation(world, owner, changes);
      return (await browser.get(`/app/conversations/${id}`)).text;
    };

    expect(await shown({ state: 'automatic_transcribing' })).toContain('There is no text yet.');
    expect(await shown({ state: 'failed', failureReason: 'translation_failed' })).toContain('The translation failed.');
    const done = await shown({ state: 'automatic_done' });
    expect(done).toContain('<ol class="transcript">');
    expect(done).toContain('>Translation</dd>');
  });

  it('lists what is wrong with a translation, with a link to each segment', async () => {
    const { world, owner, ownersBrowser } = await anOffice();
    const issue = { segmentId: 'seg_1', kind: 'number', missing: '<12>' } as const;
    const kinds = ['length', 'untranslated', 'missing'] as const;
    const first = [issue, ...kinds.map((kind) => ({ segmentId: 'seg_1', kind, missing: '' }))];
    const { id } = await anOrderConversation(world, owner, { issues: { count: 9, first } });

    const { text } = await (await ownersBrowser()).get(`/app/conversations/${id}`);

    expect(text).toContain('>To check</h2>');
    expect(text).toContain('The number “&lt;12&gt;” is missing.');
    expect(text).toContain('There is no translation.');
    expect(text).toContain('<li>5 more</li>');
    const anchor = /<section aria-labelledby="issues">.*?<a href="#([^"]+)"/s.exec(text)?.[1];
    expect(text).toContain(`id="${anchor}"`);
  });

  it('has no forms for guests', async () => {
    const { browserAs, page } = await anOfficeWithFolders();

    const { text, status } = await (await browserAs('guest')).get(page);

    expect(status).toBe(200);
    expect(text).not.toContain('Name, folder and tags');
  });
});

describe('POST /app/conversations/{con}', () => {
  it('names, moves and tags it', async () => {
    const { browser, page, europe, listed } = await anOfficeWithFolders();
    await browser.get(page);

    const { status, location } = await browser.submit(
      page,
      details({ name: 'Filed', folder_id: europe, tags: 'a, b,a' }),
    );

    expect([status, location]).toEqual([303, `${page}?saved=yes`]);
    expect((await browser.get(`${page}?saved=yes`)).text).toContain('value="a, b"');
    expect(await listed(`?folder=${europe}`)).toEqual(['Filed']);
  });

  it.each([
    [{ name: ' ' }, 'The name must not be blank.'],
    [{ name: 'x'.repeat(201) }, 'The name is longer than 200 characters.'],
    [{ tags: `${'x'.repeat(51)}` }, 'Each tag is longer than 50 characters.'],
    [{ folder_id: 'fol_00000000000000000000000000' }, 'The folder must be a folder of the workspace.'],
  ])('422: shows why %j is refused, and keeps what was typed', async (changes, message) => {
    const { browser, page } = await anOfficeWithFolders();
    await browser.get(page);

    const { status, text } = await browser.submit(page, details({ tags: 'kept', ...changes }));

    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).toContain(`name="tags" type="text" value="${'tags' in changes ? changes.tags : 'kept'}"`);
  });
});

describe('a text of more than 1 MB', () => {
  it('429: is shown and downloaded no more beyond the bytes of a minute, of a meeting and of an order', async () => {
    const office = await anOffice({ useOf: useFactory({ content_bytes: ONE_READING }) });
    const { world, owner, workspaceId, ownersBrowser, aRecording } = office;
    const { meetingId, conversationId, botId } = await aRecording();
    const order = await anOrderConversation(world, owner);
    const results = resultsInFiles(world.files);
    await results.saveTranscript({ workspaceId, botId: botId as never }, LONG_TEXT);
    await results.saveTranscript({ workspaceId, conversationId: order.id, revision: '1' }, LONG_TEXT);
    const browser = await ownersBrowser();

    expect((await browser.get(`/app/conversations/${order.id}/transcript.txt`)).status).toBe(200);
    const refused = [
      await browser.get(`/app/conversations/${order.id}`),
      await browser.get(`/app/conversations/${order.id}/transcript.txt`),
      await browser.get(`/app/conversations/${conversationId}`),
      await browser.get(`/app/meetings/${meetingId}`),
      await browser.get(`/app/meetings/${meetingId}/transcript.srt`),
    ];

    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array(5).fill([429, expect.stringMatching(/^\d+$/)]),
    );
  });
});

describe('the files of a conversation', () => {
  it('are its text as it is, and 404 where there is none', async () => {
    const { world, owner, ownersBrowser } = await anOffice();
    const browser = await ownersBrowser();
    const done = await anOrderConversation(world, owner);
    const waiting = await anOrderConversation(world, owner, { state: 'automatic_transcribing' });

    const file = await browser.get(`/app/conversations/${done.id}/transcript.vtt`);

    expect(file.text).toMatch(/^WEBVTT/);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${done.id}.vtt"`);
    expect((await browser.get(`/app/conversations/${waiting.id}/transcript.vtt`)).status).toBe(404);
    expect((await browser.get(`/app/conversations/${done.id}/transcript.exe`)).status).toBe(404);
  });
});
