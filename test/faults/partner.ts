import { setTimeout as wait } from 'node:timers/promises';
import type { Stack } from '#bin/stack/stack-file';
import { aReceiver, type ReceivedWebhook } from '#test/support/receiver';

/** How receivers behave now: a status for an attempt, perhaps after a while. */
type Behaviour = (attempt: number) => number | Promise<number>;

const ACCEPTS: Behaviour = () => 204;
const ENDPOINTS = 3;

export type Receiver = Awaited<ReturnType<typeof aReceiver>>;

/** One change that is to be told, and when the API took it. */
export interface Told {
  readonly meetingId: string;
  readonly acceptedAt: number;
}

export type Partner = Awaited<ReturnType<typeof aPartner>>;

/** The gateway's own answers need not be JSON. */
function asObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A workspace with three endpoints for every new meeting, and a partner that pushes meetings into it. */
export async function aPartner({ base_url, api_key, workspace_id }: Stack) {
  let behaviour = ACCEPTS;
  const answers = new Map<number, number>();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: { authorization: api_key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: asObject(text) };
  };
  const receivers: Receiver[] = [];
  for (let nth = 0; nth < ENDPOINTS; nth += 1) {
    const receiver = await aReceiver((attempt) => behaviour(attempt));
    const made = { workspace_id, url: receiver.url, enabled_events: ['meeting.created'] };
    const { body } = await call('POST', '/webhook_endpoints', made);
    receiver.trust(String(body['secret']));
    receivers.push(receiver);
  }

  /** A caller who repeats what was answered with 5xx for as long as it takes. */
  const push = async (name: string): Promise<Told> => {
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const event = { workspace_id, member_data: { email: 'ada@acme.test' }, ical_uid: `${name}@faults.test`, starts_at };
    for (;;) {
      const { status, body } = await call('POST', '/calendar_events', event);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status < 300) return { meetingId: String(body['meeting_id']), acceptedAt: Date.now() };
      if (status < 500 && status !== 409) throw new Error(`A push was answered ${status}: ${JSON.stringify(body)}`);
      await wait(500);
    }
  };

  return {
    receivers,
    call,
    push,
    /** How often callers got which status. */
    answers: answers as ReadonlyMap<number, number>,
    behave: (next: Behaviour = ACCEPTS) => {
      behaviour = next;
    },
    /** What every endpoint heard of one change, endpoint by endpoint. */
    heardOf: ({ meetingId }: Told): readonly (readonly ReceivedWebhook[])[] =>
      receivers.map(({ received }) => received.filter(({ object }) => object.id === meetingId)),
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}
