import * as v from 'valibot';
import { countedFilesOf } from '#shared/accounts/usage/stored-files-store';
import { type BotId, idOf, type MeetingId, type WorkspaceId } from '#shared/foundation/core/ids';
import { isJsonObject } from '#shared/foundation/core/json';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import { duePartition, listOf } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { id, instant, label } from '#shared/foundation/dynamodb/row-parts';
import { type Bot, type BotStatus, sweptAtOf } from '#shared/meetings/bots/rules/bot';
import type { BotMetadata } from '#shared/meetings/bots/rules/bot-metadata';
import { liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
import { FileRow, ResultsRow } from '#shared/meetings/meetings/row';

const OBSERVED = ['joining', 'lobby', 'in_call_idle', 'recording', 'paused', 'ended', 'failed'] as const;

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
  arrival: v.exactOptional(v.picklist(['in_time', 'not_admitted', 'late'])),
  recorder: v.exactOptional(
    v.object({
      name: v.string(),
      externalId: v.nullable(v.string()),
      askedAt: instant,
      leavesOut: v.array(v.string()),
      seen: v.nullable(v.object({ state: v.picklist(OBSERVED), at: instant })),
      unclear: v.exactOptional(v.object({ since: instant, isAnswered: v.boolean() })),
      leaving: v.exactOptional(v.object({ why: v.string(), looks: v.number() })),
    }),
  ),
  passedOver: v.exactOptional(
    v.array(
      v.object({
        name: v.string(),
        externalId: v.nullable(v.string()),
        askedAt: instant,
        leavesOut: v.array(v.string()),
        isAnswered: v.boolean(),
      }),
    ),
  ),
  recordersTried: v.exactOptional(v.array(v.string())),
  recorderNotes: v.exactOptional(v.array(v.string())),
};

const recorded = {
  startedAt: instant,
  endedAt: instant,
  recordingAvailableAt: instant,
  results: ResultsRow,
  files: v.array(FileRow),
};

const BotRow: v.GenericSchema<unknown, Bot> = v.variant('status', [
  v.object({
    ...identity,
    status: v.literal('queued'),
    nextTurnAt: v.exactOptional(instant),
    waitedForResumption: v.exactOptional(v.literal(true)),
  }),
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
    reason: label(['no_recording', 'invalid_meeting_url', 'bot_error', 'transcription_failed']),
    reasonMessage: v.string(),
    endedAt: instant,
    startedAt: v.nullable(instant),
    recorded: v.nullable(v.object(recorded)),
  }),
  v.object({ ...identity, status: v.literal('cancelled'), endedAt: instant, startedAt: v.nullable(instant) }),
]);

/** What counts its files, and the live transcript of its call, where that goes on still. */
const dependents: Dependents = async (table, workspace, state) => {
  const bot = v.safeParse(v.object({ id: id('bot') }), state);
  const live = bot.success ? [await liveFeeds.keys(table, bot.output.id)] : [];
  return [...(await countedFilesOf(table, workspace, state)), ...live];
};

/** Bots of a workspace. The due time is on the bot's own row, so that rescheduling or cancelling moves it in the same write. */
export const bots = entity<Bot>({
  noun: 'bot',
  type: 'bot',
  prefix: 'bot',
  list: 'BOT',
  schema: BotRow,
  attributes: (bot) => {
    const dueAt = sweptAtOf(bot);
    return {
      find: { mtg: bot.meetingId, st: bot.status },
      ...(dueAt !== null && { due_pk: duePartition(bot.id), due_at: dueAt }),
    };
  },
  dependents,
  notes: {
    due: 'join, then two minutes after the next status check',
    rows: { 'bot_, RECORDING': 'Who works on its recording, until when, and how far the work is, a week' },
  },
});

const Find = v.object({ mtg: v.string(), st: v.string() });
const CANCELLABLE: readonly string[] = ['queued', 'joining', 'in_call'];

interface BotFilter {
  readonly workspaceId: WorkspaceId;
  readonly meetingId?: MeetingId | undefined;
  readonly status?: BotStatus | undefined;
}

export async function botPage(
  table: Table,
  { workspaceId, meetingId, status }: BotFilter,
  request: PageRequest,
): Promise<Page<Bot>> {
  const keep = (item: Item) => {
    const find = v.parse(Find, item.find);
    return (!meetingId || find.mtg === meetingId) && (!status || find.st === status);
  };
  const filtered = meetingId !== undefined || status !== undefined;
  const page = await bots.list(table, workspaceId, request, filtered ? keep : undefined);
  return filterMapPage(page, (bot) => (!status || bot.status === status ? bot : undefined));
}

/** Ids of those that have not left their call, as the list has them: it may lag by about a second. */
export const cancellableBots = (table: Table, workspace: WorkspaceId, request: PageRequest): Promise<Page<BotId>> =>
  idsOfStatus(table, workspace, CANCELLABLE, request);

/** Ids of bots that have not been sent. */
export const queuedBots = (table: Table, workspace: WorkspaceId, request: PageRequest): Promise<Page<BotId>> =>
  idsOfStatus(table, workspace, ['queued'], request);

async function idsOfStatus(
  table: Table,
  workspace: WorkspaceId,
  statuses: readonly string[],
  request: PageRequest,
): Promise<Page<BotId>> {
  const keep = (item: Item) => statuses.includes(v.parse(Find, item.find).st);
  const { items, next } = await pageOfKeys(table, { index: 'list', partition: listOf.bots(workspace), keep }, request);
  return { items: items.flatMap(({ pk }) => idOf('bot', pk) ?? []), next };
}
