import { aReceiver } from '#test/support/receiver';
import { aName, type DrillContext } from './drill-context.ts';
import { aUser, type User } from './users.ts';

/** A workspace of its own with a webhook endpoint, and the receiver behind it. */
export async function aPartner(drill: DrillContext, options: Readonly<Record<string, unknown>> = {}) {
  const user = await aUser(drill);
  let status = 204;
  const receiver = await aReceiver(() => status);
  drill.afterwards(receiver.close);
  const endpoint = await drill.created(
    '/webhook_endpoints',
    { workspace_id: user.workspaceId, url: receiver.url, enabled_events: ['meeting.created'], ...options },
    user.apiKey,
  );
  receiver.trust(endpoint.secret);
  const headers = { authorization: user.apiKey };
  return {
    ...user,
    endpointId: String(endpoint.id),
    call: (method: string, path: string, body?: object) => drill.call(method, path, body, headers),
    /** Answers webhooks with this status from now on. */
    answer: (next: number): void => {
      status = next;
    },
    /** How many webhooks about a meeting the receiver has accepted. */
    heardOf: (meetingId: string): number =>
      receiver.received.filter(({ object, answered }) => object.id === meetingId && answered < 300).length,
    /** How many requests the receiver got. */
    asked: (): number => receiver.received.length,
    /** A meeting of tomorrow, whose creation is an event. */
    pushMeeting: () => pushMeeting(drill, user),
  };
}

async function pushMeeting(drill: DrillContext, { workspaceId, apiKey }: User): Promise<string> {
  const starts_at = new Date(Date.now() + 86_400_000).toISOString();
  const event = {
    ...{ workspace_id: workspaceId, member_data: { email: 'ben@example.com' } },
    ...{ ical_uid: `${aName('drill')}@example.com`, starts_at },
  };
  return (await drill.created('/calendar_events', event, apiKey)).meeting_id;
}
