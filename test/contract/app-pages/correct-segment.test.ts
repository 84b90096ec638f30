import { conversations } from '#functions/api/conversations/index';
import { appPages } from '#functions/pages/app/index';
import { LostRace } from '#shared/foundation/core/store';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aBrowserOf } from '#test/support/pages';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { anOffice } from './an-office.ts';

/** An office with a recorded conversation, whose text the API reads and corrects as well. */
async function aText() {
  const office = await anOffice();
  const { conversationId } = await office.aRecording();
  const { key } = office.owner;
  const call = callsTo(conversations(office.world.context));
  const at = `/conversations/${conversationId}/transcript`;
  const page = `/app/conversations/${conversationId}`;
  const browser = await office.ownersBrowser();
  const read = async () => (await call('GET', at, { key })).body.segments;
  /** Corrects a segment by the API. */
  const correct = async (id: string, text: string) => {
    const etag = String((await call('GET', at, { key })).headers['etag']);
    const sent = await call('PATCH', at, { key, headers: { 'if-match': etag }, body: { segments: [{ id, text }] } });
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  };
  /** Replaces the text as a whole by the API. */
  const replace = async () => {
    const etag = String((await call('GET', at, { key })).headers['etag']);
    const segments = [{ id: 'seg_new', speaker_id: null, start: 0, end: 1, text: 'Another text.' }];
    await call('PUT', at, { key, headers: { 'if-match': etag }, body: { speakers: [], segments } });
  };
  const open = (id: string) => browser.get(`${page}?edit=${id}`);
  const save = (id: string, text: string, speaker = '') =>
    browser.submit(`${page}/segments/${id}`, { text, speaker_id: speaker });
  const speakers = async () => (await call('GET', at, { key })).body.speakers;
  const [first, second] = await read();
  return { ...office, conversationId, page, browser, read, correct, replace, open, save, speakers, first, second };
}

describe('POST /app/conversations/{con}/segments/{segment}', () => {
  it('saves text and speaker, and leads back to the segment', async () => {
    const { open, save, read, page, first, second } = await aText();
    expect((await open(first.id)).text).toContain(`\n${first.text}</textarea>`);

    const { status, location } = await save(first.id, 'Good evening.\r\nAll of you.', second.speaker_id);

    expect([status, location]).toEqual([303, `${page}#t=${first.start}`]);
    const [saved, untouched] = await read();
    expect(saved).toMatchObject({ id: first.id, text: 'Good evening.\nAll of you.', speaker_id: second.speaker_id });
    expect(untouched).toEqual(second);
  });

  it('takes the speaker away', async () => {
    const { open, save, read, first } = await aText();
    await open(first.id);

    await save(first.id, first.text, '');

    expect((await read())[0].speaker_id).toBeNull();
  });

  it('saves after another segment was corrected in the meantime', async () => {
    const { open, save, read, correct, first, second } = await aText();
    await open(first.id);
    await correct(second.id, 'Theirs.');

    const { status } = await save(first.id, 'Mine.');

    expect(status).toBe(303);
    expect((await read()).slice(0, 2).map(({ text }: { text: string }) => text)).toEqual(['Mine.', 'Theirs.']);
  });

  it('422: says how long a text of this length may be, and keeps what was typed', async () => {
    const { open, save, read, correct, first, second } = await aText();
    const third = (await read())[2];
    await correct(first.id, 'a'.repeat(10_000));
    await correct(second.id, 'a'.repeat(10_000));
    await open(third.id);

    const refused = await save(third.id, 'b'.repeat(10_000));

    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/characters together: a text of this length has at most 2\d{4}\./);
    expect(refused.text).toContain(`${'b'.repeat(10_000)}</textarea>`);
    expect((await read())[2].text).toBe(third.text);
  });

  it('412: shows what the segment has become, keeps what was typed, and saves it the next time', async () => {
    const { open, save, read, correct, first } = await aText();
    await open(first.id);
    await correct(first.id, 'Theirs.');

    const refused = await save(first.id, 'Mine.');

    expect(refused.status).toBe(412);
    expect(refused.text).toMatch(/It now reads: <q><strong>[^<]+:<\/strong> Theirs\.<\/q>/);
    expect(refused.text).toContain('\nMine.</textarea>');
    expect((await read())[0].text).toBe('Theirs.');
    expect((await save(first.id, 'Mine.')).status).toBe(303);
    expect((await read())[0].text).toBe('Mine.');
  });

  it('412: shows what was typed for a segment that is no longer there', async () => {
    const { open, save, replace, first } = await aText();
    await open(first.id);
    await replace();

    const refused = await save(first.id, 'Mine.');

    expect(refused.status).toBe(412);
    expect(refused.text).toContain('<pre>Mine.</pre>');
    expect(refused.text).toContain('Another text.');
  });

  it('422: keeps a text that is too long', async () => {
    const { open, save, first } = await aText();
    await open(first.id);

    const { status, text } = await save(first.id, '漢'.repeat(10_001));

    expect(status).toBe(422);
    expect(text).toContain('is longer than 10000 characters');
    expect(text).toContain(`\n${'漢'.repeat(10_001)}</textarea>`);
  });

  it('409: after lost races', async () => {
    const { world, owner, page, first } = await aText();
    const changes = { save: () => Promise.reject(new LostRace()) };
    const browser = await aBrowserOf(appPages({ ...world.pages, changes, files: world.files }), world, owner.userId);
    await browser.get(`${page}?edit=${first.id}`);

    const { status } = await browser.submit(`${page}/segments/${first.id}`, { text: 'Mine.', speaker_id: '' });

    expect(status).toBe(409);
  });

  it('has a form for members, none for guests, and on a text in work for admins and owners', async () => {
    const { browserAs, page, first, world, owner } = await aText();
    const locked = await anOrderConversation(world, owner, { state: 'locked' });
    const hasForm = async (role: 'guest' | 'member' | 'admin', of: string) =>
      (await (await browserAs(role)).get(of)).text.includes('<textarea');

    expect(await hasForm('member', `${page}?edit=${first.id}`)).toBe(true);
    expect(await hasForm('guest', `${page}?edit=${first.id}`)).toBe(false);
    expect(await hasForm('member', `/app/conversations/${locked.id}?edit=seg_1`)).toBe(false);
    expect(await hasForm('admin', `/app/conversations/${locked.id}?edit=seg_1`)).toBe(true);
  });

  it('401: does not correct a text in work for a member', async () => {
    const { browserAs, world, owner } = await aText();
    const locked = await anOrderConversation(world, owner, { state: 'locked' });
    const member = await browserAs('member');
    const { text } = await member.get('/app');
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';

    const sent = { _token: token, text: 'Mine.', speaker_id: '', etag: '*', seen: '' };

    expect((await member.post(`/app/conversations/${locked.id}/segments/seg_1`, sent)).status).toBe(401);
  });
});

describe('POST /app/conversations/{con}/speakers', () => {
  const NAMES = { 'speaker-spk_1': 'Ada Lovelace', 'speaker-spk_2': '' };

  it('names speakers, and takes a name away', async () => {
    const { browser, page, speakers, read } = await aText();
    const before = await read();
    await browser.get(page);

    const { status, location } = await browser.submit(`${page}/speakers`, NAMES);

    expect([status, location]).toEqual([303, `${page}?saved=yes`]);
    expect((await speakers()).slice(0, 2)).toEqual([
      { id: 'spk_1', name: 'Ada Lovelace' },
      { id: 'spk_2', name: null },
    ]);
    expect(await read()).toEqual(before);
  });

  it('saves after a segment was corrected in the meantime', async () => {
    const { browser, page, correct, first, read, speakers } = await aText();
    await browser.get(page);
    await correct(first.id, 'Theirs.');

    expect((await browser.submit(`${page}/speakers`, NAMES)).status).toBe(303);

    expect((await read())[0].text).toBe('Theirs.');
    expect((await speakers())[0].name).toBe('Ada Lovelace');
  });

  it('412: shows what the speakers have become, keeps what was typed, and saves it the next time', async () => {
    const { browser, page, speakers, ownersBrowser } = await aText();
    await browser.get(page);
    const other = await ownersBrowser();
    await other.get(page);
    await other.submit(`${page}/speakers`, { 'speaker-spk_1': 'Grace' });

    const refused = await browser.submit(`${page}/speakers`, NAMES);

    expect(refused.status).toBe(412);
    expect(refused.text).toMatch(/They are now: <q>Grace, /);
    expect(refused.text).toContain('value="Ada Lovelace"');
    expect((await speakers())[0].name).toBe('Grace');
    expect((await browser.submit(`${page}/speakers`, NAMES)).status).toBe(303);
    expect((await speakers())[0].name).toBe('Ada Lovelace');
  });

  it('422: shows which name is refused', async () => {
    const { browser, page } = await aText();
    await browser.get(page);

    const { status, text } = await browser.submit(`${page}/speakers`, { 'speaker-spk_1': 'https://ada.test' });

    expect(status).toBe(422);
    expect(text).toContain('must be a name in valid Unicode, on one line, and not a URL');
    expect(text).toContain('value="https://ada.test"');
  });
});
