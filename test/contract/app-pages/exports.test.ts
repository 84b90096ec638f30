import { DAY_MS } from '#shared/foundation/core/time';
import { exportWorker } from '#test/support/export-worker';
import { describe, expect, it } from '#test/support/jest';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { anOffice } from './an-office.ts';

/** An office with a recorded conversation, and a browser on its page. */
async function aRecorded() {
  const office = await anOffice();
  const { conversationId } = await office.aRecording();
  const browser = await office.ownersBrowser();
  const page = `/app/conversations/${conversationId}`;
  const shown = await browser.get(page);
  const create = (fields: Record<string, string>) => browser.submit(`${page}/exports`, fields);
  return { ...office, worker: exportWorker(office.world), page, browser, shown, create };
}

describe('POST /app/conversations/{con}/exports', () => {
  it('exports the text as asked, and leads to a page with the file when it is written', async () => {
    const { create, browser, worker, world } = await aRecorded();

    const { status, location = '' } = await create({ format: 'txt', show_speakers: 'yes' });

    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/exports\/exp_/)]);
    const waiting = await browser.get(location);
    expect(waiting.text).toContain(`data-refreshes="${location}"`);
    await worker.run();
    const { text } = await browser.get(location);
    const link = /href="(https:\/\/files\.example\.test\/[^"]*)">Download [^<]+\.txt</.exec(text)?.[1] ?? '';
    const file = Buffer.from(world.files.files.get(new URL(link).pathname.slice(1)) ?? []).toString();
    expect(file).toContain('Maya');
    expect(file).not.toContain('00:00');
    expect(text).not.toContain('data-refreshes');
  });

  it('offers the recording where it has that form', async () => {
    const { shown, world, owner, browser } = await aRecorded();
    const offered = async (changes?: Parameters<typeof anOrderConversation>[2]) => {
      const { id } = await anOrderConversation(world, owner, changes);
      const { text } = await browser.get(`/app/conversations/${id}`);
      return ['mp4', 'mp3', 'docx'].filter((format) => text.includes(`value="${format}"`));
    };

    expect([shown.text.includes('value="mp4"'), shown.text.includes('value="mp3"')]).toEqual([true, false]);
    expect(await offered()).toEqual(['docx']);
    expect(await offered({ media: { contentType: 'audio/mpeg', sizeBytes: 5 } })).toEqual(['mp3', 'docx']);
    expect(await offered({ media: { contentType: 'audio/wav', sizeBytes: 5 } })).toEqual(['docx']);
  });

  it('422: shows which format is refused', async () => {
    const { create } = await aRecorded();

    const { status, text } = await create({ format: 'mp3' });

    expect(status).toBe(422);
    expect(text).toContain(
      'takes a conversation with a recording of the type audio/mpeg; this one has audio/wav and video/mp4.',
    );
  });

  it('is not offered to guests', async () => {
    const { browserAs, page } = await aRecorded();

    expect((await (await browserAs('guest')).get(page)).text).not.toContain('Export</h2>');
  });
});

describe('GET /app/exports/{exp}', () => {
  it('shows that the file is over after a day', async () => {
    const { create, ownersBrowser, worker, world } = await aRecorded();
    const { location = '' } = await create({ format: 'txt' });
    await worker.run();
    world.clock.advance(DAY_MS);

    // The session is over by then too.
    const again = await (await ownersBrowser()).get(location);

    expect(again.text).toContain('The file was deleted a day after it was written.');
    expect(again.text).not.toContain('Download');
  });

  it('404: for users of other workspaces and a missing id', async () => {
    const { create, strangersBrowser } = await aRecorded();
    const { location = '' } = await create({ format: 'txt' });
    const stranger = await strangersBrowser();

    for (const at of [location, '/app/exports/nonsense']) expect((await stranger.get(at)).status).toBe(404);
  });
});
