import { randomBytes } from 'node:crypto';
import type { ConversationId } from '#shared/foundation/core/ids';
import { HOUR_MS } from '#shared/foundation/core/time';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { mergeSegments } from '#shared/texts/search/commands/merge-segments';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { meetingSearch } from '#shared/texts/search/meeting-search';
import type { SearchHit } from '#shared/texts/search/ports';
import { searchEngine } from '#shared/texts/search/sqlite/search-engine';
import { seededRandom } from '#test/benchmarks/random';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { aWorld } from '#test/support/api';
import { aTranscript } from '#test/support/transcripts';
import { interleaved, Killed } from './interleaved.ts';

/** Few, so that packs are divided and a search has several pages. */
const TEXTS_IN_PACK = 3;

/** What one text is at a moment. */
interface Text {
  readonly id: ConversationId;
  readonly state: 'there' | 'in the trash' | 'deleted';
  /** A word that only this version of this text has. */
  readonly word: string;
  /** How often it was changed. */
  readonly changes: number;
}

/** A workspace whose texts change while they are indexed, merged and searched, by processes that meet and are killed. */
export async function aMergeSimulation(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const world = aWorld({}, undefined, undefined, (size) => randomBytes(size));
  const { context, clock, files } = world;
  const { workspaceId } = await world.anOwner('Acme');
  const order = interleaved(random);
  const texts = new Map<ConversationId, Text>();
  const changing = new Set<ConversationId>();
  /** The changes of a text that were indexed. */
  const indexed = new Map<ConversationId, number>();
  const errors: string[] = [];
  let words = 0;

  const contextOf = (killedAt?: number) => ({
    ...context,
    index: indexInFiles(order.filesOf(files, killedAt), (size) => randomBytes(size)),
    results: resultsInFiles(files),
    textsInPack: TEXTS_IN_PACK,
  });
  const nextWord = () => {
    words += 1;
    return `word${words}`;
  };
  const store = (id: ConversationId, revision: string, word: string) =>
    resultsInFiles(files).saveTranscript(
      { workspaceId, conversationId: id, revision },
      aTranscript([['Ada', `The common words and ${word}.`]]),
    );

  /** Changes a text in one transaction, then has it indexed by a job that is repeated until it ends. */
  async function change(id: ConversationId, to: (text: Text) => Text): Promise<void> {
    // Of two changes at once the service refuses one, before either is indexed.
    if (changing.has(id)) return;
    changing.add(id);
    const isChanged = await save(id, to).finally(() => changing.delete(id));
    if (isChanged) await index(id);
  }

  async function save(id: ConversationId, to: (text: Text) => Text): Promise<boolean> {
    const before = await findInTrashToo(context.table, id);
    const text = texts.get(id);
    if (!before || !text || text.state === 'deleted' || !('text' in before.state)) return false;
    const after = to({ ...text, changes: text.changes + 1 });
    // A file is never written twice: the text begins with revision 1.
    const revision = String(after.changes + 1);
    const stored: OrderConversation = before.state;
    if (after.word !== text.word) await store(id, revision, after.word);
    const { deletedAt: _, ...rest } = stored;
    const row = {
      ...rest,
      ...(after.word !== text.word && { text: { ...before.state.text, revision } }),
      ...(after.state === 'in the trash' && { deletedAt: clock.now() }),
      updatedAt: clock.now(),
    } as OrderConversation;
    const writes = after.state === 'deleted' ? conversations.remove(before) : conversations.put(before, row);
    await context.changes.save({ at: clock.now(), writes: [writes] });
    texts.set(id, after);
    return true;
  }

  async function index(conversationId: ConversationId): Promise<void> {
    const { changes = 0 } = texts.get(conversationId) ?? {};
    const killedAt = random() < 0.3 ? 1 : undefined;
    const job = (kill?: number) => indexConversation(contextOf(kill))({ workspaceId, conversationId });
    await untilDone(
      () => job(killedAt),
      () => job(),
    );
    indexed.set(conversationId, Math.max(indexed.get(conversationId) ?? 0, changes));
  }

  async function add(): Promise<void> {
    const word = nextWord();
    const given = { kind: 'transcription', sourceConversationId: null } as const;
    const { id } = await anOrderConversation(world, { workspaceId }, given);
    await store(id, '1', word);
    texts.set(id, { id, state: 'there', word, changes: 0 });
    await index(id);
  }

  const CHANGES: readonly ((text: Text) => Text)[] = [
    (text) => ({ ...text, word: nextWord() }),
    (text) => ({ ...text, state: 'in the trash' }),
    (text) => ({ ...text, state: 'there' }),
    (text) => ({ ...text, state: 'deleted' }),
  ];

  const changeSome = async (): Promise<void> => {
    const ids = [...texts.keys()];
    const id = ids[below(ids.length)];
    const to = CHANGES[below(CHANGES.length)];
    if (id && to) await change(id, to);
  };

  /** A merge that may be killed at any of its requests, and is begun again then. */
  const merge = (): Promise<void> => {
    const steps = async (killedAt?: number): Promise<void> => {
      const merging = mergeSegments(contextOf(killedAt));
      for (let nth = 0; nth < 50; nth += 1) if ((await merging(workspaceId)) !== 'segments') return;
    };
    return untilDone(
      () => steps(random() < 0.6 ? 1 + below(25) : undefined),
      () => steps(),
    );
  };

  const found = async (limit: number): Promise<readonly SearchHit[]> => {
    const seen = order.filesOf(files);
    const engine = searchEngine(
      indexInFiles(seen, (size) => randomBytes(size)),
      seen,
    );
    const search = meetingSearch({ table: context.table, engine });
    const hits: SearchHit[] = [];
    let cursor: string | undefined;
    do {
      const page = await search.query({
        workspaceId,
        text: 'common',
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      hits.push(...page.hits);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return hits;
  };

  /** What did not change while it was looked for is found as it is; on one page, since ranks move as texts change. */
  const query = async (): Promise<void> => {
    const before = new Map([...texts].filter(([id, { changes }]) => indexed.get(id) === changes));
    const hits = await found(100);
    const stable = [...before.values()].filter((text) => texts.get(text.id) === text);
    check(
      hits.filter(({ conversationId }) => before.get(conversationId) === texts.get(conversationId)),
      stable,
    );
  };

  function check(hits: readonly SearchHit[], expected: readonly Text[]): void {
    const seen = hits.map(({ conversationId, snippet }) => `${conversationId}: ${snippet}`).sort();
    const wanted = expected
      .filter(({ state }) => state === 'there')
      .map(({ id, word }) => `${id}: The common words and ${word}.`)
      .sort();
    if (JSON.stringify(seen) !== JSON.stringify(wanted))
      errors.push(`found ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
  }

  return {
    /** Texts are made and changed, while merges and searches run. Answers what went wrong. */
    async run(rounds: number): Promise<readonly string[]> {
      for (let round = 0; round < rounds; round += 1) {
        const busy = [add, add, add, changeSome, changeSome, merge, merge, query];
        await order.run(Array.from({ length: 6 + below(8) }, () => busy[below(busy.length)] ?? add));
        clock.advance(1 + below(5_000));
      }
      return errors;
    },

    /** Nothing changes any more: what is left is merged, and packs that no manifest names are deleted. */
    async end(): Promise<{ readonly errors: readonly string[]; readonly leftovers: readonly string[] }> {
      await order.run([merge]);
      clock.advance(2 * HOUR_MS);
      await order.run([merge]);
      await order.run([async () => check(await found(5), [...texts.values()])]);
      const live = new Set([...texts.values()].flatMap(({ state, word }) => (state === 'there' ? [word] : [])));
      const stored = [...files.files].filter(([key]) => key.includes('/search/'));
      const said = stored.flatMap(([key, bytes]) =>
        [
          ...Buffer.from(bytes)
            .toString('latin1')
            .matchAll(/word\d+/g),
        ].map(([word]) => ({ key, word })),
      );
      const leftovers = said.filter(({ word }) => !live.has(word)).map(({ key, word }) => `${word} in ${key}`);
      const segments = stored.map(([key]) => key).filter((key) => key.includes('/segments/'));
      return { errors, leftovers: [...leftovers, ...segments] };
    },
    texts: () => [...texts.values()],
  };
}

/** What a kill interrupts is repeated, as the queue and the sweeper repeat a job. */
async function untilDone(first: () => Promise<unknown>, again: () => Promise<unknown>): Promise<void> {
  try {
    await first();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    await again();
  }
}
