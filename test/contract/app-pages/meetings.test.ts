import { HOUR_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { anOffice, inHours } from './an-office.ts';

describe('GET /app/workspaces/{wks}/meetings', () => {
  it('shows upcoming meetings, the next one first', async () => {
    const { ownersBrowser, path, aMeeting } = await anOffice();
    await aMeeting({ title: 'Later', starts_at: inHours(5), ends_at: inHours(6) });
    const id = await aMeeting({ title: 'Sooner' });
    await aMeeting({ title: 'Over', starts_at: inHours(-3), ends_at: inHours(-2) });

    const { status, text, heading } = await (await ownersBrowser()).get(path('meetings'));

    expect([status, heading]).toEqual([200, 'Meetings']);
    expect(text).toContain(`<a href="/app/meetings/${id}">Sooner</a>`);
    expect(text.indexOf('Sooner')).toBeLessThan(text.indexOf('Later'));
    expect(text).not.toContain('Over');
    expect(text).toContain('Not going to be recorded');
    expect(text).toContain('Google Meet');
  });

  it('shows past and cancelled meetings in their tabs', async () => {
    const { ownersBrowser, path, aMeeting, aRecording } = await anOffice();
    await aMeeting({ title: 'Called off' });
    await aMeeting({ title: 'Called off', ical_uid: 'event-1@acme.test', cancelled: true });
    await aRecording('good', { title: 'Talked over' });
    const browser = await ownersBrowser();
    const listed = async (phase: string) => {
      const { text } = await browser.get(path(`meetings?phase=${phase}`));
      return ['Called off', 'Talked over'].filter((title) => text.includes(`>${title}</a>`));
    };

    expect(await listed('past')).toEqual(['Talked over']);
    expect(await listed('cancelled')).toEqual(['Called off']);
    expect(await listed('live')).toEqual([]);
    expect(await listed('nonsense')).toEqual([]);
  });

  it('finds the meetings of a participant', async () => {
    const { world, ownersBrowser, path, aMeeting } = await anOffice();
    const ben = { name: 'Ben', email: 'ben@acme.test', response: 'accepted' };
    await aMeeting({ title: 'With Ben', attendees: [ben] });
    await aMeeting({ title: 'Without' });
    const browser = await ownersBrowser();

    for (const phase of ['upcoming', 'past']) {
      if (phase === 'past') world.clock.advance(3 * HOUR_MS);
      const { text } = await browser.get(path(`meetings?phase=${phase}&person=BEN%40acme.test`));
      expect(text).toContain('With Ben');
      expect(text).not.toContain('Without<');
      expect(text).toContain('value="BEN@acme.test"');
    }
  });

  it('paginates after 25 meetings', async () => {
    const { ownersBrowser, path, aMeeting } = await anOffice();
    for (let nth = 0; nth < 26; nth += 1)
      await aMeeting({ title: `Nr ${nth}.`, starts_at: inHours(nth + 1), ends_at: inHours(nth + 2) });
    const browser = await ownersBrowser();

    const first = await browser.get(path('meetings'));
    const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(first.text).not.toContain('Nr 25.');
    expect((await browser.get(next)).text).toContain('Nr 25.');
  });

  it('200: for guests; 404: for users of other workspaces', async () => {
    const { browserAs, strangersBrowser, path, aMeeting } = await anOffice();
    await aMeeting();

    expect((await (await browserAs('guest')).get(path('meetings'))).text).toContain('Weekly');
    const foreign = await (await strangersBrowser()).get(path('meetings'));
    expect(foreign.status).toBe(404);
    expect(foreign.text).not.toContain('Weekly');
  });
});
