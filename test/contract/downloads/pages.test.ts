import { appDependencies } from '#functions/pages/app/dependencies';
import { anOffice } from '#test/contract/app-pages/an-office';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { readsDuring } from '#test/support/reads-during';
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

it('what was downloaded is read once in a minute for links and uploads together', async () => {
  const { world, owner } = await anOffice();
  const pages = appDependencies({ ...world.pages, files: world.files });
  const link = { expiresAt: noon, contentType: 'text/plain', filename: 'a.txt' };
  await pages.files.linkTo(`${owner.workspaceId}/exports/exp_1`, link);

  const reads = await readsDuring(world, async () => {
    await pages.refuseMoreDownloads(owner.workspaceId);
    await pages.uploadStorage.signPut(`${owner.workspaceId}/uploads/upl_1`, noon, 5);
  });

  expect(reads).toEqual({ keys: 0, queries: 0, entries: 0 });
});
