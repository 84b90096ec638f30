import * as v from 'valibot';
import { type Bot, dueAtOf } from '#shared/bots/rules/bot';
import type { BotMetadata } from '#shared/bots/rules/bot-metadata';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { isJsonObject } from '#shared/core/json';
import type { Key, Table, Write } from '#shared/core/table';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { type Dependents, entity } from '#shared/dynamodb/entity';
import { duePartition, LINK_GUARD, linkPartition, listOf } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant } from '#shared/dynamodb/row-parts';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { BotStore } from '#shared/events/ports/stores';
import { FileRow, ResultsRow } from '#shared/meetings/row';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';

export interface LinkGuard {
  readonly workspaceId: WorkspaceId;
  readonly meetingUrl: string;
  readonly revision: number;
}

const identity = {
  id: id('bot'),
  workspaceId: id('wks'),
  meetingId: id('mtg'),
  automatic: v.boolean(),
  memberId: v.nullable(id('mem')),
  meetingUrl: v.string(),
  joinAt: v.nullable(instant),
  startsAt: v.nullable(instant),
  botName: v.string(),
  welcomeMessage: v.nullable(v.string()),
  unchosen: v.exactOptional(v.array(v.picklist(['botName', 'welcomeMessage']))),
  choices: v.object({
    language: v.string(),
    recordingStart: v.picklist(['on_join', 'on_command']),
    recordingMode: v.picklist(['audio_and_video', 'audio_only']),
    silenceAlert: v.boolean(),
    summaryLanguage: v.nullable(v.string()),
    summaryTemplate: v.string(),
  }),
  participants: v.array(v.object({ email: v.nullable(v.string()), name: v.nullable(v.string()) })),
  metadata: v.custom<BotMetadata>(isJsonObject),
  ownSettingsId: v.nullable(id('set')),
  createdAt: instant,
};

const recorded = {
  startedAt: instant,
  endedAt: instant,
  recordingAvailableAt: instant,
  results: ResultsRow,
  files: v.array(FileRow),
};

const BotRow: v.GenericSchema<unknown, Bot> = v.variant('status', [
  v.object({ ...identity, status: v.literal('queued') }),
  v.object({ ...identity, status: v.literal('joining'), dispatchedAt: instant, nextLookAt: instant }),
  v.object({
    ...identity,
    status: v.literal('in_call'),
    startedAt: instant,
    leaveAskedAt: v.nullable(instant),
    nextLookAt: instant,
  }),
  v.object({ ...identity, ...recorded, status: v.literal('processing') }),
  v.object({ ...identity, ...recorded, status: v.literal('completed') }),
  v.object({
    ...identity,
    status: v.literal('failed'),
    reason: v.picklist(['no_recording', 'invalid_meeting_url', 'bot_error', 'transcription_failed']),
    reasonMessage: v.string(),
    endedAt: instant,
    startedAt: v.nullable(instant),
    recorded: v.nullable(v.object(recorded)),
  }),
  v.object({ ...identity, status: v.literal('cancelled'), endedAt: instant, startedAt: v.nullable(instant) }),
]);

// Only what leads to other rows; a row that no version of this code wrote leads to none.
const Linked = v.object({ meetingUrl: v.string() });

const dependents: Dependents = async (_table, workspace, state) => {
  const bot = v.safeParse(Linked, state);
  return bot.success ? [[linkGuardKey(workspace, bot.output.meetingUrl)]] : [];
};

/** Bots of a workspace. The due time is on the bot's own row, so that rescheduling or cancelling moves it in the same write. */
export const bots = entity<Bot>({
  noun: 'bot',
  type: 'bot',
  prefix: 'bot',
  list: 'BOT',
  schema: BotRow,
  attributes: (bot) => {
    const dueAt = dueAtOf(bot);
    return {
      find: { mtg: bot.meetingId, st: bot.status },
      ...(dueAt !== null && { due_pk: duePartition(bot.id), due_at: dueAt }),
    };
  },
  dependents,
  notes: {
    due: 'join, then the next status check',
    rows: { 'W#LINK#h, BOTS': 'Guard of bots sent to a link' },
  },
});

const Find = v.object({ mtg: v.string(), st: v.string() });
const CANCELLABLE: readonly string[] = ['queued', 'joining', 'in_call'];

export const botStore = (table: Table): BotStore => ({
  find: (bot) => bots.find(table, bot),

  async page({ workspaceId, meetingId, status }, request) {
    const keep = (item: { readonly find?: unknown }) => {
      const find = v.parse(Find, item.find);
      return (!meetingId || find.mtg === meetingId) && (!status || find.st === status);
    };
    const filtered = meetingId !== undefined || status !== undefined;
    const question = { index: 'list', partition: listOf.bots(workspaceId), ...(filtered && { keep }) } as const;
    const keys = await pageOfKeys(table, question, request);
    return rowsOf(
      table,
      keys,
      BotRow,
      (bot) => (!meetingId || bot.meetingId === meetingId) && (!status || bot.status === status),
    );
  },

  async cancellable(workspace, request) {
    const keep = (item: { readonly find?: unknown }) => CANCELLABLE.includes(v.parse(Find, item.find).st);
    const question = { index: 'list', partition: listOf.bots(workspace), keep } as const;
    const { items, next } = await pageOfKeys(table, question, request);
    return { items: items.flatMap(({ pk }) => idOf('bot', pk) ?? []), next };
  },
});

/** The guard that all bots sent to a link share. */
export const linkGuardKey = (workspace: WorkspaceId, meetingUrl: string): Key => ({
  pk: linkPartition(workspace, linkKeyOf(meetingUrl)),
  sk: LINK_GUARD,
});

/** Of two bots sent to one link at the same time, the second is refused and decides again. */
export const bumpLinkGuard = ({ workspaceId, meetingUrl, revision }: LinkGuard): Write => ({
  put: {
    ...linkGuardKey(workspaceId, meetingUrl),
    type: 'link_guard',
    revision: revision + 1,
  },
  when: unlessSavedSince(revision),
});
