import * as v from 'valibot';
import type { BotId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { SCENARIOS } from './call-timeline.ts';
import type { Commands } from './simulated-state.ts';

const instant = v.pipe(
  v.number(),
  v.transform((milliseconds) => milliseconds as Instant),
);

/** The link and the name are not stored: they are not needed again, and a link may hold a passcode. */
const StoredOrder = v.object({
  sentAt: instant,
  scenario: v.picklist(SCENARIOS),
  mode: v.picklist(['audio_and_video', 'audio_only']),
  start: v.picklist(['on_join', 'on_command']),
});
const StoredCommand = v.object({ at: instant });

export type StoredOrder = v.InferOutput<typeof StoredOrder>;
export type StoredBot = StoredOrder & Commands;

/** Each object is written once: repeated orders and commands have no effect. */
export const storedBots = (files: FileStorage) => ({
  saveOrder: (botId: BotId, order: StoredOrder) => writeOnce(files, `simulator/${botId}.json`, order),
  saveLeave: (botId: BotId, at: Instant) => writeOnce(files, `simulator/${botId}.leave.json`, { at }),
  saveCancel: (botId: BotId, at: Instant) => writeOnce(files, `simulator/${botId}.cancel.json`, { at }),

  async find(botId: BotId): Promise<StoredBot | undefined> {
    const [order, left, cancelled] = await Promise.all([
      read(files, `simulator/${botId}.json`, StoredOrder),
      read(files, `simulator/${botId}.leave.json`, StoredCommand),
      read(files, `simulator/${botId}.cancel.json`, StoredCommand),
    ]);
    return order && { ...order, leftAt: left?.at ?? null, cancelledAt: cancelled?.at ?? null };
  },
});

async function writeOnce(files: FileStorage, key: string, content: object): Promise<void> {
  await files.putNew(key, Buffer.from(JSON.stringify(content)), 'application/json');
}

async function read<Content>(files: FileStorage, key: string, schema: v.GenericSchema<unknown, Content>) {
  const bytes = await files.get(key);
  return bytes && v.parse(schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
}
