import type { WorkspaceId } from '#shared/foundation/core/ids';
import { badRequest } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { companyPage } from '#shared/meetings/companies/store';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { conversationWithText } from '#shared/texts/search/commands/index-conversation';
import type { MeetingSearch, SearchHit, SearchPage } from '#shared/texts/search/ports';
import type { Quote } from '#shared/texts/search/rules/quote';
import { byScore, type Ranked } from '#shared/texts/search/rules/rank';
import { nextPosition, positionIn, type SearchPosition, writtenPosition } from '#shared/texts/search/rules/windows';
import type { Found, SearchEngine } from '#shared/texts/search/sqlite/search-engine';

/**
 * Searches with the rows of the table beside: what was deleted, corrected or erased is no hit from that moment on,
 * whatever segments and packs still have.
 */
export const meetingSearch = ({
  table,
  engine,
}: {
  readonly table: Table;
  readonly engine: SearchEngine;
}): MeetingSearch => ({
  async query({ company, limit, cursor, ...query }) {
    const position = cursor === undefined ? {} : positionIn(cursor);
    if (!position) throw badRequest('The cursor is invalid: take the one of the page before.', 'cursor');
    const domains = company === undefined ? undefined : await domainsCalled(table, query.workspaceId, company);
    return engine.search({ ...query, domains }, position, (found) => pageOf(table, found, { position, limit }));
  },
});

/** Companies whose names are looked up for one query. */
const MOST_COMPANIES = 50;

/** The domain itself, or those of the companies that are called so. */
async function domainsCalled(table: Table, workspaceId: WorkspaceId, company: string): Promise<readonly string[]> {
  const text = company.trim().toLowerCase();
  if (/^[^\s.]+(\.[^\s.]+)+$/u.test(text)) return [text];
  const { items } = await companyPage(
    table,
    { workspaceId, text: company },
    { limit: MOST_COMPANIES, after: undefined },
  );
  return items.map(({ domain }) => domain);
}

interface Paging {
  readonly position: SearchPosition;
  readonly limit: number;
}

async function pageOf(table: Table, found: Found, { position, limit }: Paging): Promise<SearchPage> {
  const { after } = position;
  const candidates = after ? found.ranked.filter((one) => byScore(after, one) < 0) : found.ranked;
  const hits: SearchHit[] = [];
  let looked = 0;
  // Rows of so many as are wanted are read at once; more only where some of them are gone.
  while (hits.length < limit && looked < candidates.length) {
    const some = candidates.slice(looked, looked + limit - hits.length);
    looked += some.length;
    hits.push(...(await hitsAmong(table, found, some)));
  }
  const next = nextPosition(found.window, position, {
    last: candidates[looked - 1],
    hasMore: looked < candidates.length,
  });
  return { hits, next: next ? writtenPosition(next) : null };
}

async function hitsAmong(table: Table, found: Found, ranked: readonly Ranked[]): Promise<readonly SearchHit[]> {
  const texts = ranked.map(({ conversationId }) => found.text(conversationId));
  const rows = await Promise.all(texts.map((text) => conversationWithText({ table }, text)));
  return texts.flatMap((text, nth) => {
    const row = rows[nth];
    return row ? [hitOf(row, found.quote(text))] : [];
  });
}

const hitOf = ({ conversation, meeting }: ConversationWithMeeting, quote: Quote): SearchHit => ({
  conversationId: conversation.id,
  meetingId: meeting?.id ?? null,
  title: conversation.name,
  startsAt: meeting?.startsAt ?? null,
  ...quote,
});
