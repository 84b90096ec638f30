import { LIVE_URL } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** A meeting whose bot is on its way into the call. */
async function aLiveMeeting() {
  const office = await anOffice();
  const { meetingId, botId } = await office.aBotOnItsWay();
  return { ...office, meetingId, botId, page: `/app/meetings/${meetingId}` };
}

describe('the page of a live meeting', () => {
  it('has a place for what is said, which is read out, and lets its script connect', async () => {
    const { ownersBrowser, page } = await aLiveMeeting();

    const { text, headers } = await (await ownersBrowser()).get(page);

    expect(text).toContain(`<div data-live="${page}/live" data-then="results">`);
    expect(text).toContain(
      '<ol class="transcript live" role="log" aria-label="What was said" tabindex="0" data-live-log>',
    );
    expect(text).toContain(`data-after-call="${page}"`);
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${new URL(LIVE_URL).origin};`);
  });

  it('has none of it once the call is over, and connects to no other host', async () => {
    const { ownersBrowser, page, world, botId } = await aLiveMeeting();
    await botWorkers(world).untilQuiet(botId);

    const { text, headers } = await (await ownersBrowser()).get(page);

    expect(text).not.toContain('data-live=');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
  });
});

describe('GET /app/meetings/{mtg}/live', () => {
  it('answers an address with a ticket, and the segment that was received last', async () => {
    const { ownersBrowser, page } = await aLiveMeeting();

    const { status, text } = await (await ownersBrowser()).get(`${page}/live?after=12`);

    expect(status).toBe(200);
    const url = new URL(JSON.parse(text).url);
    expect(url.searchParams.get('ticket')).toMatch(/^live_[\w-]{43}$/);
    expect(url.searchParams.get('after')).toBe('12');
  });

  it('is 409 once the call is over', async () => {
    const { ownersBrowser, page, world, botId } = await aLiveMeeting();
    await botWorkers(world).untilQuiet(botId);

    expect((await (await ownersBrowser()).get(`${page}/live`)).status).toBe(409);
  });

  it('is 404 for a user of another workspace', async () => {
    const { strangersBrowser, page } = await aLiveMeeting();

    expect((await (await strangersBrowser()).get(`${page}/live`)).status).toBe(404);
  });
});
