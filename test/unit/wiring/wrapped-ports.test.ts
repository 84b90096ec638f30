import { configuredSpeech } from '#shared/capture/recorders/configured-speech';
import { trackByTrack } from '#shared/capture/recorders/tracks/track-by-track';
import type { BotId, ConversationId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { cachingTable, gatedReads } from '#shared/foundation/dynamodb/reads';
import type { FileStorage, RemoteFile } from '#shared/foundation/files/ports';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import type { Recorder, Transcriber, TranscriptionJob } from '#shared/meetings/recorders/ports';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import { withLimitedLinks, withLimitedUploads } from '#shared/texts/downloads/limited-links';
import { leastRate } from '#shared/texts/ingestions/commands/least-rate';
import { limitSize } from '#shared/texts/ingestions/commands/limit-size';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { loggingRecorders } from '#shared/wiring/logged-recorders';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';
import { aSummary } from '#test/unit/summary-mail/a-summary-mail';

/** Arguments for each method of a port, those that may be left out too: a new one has to be added here. */
type Calls<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...input: infer Input) => unknown ? Required<Input> : never;
};

interface Wrapped {
  readonly name: string;
  readonly method: string;
  readonly input: readonly unknown[];
  /** What the port was called with, when the method of the wrapper was. */
  received(): Promise<readonly (readonly unknown[])[]>;
}

/** A row for each method of a wrapper around a port. */
function wrapped<Port extends object>(
  name: string,
  wrap: (port: Port) => object | Promise<object>,
  calls: Calls<Port>,
): readonly Wrapped[] {
  return Object.entries<readonly unknown[]>({ ...calls }).map(([method, input]) => ({
    ...{ name, method, input },
    async received() {
      const received: (readonly unknown[])[] = [];
      const methods = Object.keys(calls).map((one) => [one, (...given: unknown[]) => answer(received, one, given)]);
      const wrapper = (await wrap(Object.fromEntries(methods))) as Record<string, (...given: unknown[]) => unknown>;
      await wrapper[method]?.(...input);
      return received;
    },
  }));
}

async function answer(received: (readonly unknown[])[], method: string, given: readonly unknown[]) {
  received.push([method, ...given]);
  return { stream: new ReadableStream(), firstByte: 0, totalBytes: null };
}

const { context, clock } = aWorld();
const workspaceId = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t' as WorkspaceId;
const key = `${workspaceId}/exports/exp_1`;
const bytes = new Uint8Array([1, 2, 3]);
const botId = 'bot_01kcw3v9e2f3hb5wnkq8zr6m4t' as BotId;
const bot = { botId, externalId: 'one' };
const results = { workspaceId, conversationId: 'con_01kcw3v9e2f3hb5wnkq8zr6m4t' as ConversationId, revision: '1' };
const summary = { workspaceId, botId };
const job = { name: botId, audioKey: key } as TranscriptionJob;
const transcriber: Calls<Transcriber> = { start: [job], check: [job], deleteData: [job] };
const row = { pk: 'wks_1', sk: '.' };
const write = { remove: row };
const where = { text: 'pk = :pk', values: { ':pk': 'wks_1' } };
const table: Calls<Table> = {
  get: [row],
  query: [{ where, limit: 3, after: row }],
  transact: [[write]],
  write: [write],
  update: [row, { text: 'SET a = :a', values: { ':a': 1 } }, where],
  clearCache: [],
};
const range = { firstByte: 5, lastByte: 9, etag: null };
const remote: Calls<RemoteFile> = { open: [range] };

const WRAPPERS: readonly Wrapped[] = [
  ...wrapped<FileStorage>('withLimitedLinks', (files) => withLimitedLinks({ ...context, files }).files, {
    put: [key, bytes, 'text/plain'],
    putNew: [key, bytes, 'text/plain'],
    get: [key, async () => 3],
    getTagged: [key],
    replace: [key, bytes, { contentType: 'text/plain', etag: '1' }],
    remove: [key],
    keys: [key, 'after'],
    removeSome: [key],
    linkTo: [key, { expiresAt: noon, contentType: 'text/plain', filename: 'a.txt' }],
  }),
  ...wrapped<UploadStorage>(
    'withLimitedUploads',
    (uploadStorage) => withLimitedUploads({ ...context, uploadStorage }).uploadStorage,
    {
      urlOf: [key],
      begin: [key],
      complete: [{ key, multipartId: '1' }, ['etag']],
      signPut: [key, noon, 5, noon],
      signParts: [{ key, multipartId: '1' }, [5, 6], noon],
    },
  ),
  ...wrapped<ResultsStorage>('strippingResults', (storage) => strippingResults(context, storage), {
    saveTranscript: [results, aTranscript([])],
    removeTranscript: [results],
    transcript: [results],
    saveSummary: [summary, aSummary()],
    removeSummary: [summary],
    summary: [summary],
  }),
  ...wrapped<Recorder>(
    'loggingRecorders',
    (recorder) =>
      loggingRecorders({ named: async (_name: string) => recorder }, { worker: 'w', log: () => undefined }).named(
        'simulator',
      ),
    {
      send: [{ botId } as Parameters<Recorder['send']>[0]],
      find: [{ botId, meetingUrl: 'https://meet.google.com/abc-defg-hij' }],
      observe: [bot],
      leave: [bot],
      cancel: [bot],
      deleteData: [bot],
      openMedia: [bot, { id: 'one' } as unknown as Parameters<Recorder['openMedia']>[1], range],
      transcript: [bot],
      speakerTimeline: [bot],
      liveLines: [bot],
      verifyHint: [{ headers: {} } as Parameters<Recorder['verifyHint']>[0]],
    },
  ),
  ...wrapped<Transcriber>('trackByTrack', (one) => trackByTrack(one, { files: context.files, clock }), transcriber),
  ...wrapped<Transcriber>(
    'configuredSpeech',
    (one) =>
      configuredSpeech({ server: { find: async () => ({ kind: 'amazon_transcribe' }) as never }, make: () => one }),
    transcriber,
  ),
  ...wrapped<Sealer>('cachingSealer', (sealer) => cachingSealer(sealer, clock), {
    seal: ['plain', { purpose: 'a' } as never],
    open: ['sealed', { purpose: 'a' } as never],
  }),
  ...wrapped<Table>('cachingTable', (one) => cachingTable(one), { ...table, clearCache: [] }),
  ...wrapped<Table>('gatedReads', (one) => gatedReads(one, { reads: 1, entries: 1 }).table, {
    ...table,
    query: [{ where, limit: 1 }],
  }),
  ...wrapped<RemoteFile>('limitSize', (file) => limitSize(file), remote),
  ...wrapped<RemoteFile>('leastRate', (file) => leastRate(file, clock), remote),
];

describe('a wrapper of a port', () => {
  it.each(WRAPPERS.filter(({ name, method }) => `${name}.${method}` !== 'cachingTable.clearCache'))(
    'passes each argument to the port: $name, $method',
    async ({ method, input, received }) => {
      expect(await received()).toEqual([[method, ...input]]);
    },
  );
});
