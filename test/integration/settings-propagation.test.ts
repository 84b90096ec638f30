import { eventually, stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';

const stack = stackClient();
const MEETINGS = 200;
/** Concurrent pushes. */
const CONCURRENCY = 20;
const HOUR_MS = 3_600_000;

/** Meetings of one member in a workspace of their own, five hours ahead and later. */
async function insertMeetings(workspace_id: string): Promise<void> {
  const start = Date.now() + 5 * HOUR_MS;
  const pushes = Array.from({ length: MEETINGS }, (_, nth) => ({
    workspace_id,
    member_data: { email: 'ada@many.test' },
    ical_uid: `many-${start}-${nth}@calendar.test`,
    title: `Meeting ${nth}`,
    starts_at: new Date(start + nth * 60_000).toISOString(),
    ends_at: new Date(start + nth * 60_000 + HOUR_MS).toISOString(),
    meeting_url: `https://zoom.us/j/${1_000_000_000 + nth}`,
  }));
  expect((await stack.call('POST', '/calendar_events', pushes[0])).status).toBe(201);
  for (let at = 1; at < MEETINGS; at += CONCURRENCY) {
    const some = pushes.slice(at, at + CONCURRENCY);
    const answers = await Promise.all(some.map((push) => stack.call('POST', '/calendar_events', push)));
    expect(answers.map(({ status }) => status)).toEqual(some.map(() => 201));
  }
}

interface Seen {
  readonly id: string;
  readonly settings: { readonly recording: { readonly enabled: boolean } };
  readonly recordings: readonly { readonly status: string }[];
}

async function everyMeeting(workspace_id: string): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let path: string | undefined = `/meetings?workspace_id=${workspace_id}&include=settings&limit=100`;
  while (path) {
    const { body } = await stack.call('GET', path);
    seen.push(...body.data);
    path = body._links.next?.url;
  }
  return seen;
}

describe('settings of a workspace with many meetings', () => {
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let workspace: string;
  let endpoint: string;
  beforeAll(async () => {
    receiver = await aReceiver();
    workspace = await stack.newWorkspace('Many');
    await insertMeetings(workspace);
    const body = { workspace_id: workspace, url: receiver.url, enabled_events: ['meeting.updated'] };
    endpoint = (await stack.call('POST', '/webhook_endpoints', body)).body.id;
  });
  afterAll(async () => {
    await stack.call('DELETE', `/webhook_endpoints/${endpoint}`);
    await receiver.close();
  });

  it('apply to each meeting in the background, with a bot and one event each', async () => {
    const made = await stack.call('POST', '/settings', {
      workspace_id: workspace,
      recording: { enabled: true },
      scope: [`workspace:${workspace}`],
    });
    expect(made.status).toBe(201);

    const meetings = await eventually(
      () => everyMeeting(workspace),
      (seen) => seen.every(({ recordings }) => recordings.length > 0),
    );
    const events = await eventually(
      () => receiver.received.map(({ id, object }) => ({ id, meeting: object.id })),
      (seen) => new Set(seen.map(({ meeting }) => meeting)).size === MEETINGS,
    );

    expect(meetings).toHaveLength(MEETINGS);
    for (const { settings, recordings } of meetings) {
      expect(settings.recording.enabled).toBe(true);
      expect(recordings).toMatchObject([{ status: 'queued' }]);
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(MEETINGS);
  });
});
