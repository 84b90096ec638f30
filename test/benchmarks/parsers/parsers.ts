import { randomBytes } from 'node:crypto';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { ConversationId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { readMultipart } from '#shared/foundation/http/request/multipart';
import { readJson } from '#shared/foundation/http/request/read-json';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { separateMediaReader } from '#shared/foundation/media/reader/separate-media-reader';
import { presentTranscriptHead } from '#shared/meetings/results/present';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import { transcriptBytes, transcriptIn } from '#shared/meetings/results/stored-results';
import { transcriptJson } from '#shared/meetings/results/transcript-reply';
import { BUILT_IN_TEMPLATES } from '#shared/meetings/summaries/rules/templates';
import { replaceTranscript } from '#shared/texts/conversations/rules/correct-transcript';
import { exportedText } from '#shared/texts/exports/exported-text';
import { FORMATS } from '#shared/texts/exports/formats/formats';
import { MOST_CONVERSATIONS, TEXT_FORMATS, type TextFormat } from '#shared/texts/exports/rules/export';
import { mostWritten } from '#shared/texts/exports/rules/written-size';
import { zipWriter } from '#shared/texts/exports/zip';
import { correctBySources } from '#shared/texts/glossaries/rules/correct-by-sources';
import { indexSources } from '#shared/texts/glossaries/rules/source-index';
import { slicesOf } from '#shared/texts/orders/rules/slices';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { BYTES_MERGED, dividedTexts, mergedTexts, TEXTS_IN_PACK } from '#shared/texts/search/rules/packs';
import { sizeOf } from '#shared/texts/search/rules/searched-text';
import { searchEngine } from '#shared/texts/search/sqlite/search-engine';
import { convertToSubtitles, cuesOf } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import { cuesAsVtt } from '#shared/texts/subtitles/rules/cues-as-vtt';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { checkTranslation } from '#shared/texts/translation/rules/check-translation';
import { findTerms, indexTerms } from '#shared/texts/translation/rules/find-terms';
import { aTextOfShortWords } from '#test/support/a-long-text';
import { readInThread } from '#test/support/fake-feed';
import { absurdFeeds, costlyFeeds } from '#test/support/hostile-feeds';
import { hostileMedia, withTinyPackets } from '#test/support/hostile-media';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { installedFonts } from '#test/support/installed-fonts';
import { conversation } from '#test/unit/versions/golden/builders';
import {
  asFarAsFits,
  longSearchedText,
  longSegments,
  longWords,
  manySegments,
  manySpeakers,
  shapedLetters,
} from './hostile-texts.ts';

/** A parser with the hostile input at its bound. */
export interface ParserCase {
  readonly parser: string;
  /** The folder under functions/ where it runs. */
  readonly entry: string;
  /** What its door lets in. */
  readonly bound: string;
  readonly input: string;
  /** Makes the input; what it returns is measured. */
  readonly prepare: () => Promise<() => unknown>;
}

const BODY = '4 MB, 400,000 values; 30,000 segments of 10,000 characters';
const WORKSPACE = 'wks_01jz0000000000000000000000' as WorkspaceId;
const CONVERSATION = 'con_01jz0000000000000000000000' as ConversationId;

const readMedia = separateMediaReader(new URL(import.meta.resolve('#shared/foundation/media/reader/media-process')));
/** It takes the four minutes that the process has, which is its bound. */
const TAKES_ITS_TIME = new Set(['boxes of no byte', 'MPEG-TS of null packets']);

const media: readonly ParserCase[] = hostileMedia()
  .filter(({ named }) => !TAKES_ITS_TIME.has(named))
  .map(({ named, file }) => ({
    parser: 'media: reading',
    entry: 'workers/media-processing',
    bound: '2 GB; own process: 160 MB of V8, 32 MB at once, 4 minutes',
    input: named,
    prepare: async () => () => readMedia(file),
  }));

const cutting: ParserCase = {
  parser: 'media: cutting sound',
  entry: 'workers/media-processing',
  bound: 'read before; 25 MB, 5 minutes and 125,000 packets of a piece',
  input: '125,000 packets of a byte',
  prepare: async () => () => openAudio(withTinyPackets(125_000)).cut(0, 25 * 1024 * 1024),
};

/** An index of a full pack of long texts, and of segments that a merge takes. */
async function indexed(packed: number, segments: number) {
  const files = inMemoryFiles();
  const index = indexInFiles(files, (size) => randomBytes(size));
  const texts = Array.from({ length: packed }, (_, nth) => longSearchedText(nth));
  const packs = [];
  for (const some of dividedTexts(texts, { isNewest: true, most: TEXTS_IN_PACK }))
    packs.push(await index.writePack(WORKSPACE, some, 0 as Instant));
  await index.replaceManifest(WORKSPACE, await index.manifest(WORKSPACE), { packs });
  for (let nth = packed; nth < packed + segments; nth += 1) {
    const text = longSearchedText(nth);
    await index.writeSegment(WORKSPACE, { ...text, isTombstone: false }, text);
  }
  return { files, index, packs };
}

const search: readonly ParserCase[] = [
  {
    parser: 'search: merge',
    entry: 'workers/housekeeping',
    bound: 'a pack of 24 and segments of 8 million bytes, two texts at once',
    input: '20 texts of 3.5 million characters',
    prepare: async () => {
      const { index, packs } = await indexed(4, 16);
      return async () => {
        const [pack] = packs;
        const before = (pack && (await index.pack(pack.key))) ?? [];
        const segments = [];
        const texts = [];
        let left = BYTES_MERGED;
        // As far as a merge takes them, with the one that is under way beside.
        for (const segment of await index.segments(WORKSPACE)) {
          const text = await index.segment(WORKSPACE, segment);
          if (!text) throw new Error('A segment is gone.');
          segments.push(segment);
          texts.push(text);
          if (left <= 0) break;
          left -= sizeOf(text);
        }
        const merged = mergedTexts(before, segments, texts);
        for (const some of dividedTexts(merged, { isNewest: true, most: TEXTS_IN_PACK }))
          await index.writePack(WORKSPACE, some, 1 as Instant);
      };
    },
  },
  {
    parser: 'search: query',
    entry: 'api/search',
    bound: '32 million bytes of segments that are not merged, eight packs on the disk',
    input: '16 texts of 3.5 million characters',
    prepare: async () => {
      const { index, files } = await indexed(4, 12);
      const query = { workspaceId: WORKSPACE, text: 'a* b* c*', domains: undefined };
      return () => searchEngine(index, files).search(query, {}, async ({ ranked }) => ranked.length);
    },
  },
];

const inMillions = (format: TextFormat): number => mostWritten(format) / 1e6;

const OPTIONS = { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true };
const SHAPES: readonly (readonly [string, () => Transcript])[] = [
  ['30,000 segments', manySegments],
  ['350 segments of 10,000 characters', longSegments],
  ['350 words of 10,000 characters', longWords],
];

const EXPORT_BOUND = `as PDF ${inMillions('pdf')} million characters, else ${inMillions('txt')} million, with names and segments`;

const writeExport = (format: TextFormat, transcript: Transcript): Promise<Uint8Array> =>
  FORMATS[format].write(
    exportedText(conversation, transcript, { options: OPTIONS, asked: 'none', style: DEFAULT_STYLE }),
    installedFonts,
  );

const ofExport = (format: TextFormat, input: string, make: () => Transcript): ParserCase => ({
  ...{ parser: `export: ${format}`, entry: 'workers/export-writing', bound: EXPORT_BOUND, input },
  prepare: async () => {
    const transcript = asFarAsFits(make(), format);
    return () => writeExport(format, transcript);
  },
});

/** The most conversations, which are at the bound together. */
const zipOf = (format: TextFormat): ParserCase => ({
  ...{ parser: `export: ${format} in a ZIP`, entry: 'workers/export-writing', bound: EXPORT_BOUND },
  input: `${MOST_CONVERSATIONS} texts at the bound together`,
  prepare: async () => {
    const transcript = asFarAsFits(manySegments(), format, MOST_CONVERSATIONS);
    return async () => {
      const zip = zipWriter(NOW);
      for (let nth = 0; nth < MOST_CONVERSATIONS; nth += 1)
        zip.add(`${nth}.${format}`, await writeExport(format, transcript));
      return zip.end();
    };
  },
});

const exports: readonly ParserCase[] = [
  ...TEXT_FORMATS.flatMap((format) => [
    ...SHAPES.map(([named, make]) =>
      ofExport(format, `3.5 million characters in ${named}${format === 'pdf' ? ', as far as they fit' : ''}`, make),
    ),
    ofExport(format, 'segments without text of 200 speakers with the longest names', manySpeakers),
  ]),
  ofExport('pdf', 'Bengali letters', shapedLetters),
  ...(['pdf', 'docx', 'stl', 'premiere'] as const).map(zipOf),
];

const ofTexts = (parser: string, entry: string, use: (transcript: Transcript) => unknown): readonly ParserCase[] =>
  SHAPES.map(([named, make]) => ({
    ...{ parser, entry, bound: BODY, input: `3.5 million characters in ${named}` },
    prepare: async () => {
      const transcript = make();
      return () => use(transcript);
    },
  }));

/** As many terms as an order may name, which begin alike. */
const terms = Array.from({ length: 50_000 }, (_, nth) => ({
  ...{ source: `xx${nth.toString(36)}`, target: 'y', caseSensitive: false },
}));

const wordsOfSegments = (): Transcript => {
  const { segments, ...rest } = manySegments();
  const timed = segments.map((segment) => {
    const words = segment.text.split(' ');
    const each = (segment.end - segment.start) / words.length;
    const at = (nth: number) => segment.start + nth * each;
    return {
      ...segment,
      words: words.map((text, nth) => ({ text, start: at(nth), end: at(nth + 1), confidence: null })),
    };
  });
  return { ...rest, segments: timed };
};

const repeated = (text: string): string => text.repeat(10_000 / text.length);
const clockTimes = { named: 'clock times', text: repeated('5:30 ') };
const someNumbers = { named: 'numbers', text: repeated('12 34 ') };

const texts: readonly ParserCase[] = [
  ...ofTexts('subtitles: cutting', 'api/conversations', (transcript) =>
    convertToSubtitles(transcript, DEFAULT_STYLE, null),
  ),
  ...ofTexts('subtitles: WebVTT, written and read', 'workers/recording-processing', (transcript) =>
    parseWebVtt(cuesAsVtt(cuesOf(transcript), transcript)),
  ),
  {
    parser: 'correction: comparing words',
    entry: 'api/conversations',
    bound: `${BODY}; 40,000 pairs of words of a segment`,
    input: '30,000 segments whose every word is another',
    prepare: async () => {
      const before = wordsOfSegments();
      const segments = manySegments(2).segments.map(({ speakerId, ...rest }) => ({ ...rest, speaker_id: speakerId }));
      return () => replaceTranscript(before, { speakers: before.speakers, segments }, 15_000);
    },
  },
  ...ofTexts('glossary: spelling', 'workers/media-processing', (transcript) =>
    correctBySources(transcript, indexSources(terms)),
  ),
  ...SHAPES.map(
    ([named, make]): ParserCase => ({
      ...{ parser: 'glossary: terms of a translation', entry: 'workers/order-processing' },
      bound: '100 segments or 6,000 characters at a time; 50,000 terms',
      input: `the first slice of 3.5 million characters in ${named}`,
      prepare: async () => {
        const [slice = []] = slicesOf(make().segments);
        return () => {
          const index = indexTerms(terms);
          for (const { text } of slice) findTerms(text, index);
        };
      },
    }),
  ),
  ...[clockTimes, someNumbers].map(
    (make): ParserCase => ({
      ...{ parser: 'translation: what is missing', entry: 'workers/order-processing' },
      bound: '100 segments or 6,000 characters at a time; 10,000 characters of a segment',
      input: `a segment of ${make.named}, in the source and the translation`,
      prepare: async () => () => {
        const facts = { targets: [], unmasked: [], names: [], from: 'en', to: 'de' };
        checkTranslation(`${make.text} und 7`, { ...facts, masked: make.text });
      },
    }),
  ),
  ...ofTexts('summary: extractive', 'workers/recording-processing', (transcript) => {
    const [template] = BUILT_IN_TEMPLATES;
    if (!template) throw new Error('There is no template.');
    return extractiveSummarizer().start({
      ...{ meetingTitle: null, invited: [], transcript, language: null, onProgress: async () => undefined },
      template: { ...template, instructions: 'x '.repeat(2_000) },
    });
  }),
];

const requests: readonly ParserCase[] = [
  {
    parser: 'request: a stored text',
    entry: 'api/conversations',
    bound: '500 MB a minute of a workspace',
    input: '226,000 words of one letter, 13 MB',
    prepare: async () => {
      const bytes = transcriptBytes(aTextOfShortWords(226_000));
      const shown = { withWords: false, isWhole: true, link: async () => null, linksExpireAt: 0 as Instant };
      return () => {
        const transcript = transcriptIn(bytes);
        return transcriptJson(presentTranscriptHead({ conversation_id: CONVERSATION }, transcript), transcript, shown);
      };
    },
  },
  {
    parser: 'request: JSON',
    entry: 'api/conversations',
    bound: '4 MB, 400,000 values, 32 deep',
    input: '400,000 numbers',
    prepare: async () => {
      const body = `[${Array.from({ length: 399_000 }, (_, nth) => `${nth}.125`).join(',')}]`;
      return () => readJson(body, 400_000);
    },
  },
  {
    parser: 'request: form with files',
    entry: 'api/files',
    bound: '6 MB of a Lambda request, 20 parts',
    input: '4.5 MB of line breaks and dashes',
    prepare: async () => {
      const body = Buffer.from(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--'.repeat(1_150_000)}`);
      return () => {
        try {
          return readMultipart(body, 'multipart/form-data; boundary=x');
        } catch {
          return undefined;
        }
      };
    },
  },
];

const NOW = Date.UTC(2026, 10, 3) as Instant;
const feeds: readonly ParserCase[] = [...absurdFeeds(), ...costlyFeeds()].map(({ named, text }) => ({
  parser: 'calendar feed',
  entry: 'workers/calendar-sync',
  bound: '10 MB; own thread: 1 s of processor time, 512 MB',
  input: named,
  prepare: async () => () => readInThread(text, windowAt(NOW)).catch(() => undefined),
}));

/** Every parser of what a workspace, or a server of a stranger, sends, with the input that takes most of it. */
export const PARSERS: readonly ParserCase[] = [
  ...media,
  cutting,
  ...search,
  ...exports,
  ...texts,
  ...requests,
  ...feeds,
];
