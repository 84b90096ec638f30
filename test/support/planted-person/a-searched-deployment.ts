import { randomBytes } from 'node:crypto';
import { localOutbox } from '#shared/accounts/mail/local-outbox-store';
import type { AppContext } from '#shared/api/http/ports';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { aWorld, type Call, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { botWorkers } from '#test/support/bot-workers';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { inProcessPlatform } from '#test/support/event-path/platform';
import { inMemoryServices } from '#test/support/event-path/services';
import { exportWorker } from '#test/support/export-worker';
import { fakeCalendar } from '#test/support/fake-calendar';
import { fakeFeed } from '#test/support/fake-feed';
import { fakeRecorder } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { mailWorker } from '#test/support/mail-worker';
import { orderWorker } from '#test/support/order-worker';
import { peopleWorker } from '#test/support/people-worker';
import { retentionWorker } from '#test/support/retention-worker';
import { findPerson } from './find-person.ts';
import { openingSealer } from './opening-sealer.ts';
import type { PlantedPerson } from './planted-person.ts';

/** A request that was accepted. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Line = Readonly<Record<string, unknown>>;

/** A whole deployment in memory: API, workers, event path, calendars and a recorder, all of which can be searched. */
export function aSearchedDeployment(overrides: Partial<AppContext> = {}) {
  const services = inMemoryServices(1, {});
  const { sealer, opened } = openingSealer(kmsSealer(services.kms, 'key'));
  const world = aWorld(overrides, services.dynamo, sealer, randomBytes, services.clock);
  const { context, clock, dynamo, files } = world;
  const path = inProcessPlatform(services, { plan: () => undefined });
  const lines: Line[] = [];
  const log = (line: Line, level: string = 'INFO') => void lines.push({ level, ...line });

  const { recorder, ...recording } = fakeRecorder();
  const calendars = { google: fakeCalendar(), microsoft: fakeCalendar(), feed: fakeFeed(clock) };
  const workers = {
    bots: botWorkers(world, { recorder }),
    syncs: calendarSyncWorker(world, calendars),
    mails: mailWorker(world, { mailer: localOutbox(context.table) }),
    orders: orderWorker(world),
    exports: exportWorker(world, { log }),
    people: peopleWorker(world, log),
    house: housekeepingWorker(world, { log }),
    retention: retentionWorker(world, {}, log),
  };
  const send = callsTo(everyGroup(context));
  const sent: Sent[] = [];

  /** Events travel until nothing is under way at this moment. */
  const deliver = async (): Promise<void> => {
    while (await path.turn());
  };

  /** Every line that a function logged. */
  const said = (): readonly unknown[] =>
    [
      ...[lines, services.lines, world.log, workers.bots.lines, workers.mails.lines],
      ...[workers.syncs.log, workers.orders.lines],
    ].flat();

  return {
    ...{ said, world, services, calendars, recording, workers, deliver },
    sent: sent as readonly Sent[],
    async call(method: string, where: string, request: Call): Promise<ApiResponse> {
      const answered = await send(method, where, request);
      if (answered.status < 300) sent.push({ method, path: where, body: request.body });
      return answered;
    },
    /** The jobs and events that are due by now, and what follows from them. */
    async settle(): Promise<void> {
      await deliver();
      await workers.bots.runJobs();
      await workers.orders.untilQuiet();
      await workers.exports.run();
      await workers.mails.run();
      await workers.syncs.endAll();
      await workers.people.untilQuiet();
      await workers.house.untilQuiet();
      await workers.bots.runJobs();
      await deliver();
    },
    find: (person: PlantedPerson) =>
      findPerson(person, {
        ...{ items: dynamo.items(), files: files.files, openUploads: files.openUploads, opened },
        queued: [...services.sent, ...workers.syncs.sent.map((one) => JSON.stringify(one))],
        published: services.bus.events,
        lines: said(),
      }),
  };
}
