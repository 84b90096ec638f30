import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld } from '#test/support/api';
import { aLiveCall } from '#test/support/live-call';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';
import { Meter } from './meter.ts';
import { ONE_CALL } from './office-usage.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Who reads along in the call that is measured. */
export const LIVE_READERS = 10;
/** Of an hour in which someone speaks all the time. */
export const LIVE_LINES = 1_200;
const MINUTES = 60;
const SAMPLE = 20;
/** Of each function that a line or a reader takes: verifying and saving, admitting, sending. */
const SECONDS = 0.05;

const ONE_FUNCTION: Usage = {
  ...{ 'function request': 1, 'function GB-second': SECONDS / 2, trace: 0.05, 'log GB': 300 / 1e9 },
};
/** A message to the worker, and its look. */
const ONE_LOOK: Usage = sumOf({ 'queue request': 3 }, ONE_FUNCTION);
/** A webhook of the recorder: the edge, the gateway and the function. */
const ONE_WEBHOOK: Usage = sumOf({ 'edge request': 1, 'flood limit request': 1, 'gateway request': 1 }, ONE_FUNCTION);

/** An hour of a call whose recorder sends what is said: what is kept of it, and what its readers take. */
export async function liveUsage(): Promise<{ readonly unread: Usage; readonly read: Usage }> {
  const meter = new Meter();
  const world = aWorld();
  const table = tableOver(meter.watchTable(world.dynamo));
  const context = { ...world.context, ...appContext({ ...world.context, table }) };
  const call = await aLiveCall({ world: { ...world, context } });
  meter.read();
  for (let nth = 0; nth < SAMPLE; nth += 1) await call.keep(aLine(nth, SENTENCE));
  const oneUnread = times(meter.read(), 1 / SAMPLE);

  for (let nth = 0; nth < LIVE_READERS; nth += 1) await call.aReader(`reader-${nth}`);
  await call.serve();
  const admission = times(meter.read(), 1 / LIVE_READERS);
  for (let nth = SAMPLE; nth < 2 * SAMPLE; nth += 1) await call.hear(aLine(nth, SENTENCE));
  const oneRead = times(meter.read(), 1 / SAMPLE);
  await call.gateway.close();

  const oneReader = sumOf(ONE_CALL, times(ONE_FUNCTION, 2), ONE_LOOK, admission, {
    'socket message': 1,
    'socket minute': MINUTES,
  });
  return {
    unread: times(sumOf(ONE_WEBHOOK, oneUnread), LIVE_LINES),
    read: sumOf(
      times(sumOf(ONE_WEBHOOK, ONE_LOOK, oneRead, { 'socket message': LIVE_READERS }), LIVE_LINES),
      times(oneReader, LIVE_READERS),
      // A look every five seconds, in which nothing may have been said.
      times(ONE_LOOK, (MINUTES * 60) / 5),
    ),
  };
}

const SENTENCE = 'We agreed that the launch moves to Tuesday, and that Alan writes to the customers today.';
