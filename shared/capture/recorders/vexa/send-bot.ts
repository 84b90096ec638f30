import { isSuccess, parseResponse, type RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import type { Clock } from '#shared/foundation/core/clock';
import type { AcceptedBot, RecordingOrder, SendResult } from '#shared/meetings/recorders/ports';
import { deleteAbandonedPlans, findMeeting } from './find-meeting.ts';
import { RECORDER, type VexaApi } from './vexa-api.ts';
import { lacksSpeechService, refusalOf } from './vexa-errors.ts';
import { isPlan } from './vexa-observation.ts';
import { vexaOrder, vexaPlan } from './vexa-order.ts';
import { VexaMeeting } from './vexa-schemas.ts';

/**
 * Sends a bot in two requests: a plan with our bot id as its title, which nothing joins, and a bot for the same link,
 * which takes the place of the plan and keeps its title. So the bot is found again after an answer that was lost.
 */
export async function sendBot(api: VexaApi, clock: Clock, order: RecordingOrder): Promise<SendResult> {
  const planned = await plan(api, clock, order);
  if (planned) return planned;
  const response = await requestBot(api, order);
  if (isSuccess(response))
    return { outcome: 'accepted', ...acceptedIn(parseResponse(VexaMeeting, response, RECORDER)) };
  const refused = refusalOf(response);
  // A plan would block the link for other bots.
  const left = await findMeeting(api, order.botId, clock);
  if (left && isPlan(left)) await api.send('DELETE', `/meetings/${left.id}`);
  return left && !isPlan(left) ? { outcome: 'accepted', ...acceptedIn(left) } : refused;
}

/**
 * The ids of a bot: its meeting, and the connections by which webhooks of a change of status name it. Vexa names those in
 * its answer to a new bot alone, so a bot that is found later has none, and only its other webhooks are matched.
 */
export const acceptedIn = ({ id, data }: VexaMeeting): AcceptedBot => ({
  externalId: String(id),
  otherIds: (data.sessions ?? []).filter((session) => typeof session === 'string'),
});

/** Undefined when there is a plan of this bot; else how the request ends already. */
async function plan(api: VexaApi, clock: Clock, order: RecordingOrder): Promise<SendResult | undefined> {
  const create = () => api.send('POST', '/meetings', vexaPlan(order));
  const response = await create();
  if (isSuccess(response)) return undefined;
  if (response.status !== 409) return refusalOf(response);
  const own = await findMeeting(api, order.botId, clock);
  if (own) return isPlan(own) ? undefined : { outcome: 'accepted', ...acceptedIn(own) };
  if (!(await deleteAbandonedPlans(api, clock.now()))) return refusalOf(response);
  const again = await create();
  return isSuccess(again) ? undefined : refusalOf(again);
}

/** Without a speech service Vexa takes no bot that transcribes: it records all the same. */
async function requestBot(api: VexaApi, order: RecordingOrder): Promise<RecorderResponse> {
  const response = await api.send('POST', '/bots', vexaOrder(order, { isTranscribed: true }));
  if (!lacksSpeechService(response)) return response;
  return api.send('POST', '/bots', vexaOrder(order, { isTranscribed: false }));
}
