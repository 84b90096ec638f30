import { anOffice } from '#test/contract/app-pages/an-office';
import { describe, expect, it } from '#test/support/jest';
import { useUpDownloads } from '#test/support/used-up-downloads';

describe('pages of a workspace that used up what it may download in a day', () => {
  it('429: a meeting with media; 200: its transcript as a text, and the list of meetings', async () => {
    const office = await anOffice();
    const { meetingId } = await office.aRecording();
    await useUpDownloads(office.world, office.owner);
    const browser = await office.ownersBrowser();
    const statusOf = async (path: string) => (await browser.get(path)).status;

    expect(await statusOf(`/app/meetings/${meetingId}`)).toBe(429);
    expect(await statusOf(`/app/meetings/${meetingId}/transcript.txt`)).toBe(200);
    expect(await statusOf(office.path('meetings'))).toBe(200);
  });
});
