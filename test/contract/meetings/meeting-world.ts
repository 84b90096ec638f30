import { bots } from '#functions/api/bots/index';
import { meetings } from '#functions/api/meetings/index';
import { callsTo, noon, type World } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aSettingsWorld } from '#test/support/settings-world';

export const HOUR = 3_600_000;
export const at = (offset: number): string => new Date(noon + offset).toISOString();

/** A workspace with a member whose meetings are pushed. */
export async function aMeetingWorld(given?: World) {
  const context = await aSettingsWorld(given);
  const { world, owner } = context;
  const call = callsTo(meetings(world.context));
  const callBots = callsTo(bots(world.context));
  const ada = await context.aMember('Ada');

  return {
    ...context,
    call,
    ada,
    /** The id of a meeting in Ada's calendar that begins so long from now and lasts an hour. */
    aMeeting: (offset: number, event: object = {}): Promise<string> =>
      context.aMeetingOf(ada, { starts_at: at(offset), ends_at: at(offset + HOUR), ...event }),
    label: (id: string, body: unknown, key = owner.key): Promise<ApiResponse> =>
      call('PATCH', `/meetings/${id}`, { key, body }),
    /** A bot that was sent by hand, and its meeting. */
    aBot: async (body: object): Promise<ApiResponse['body']> =>
      (await callBots('POST', '/bots', { key: owner.key, body: { workspace_id: owner.workspaceId, ...body } })).body,
  };
}
