import type { Call } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { anOfficeWithOwner } from './code-cases.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

type Office = Awaited<ReturnType<typeof anOfficeWithOwner>>;

const link = (nth: number) => `https://zoom.us/j/${1_000_000_000 + nth}`;

/** Ways to send one more bot. */
const WAYS: Readonly<Record<string, (office: Office, nth: number) => readonly [path: string, sent: Call]>> = {
  'as JSON': ({ ours }, nth) => ['/bots', { body: { workspace_id: ours.wks, meeting_url: link(nth) } }],
  'as a form': ({ ours }, nth) => [
    '/bots',
    { raw: `workspace_id=${ours.wks}&meeting_url=${encodeURIComponent(link(nth))}`, headers: FORM },
  ],
  'with a slash': ({ ours }, nth) => ['/bots/', { body: { workspace_id: ours.wks, meeting_url: link(nth) } }],
  'in camelCase': ({ ours }, nth) => ['/bots', { body: { workspaceId: ours.wks, meetingUrl: link(nth) } }],
  'by the number of the workspace': ({ owner }, nth) => [
    '/bots',
    { body: { workspace_id: owner.workspaceNumber, meeting_url: link(nth) } },
  ],
  'with no workspace named': (_desk, nth) => ['/bots', { body: { meeting_url: link(nth) } }],
  'on a deprecated path': ({ ours }, nth) => [
    '/meeting_bots',
    { body: { workspace_id: ours.wks, meeting_url: link(nth) } },
  ],
  'on an older one': ({ ours }, nth) => ['/meetings', { body: { workspace_id: ours.wks, meeting_url: link(nth) } }],
  'from another address': ({ ours }, nth) => [
    '/bots',
    {
      body: { workspace_id: ours.wks, meeting_url: link(nth) },
      from: '198.51.100.7',
      headers: { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' },
    },
  ],
  'at an older version': ({ ours }, nth) => [
    '/bots',
    { body: { workspace_id: ours.wks, meeting_url: link(nth) }, headers: { 'service-version': '2025-11-25' } },
  ],
};

describe('a limit', () => {
  it.each(Object.keys(WAYS))('is used up by a request in whatever dress, and stops it: %s', async (way) => {
    // The office has sent one bot already.
    const office = await anOfficeWithOwner({ limits: { bots: 3 } });
    const send = (way: string, nth: number) => {
      const [path, sent] = WAYS[way]?.(office, nth) ?? ['', {}];
      return office.call('POST', path, { key: office.owner.key, ...sent });
    };

    const answers = [await send(way, 1), await send('as JSON', 2), await send('as JSON', 3), await send(way, 4)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429, 429]);
  });
});
