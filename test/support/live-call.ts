import { meetings } from '#functions/api/meetings/index';
import { liveSocket } from '#functions/sockets/live/index';
import { liveTranscripts } from '#functions/workers/live-transcripts/index';
import { keepLines } from '#shared/capture/live-transcripts/commands/keep-lines';
import { gatewayConnections } from '#shared/capture/live-transcripts/gateway-connections';
import { isLiveTicket, LIVE_TICKET_KEY } from '#shared/capture/live-transcripts/hmac-tickets';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { storedKey } from '#shared/foundation/dynamodb/deployment-key';
import type { Outgoing } from '#shared/foundation/events/ports';
import { bots } from '#shared/meetings/bots/store';
import type { BotToServe, LiveConnections } from '#shared/meetings/live-transcripts/ports';
import type { LiveMessage } from '#shared/meetings/live-transcripts/rules/live-messages';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import { aConnectionGateway } from '#test/doubles/aws/connections';
import { invocation } from '#test/doubles/aws/unfinished-writes';
import { callsTo, type World } from '#test/support/api';
import { theRecorders } from '#test/support/the-recorders';
import { aBotStory } from './bot-story.ts';
import { endedAfter, recordingSince } from './fake-recorder.ts';

type Event = Parameters<ReturnType<typeof liveSocket>>[0];

/** The event of a route of the WebSocket API. */
const socketEvent = (eventType: string, connectionId: string, query?: Readonly<Record<string, string>>): Event =>
  ({ requestContext: { eventType, connectionId }, queryStringParameters: query ?? null }) as unknown as Event;

/** As the function of connections tells tickets from what was made up. */
export const knowsLiveTickets = (context: Parameters<typeof storedKey>[1]) =>
  isLiveTicket(storedKey(LIVE_TICKET_KEY, context));

/** A bot in a call that is read along: the API, the socket, the queue, the worker and the connections. */
export async function aLiveCall({
  world,
  isInCall = true,
  longestPostMs,
}: {
  readonly world?: World;
  readonly isInCall?: boolean;
  /** Real time; a second where it is left out. */
  readonly longestPostMs?: number;
} = {}) {
  const story = await aBotStory(world);
  const { context, owner } = story;
  const { clock } = story.world;
  const { id, meeting_id } = (await story.send()).body;
  await story.workers.work(id);
  const gateway = await aConnectionGateway();
  const waiting: Outgoing<BotToServe>[] = [];
  const queued: { readonly message: BotToServe; readonly dueAt: Instant }[] = [];
  const queue = {
    send: async (messages: readonly Outgoing<BotToServe>[]) => {
      waiting.push(...messages);
      for (const { message, delaySeconds = 0 } of messages)
        queued.push({ message, dueAt: later(clock.now(), delaySeconds * SECOND_MS) });
    },
  };
  const log = () => undefined;
  const connections: LiveConnections = gatewayConnections(gateway.client, longestPostMs);
  const serveContext = {
    ...context,
    recorders: theRecorders(story.recorder),
    connections,
    queue,
    sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  const worker = liveTranscripts(serveContext, { log });
  const socket = liveSocket(context, { queue, isLiveTicket: knowsLiveTickets(context), stage: 'test', log });
  const call = callsTo(meetings({ ...context, files: story.world.files }));
  const inCall = async () => {
    story.says(id, recordingSince(clock.now()));
    await story.workers.work(id);
  };
  if (isInCall) await inCall();

  const ticket = (key = owner.key, after?: number) =>
    call('GET', `/meetings/${meeting_id}/live${after === undefined ? '' : `?after=${after}`}`, { key });
  const connect = async (connectionId: string, url: string): Promise<number> => {
    const query = Object.fromEntries(new URL(url).searchParams);
    const answered = await socket(socketEvent('CONNECT', connectionId, query));
    return Number(typeof answered === 'object' ? answered.statusCode : 0);
  };
  const serve = (botId = id) => take({ botId: botId as BotId, workspaceId: owner.workspaceId });
  const take = async (message: Omit<BotToServe, 'workspaceId'> & Partial<BotToServe>) => {
    const event = { Records: [{ messageId: 'm', body: JSON.stringify(message) }] };
    const { batchItemFailures } = await invocation('live-transcripts', () => worker(event as never));
    if (batchItemFailures.length > 0) throw new Error('The worker failed.');
  };

  return {
    ...{
      ...story,
      id: id as BotId,
      meetingId: meeting_id,
      gateway,
      serve,
      take,
      inCall,
      call,
      waiting,
      ticket,
      connect,
    },
    /** Connects a reader and answers what it has received. */
    async aReader(connectionId: string, { key = owner.key, after }: { key?: string; after?: number } = {}) {
      const { body } = await ticket(key, after);
      const status = await connect(connectionId, body.url);
      if (status !== 200) throw new Error(`The connection was refused: ${status}.`);
      return { received: (): readonly LiveMessage[] => gateway.received(connectionId) };
    },
    /** Time passes, and the worker takes each message when it is due. */
    async pass(milliseconds: number) {
      const until = later(clock.now(), milliseconds);
      for (;;) {
        queued.sort((one, other) => one.dueAt - other.dueAt);
        const [next] = queued;
        if (!next || next.dueAt > until) break;
        queued.shift();
        clock.set(later(clock.now(), Math.max(0, next.dueAt - clock.now())));
        await take(next.message);
      }
      clock.set(until);
    },
    disconnect: (connectionId: string) => socket(socketEvent('DISCONNECT', connectionId)),
    /** The recorder sends what was said, and each connected reader gets it. */
    async hear(...lines: readonly LiveLine[]) {
      const bot = await bots.find(context.table, id);
      if (!bot) throw new Error('The bot is gone.');
      await keepLines(context)(bot.state, lines);
      await serve();
    },
    /** The recorder sends what was said, without a look of the worker. */
    async keep(...lines: readonly LiveLine[]) {
      const bot = await bots.find(context.table, id);
      if (bot) await keepLines(context)(bot.state, lines);
    },
    async endCall() {
      story.says(id, endedAfter(clock.now(), 60));
      await story.workers.work(id);
    },
    /** The rows of the live transcript. */
    rows: (): readonly string[] =>
      story.world.dynamo
        .items()
        .filter(({ pk }) => pk?.S?.startsWith('LIVE#'))
        .map(({ sk }) => String(sk?.S)),
  };
}
