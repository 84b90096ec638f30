import type { ConversationId } from '#shared/foundation/core/ids';
import { DAY_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { cancelOrder, confirmOrder } from '#shared/texts/orders/commands/change-order';
import { addTranslation } from '#shared/texts/orders/commands/order-translation';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { aWorld } from '#test/support/api';
import { aVirtualEngine } from './a-virtual-engine.ts';
import { aVirtualSpeechService } from './a-virtual-speech-service.ts';
import { aWorkspace, type Workspace } from './a-workspace.ts';
import type { LeftOut } from './left-out.ts';
import { mediaFiles } from './media-files.ts';
import { brokenMediaOrders, brokenStoredBytes } from './media-invariants.ts';
import { aMediaRequest } from './media-request.ts';
import { brokenAtTheEnd, brokenPlaces, ordersOf } from './order-invariants.ts';
import { virtualTime } from './virtual-time.ts';
import { FEW_JOBS, workers } from './workers.ts';

const TRANSLATIONS = 2;
const MEDIA_ORDERS = 3;
const CHANGES = 4;
/** How often an order is canceled just before a text is stored, and what it had is deleted meanwhile. */
const LATE_CANCELS = 0.2;
const DELETED_IN_MS = 2 * MINUTE_MS;
const LANGUAGES = ['fr', 'de', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'pl', 'cs', 'el', 'ja', 'ko'];
/** Longer than a draft waits, an outage of the engine and the leases of workers that were killed. */
const LONGEST_MS = 8 * DAY_MS;

/** The orders of one seed in one workspace, from their requests to their end; the invariants that were broken. */
export async function runOrders(seed: number, leftOut?: LeftOut): Promise<readonly string[]> {
  // Ids are drawn from the seed too: they decide the order of rows.
  const world = aWorld({}, undefined, undefined, seededBytes(seededRandom(seed + 2)));
  const random = seededRandom(seed);
  const { clock } = world;
  const time = virtualTime(clock);
  const workspace = await aWorkspace(world, random);
  const { wait } = time;
  const media = mediaFiles({ world, workspaceId: workspace.workspaceId, random, wait });
  const hasFile = (key: string) => world.files.files.has(key);
  const speech = aVirtualSpeechService({ random, clock, wait, hasFile, mostJobs: FEW_JOBS.most });
  const lateCancels = seededRandom(seed + 3);
  const onText = async () => {
    if (lateCancels() >= LATE_CANCELS) return;
    await onSome(cancelOrder, atOnce);
    await wait(DELETED_IN_MS);
  };
  const { sweep, request, atOnce, broken } = workers({
    ...{ world, time, random: seededRandom(seed + 1), leftOut },
    engine: aVirtualEngine({ random, clock, wait }),
    ...{ transcriber: speech.transcriber, fileAt: media.fileAt, onText },
  });
  const inAWhile = (minutes: number) => later(clock.now(), Math.round(random() * minutes * MINUTE_MS));
  const onSome = async (command: typeof cancelOrder, ask: typeof request) => {
    const all = await ordersOf(world);
    const drawn = all[Math.floor(random() * all.length)];
    if (drawn) await ask((context) => command(context)(drawn.id));
  };

  for (let number = 0; number < TRANSLATIONS; number += 1) {
    const source = await workspace.aSource();
    await endOf(workspace, source, { random, at: (work) => time.begin(inAWhile(10), work) });
    const asked = anOrder(random);
    time.begin(inAWhile(2), () => void request((context) => addTranslation(context)(source, asked)));
  }
  for (let number = 0; number < MEDIA_ORDERS; number += 1) {
    const add = aMediaRequest(world, { workspaceId: workspace.workspaceId, url: await media.aFile(), random });
    time.begin(inAWhile(5), () => void request(add));
  }
  for (let number = 0; number < CHANGES; number += 1)
    time.begin(inAWhile(20), () => void onSome(random() < 0.6 ? cancelOrder : confirmOrder, request));
  time.begin(later(clock.now(), MINUTE_MS), sweep);
  const places: string[] = [];
  const end = later(clock.now(), LONGEST_MS);
  await time.run(end, async () => void places.push(...(await brokenPlaces(world))));
  const atTheEnd = await brokenAtTheEnd(world, workspace);
  const ofMedia = await brokenMediaOrders(world, media, speech);
  const bytes = await brokenStoredBytes(world, workspace.workspaceId);
  return [...new Set([...broken, ...places, ...atTheEnd, ...ofMedia, ...bytes, ...speech.broken()])];
}

const anOrder = (random: () => number): Parameters<ReturnType<typeof addTranslation>>[1] => ({
  targetLanguages: LANGUAGES.slice(0, 1 + Math.floor(random() * LANGUAGES.length)),
  service: random() < 0.2 ? 'pro' : 'auto',
  isConfirmed: random() < 0.8,
  ...{ name: undefined, folderId: null, glossaryIds: [], styleGuideId: null, tags: [], metadata: {} },
});

interface Fate {
  readonly random: () => number;
  readonly at: (work: () => void) => void;
}

/** A source has its text at once or later, fails, or is deleted while it is waited for. */
async function endOf(workspace: Workspace, source: ConversationId, { random, at }: Fate): Promise<void> {
  const drawn = random();
  if (drawn < 0.6) await workspace.finish(source);
  else if (drawn < 0.8) at(() => void workspace.finish(source));
  else if (drawn < 0.9) at(() => void workspace.fail(source));
  else at(() => void workspace.remove(source));
}
