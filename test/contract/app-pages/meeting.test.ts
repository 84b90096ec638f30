import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Summary } from '#shared/meetings/results/rules/results';
import { describe, expect, it, jest } from '#test/support/jest';
import { aTranscript, type Line } from '#test/support/transcripts';
import { anOffice } from './an-office.ts';

/** A recorded meeting with another transcript and summary. */
async function aMeetingWith(lines: readonly Line[], summary: Partial<Summary> = {}) {
  const office = await anOffice();
  const { meetingId, botId } = await office.aRecording();
  const of = { workspaceId: office.workspaceId, botId: botId as never };
  const results = resultsInFiles(office.world.files);
  await results.saveTranscript(of, aTranscript(lines));
  await results.saveSummary(of, { ...A_SUMMARY, ...summary });
  return { ...office, meetingId, page: async () => (await office.ownersBrowser()).get(`/app/meetings/${meetingId}`) };
}

const A_SUMMARY: Summary = {
  engine: 'extractive',
  language: 'en',
  template: 'general',
  title: 'Plans',
  markdown: '# Plans',
  sections: [{ key: 'overview', title: 'Overview', markdown: 'We **ship** on `Tuesday`.' }],
  actionItems: [{ text: 'Write it down', assigneeName: 'Ada', start: 3 }],
};

describe('GET /app/meetings/{mtg}', () => {
  it('shows the recording, the transcript that follows it and the summary', async () => {
    const { page } = await aMeetingWith([
      ['Ada', 'We ship on Tuesday.'],
      [null, 'Good.'],
    ]);

    const { status, text } = await page();

    expect(status).toBe(200);
    expect(text).toMatch(
      /<video id="player" data-renews controls preload="metadata" playsinline aria-label="Recording" src="https:\/\/files\.example\.test\/[^"]*"><\/video>/,
    );
    expect(text).toContain('<ol class="transcript" data-follows="player">');
    expect(text).toContain(
      '<li id="t=0" data-start="0"><a class="time" href="#t=0" aria-label="Go to 0:00">0:00</a> <span class="speaker">Ada:</span> <span class="said" data-words="0:0 3:',
    );
    expect(text).toContain('We <strong>ship</strong> on <code>Tuesday</code>.');
    expect(text).toContain(
      '<strong>Ada:</strong> Write it down <span class="small">(<a href="#t=0">at 0:03</a>)</span>',
    );
    expect(text).toContain('>Ready</span>');
  });

  it('plays the audio of a recording without video', async () => {
    const { ownersBrowser, aRecording } = await anOffice();
    const { meetingId } = await aRecording('good', { recording_mode: 'audio_only' });

    const { text } = await (await ownersBrowser()).get(`/app/meetings/${meetingId}`);

    expect(text).toContain(
      '<audio id="player" data-renews controls preload="metadata" aria-label="Recording" src="https://files.',
    );
    expect(text).not.toContain('<video');
  });

  it('allows media from the host of its files and from no other', async () => {
    const { page, ownersBrowser } = await aMeetingWith([['Ada', 'Hello.']]);
    const media = (headers: Headers) => /media-src [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0];

    expect(media((await page()).headers)).toBe("media-src 'self' https://files.example.test");
    expect(media((await (await ownersBrowser()).get('/app')).headers)).toBe("media-src 'self'");
  });

  it('shows an upcoming meeting: participants, time, and each setting with its source', async () => {
    const { ownersBrowser, aMeeting } = await anOffice();
    const id = await aMeeting({ organizer: { name: 'Ada', email: 'ada@acme.test' } });

    const { text } = await (await ownersBrowser()).get(`/app/meetings/${id}`);

    for (const said of ['Not going to be recorded', '>Default<', 'accepted', 'No notetaker was sent.'])
      expect(text).toContain(said);
    expect(text).not.toContain('abc-good');
    expect(text).not.toMatch(/<audio|<video/);
  });

  it('shows why a notetaker failed', async () => {
    const { ownersBrowser, aRecording } = await anOffice();
    const { meetingId } = await aRecording('lobb');

    const { text } = await (await ownersBrowser()).get(`/app/meetings/${meetingId}`);

    expect(text).toContain('The notetaker was not admitted, no one else joined, or the recording was not started.');
    expect(text).toContain('Not recorded');
  });

  it('shows that no speech was detected, and that the transcription failed', async () => {
    const { ownersBrowser, aRecording } = await anOffice();
    const browser = await ownersBrowser();
    const silent = await aRecording('mute');
    const lost = await aRecording('noai', { allow_multiple_bots: true });

    expect((await browser.get(`/app/meetings/${silent.meetingId}`)).text).toContain('No speech was detected.');
    expect((await browser.get(`/app/meetings/${lost.meetingId}`)).text).toContain(
      'The transcript could not be generated.',
    );
  });

  it.each([
    ['echo', 'The transcript may be incomplete: it does not fit the length of the call.'],
    ['hums', 'No words were detected, and no one is known to have spoken.'],
    ['lost', 'People spoke in the call, and nothing of it could be transcribed.'],
  ] as const)('shows what the transcript of a %s meeting came to', async (code, sentence) => {
    const { ownersBrowser, aRecording } = await anOffice();
    const { meetingId } = await aRecording(code);

    expect((await (await ownersBrowser()).get(`/app/meetings/${meetingId}`)).text).toContain(sentence);
  });

  it('200: for guests; 404: the same page for users of other workspaces and for a missing id', async () => {
    const { browserAs, strangersBrowser, aMeeting } = await anOffice();
    const id = await aMeeting();
    const stranger = await strangersBrowser();

    expect((await (await browserAs('guest')).get(`/app/meetings/${id}`)).status).toBe(200);
    for (const other of [id, 'mtg_01kcw3v9e2f3hb5wnkq8zr6m4t', 'nonsense']) {
      const { status, text } = await stranger.get(`/app/meetings/${other}`);
      expect(status).toBe(404);
      expect(text).toContain('There is no such meeting.');
    }
  });

  it('404: reads no content for users of other workspaces', async () => {
    const { world, meetingId, strangersBrowser } = await aMeetingWith([['Ada', 'Hello.']]);
    const stranger = await strangersBrowser();
    const reading = jest.spyOn(world.files, 'get');

    for (const page of ['', '/transcript.txt'])
      expect((await stranger.get(`/app/meetings/${meetingId}${page}`)).status).toBe(404);

    expect(reading).not.toHaveBeenCalled();
  });

  it.each([
    ['texts are long', ['Ada', 'x'.repeat(1000)]],
    ['names are long and full of quotes', ['"'.repeat(255), 'Yes.']],
    ['texts are full of control characters', ['Ada', '\u0001'.repeat(1000)]],
  ] as const)('shows the beginning of a transcript that is too long for the page: %s', async (_why, [name, said]) => {
    const { page } = await aMeetingWith(Array.from({ length: 5000 }, (_, nth) => [name, `${nth} ${said}`]));

    const { text } = await page();

    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(5_500_000);
    expect(text).toContain('too long for this page');
  });
});

describe('GET /app/meetings/{mtg}/transcript.{format}', () => {
  it.each([
    ['txt', 'text/plain; charset=utf-8', '[00:00:00] Ada: Hello there.'],
    ['vtt', 'text/vtt; charset=utf-8', 'WEBVTT'],
    ['srt', 'application/x-subrip; charset=utf-8', '00:00:00,000 --> 00:00:02,000'],
  ])('downloads it as %s', async (format, type, said) => {
    const { ownersBrowser, meetingId } = await aMeetingWith([['Ada', 'Hello there.']]);

    const { status, text, headers } = await (await ownersBrowser()).get(
      `/app/meetings/${meetingId}/transcript.${format}`,
    );

    expect(status).toBe(200);
    expect(text).toContain(said);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${meetingId}.${format}"`);
  });

  it('404: for another format, a meeting without a transcript and a meeting of others', async () => {
    const { ownersBrowser, strangersBrowser, meetingId, aMeeting } = await aMeetingWith([['Ada', 'Hello.']]);
    const browser = await ownersBrowser();

    expect((await browser.get(`/app/meetings/${meetingId}/transcript.exe`)).status).toBe(404);
    expect((await browser.get(`/app/meetings/${await aMeeting()}/transcript.txt`)).status).toBe(404);
    expect((await (await strangersBrowser()).get(`/app/meetings/${meetingId}/transcript.txt`)).status).toBe(404);
  });
});
