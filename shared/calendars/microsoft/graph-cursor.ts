import * as v from 'valibot';
import { CursorExpired } from '#shared/calendars/sync/ports/calendar-provider';

/** The next link of a delta query, and whether it belongs to the first, full round. */
export interface GraphCursor {
  readonly link: string;
  readonly isFirstRound: boolean;
}

const StoredCursor = v.pipe(v.string(), v.parseJson(), v.object({ link: v.string(), isFirstRound: v.boolean() }));

export const writeCursor = (cursor: GraphCursor): string => JSON.stringify(cursor);

/**
 * Throws `CursorExpired` for a text that `writeCursor` did not write, and for a link outside that API: the request
 * carries an access token that only Graph may receive.
 */
export function readCursor(text: string, graph: string): GraphCursor {
  const parsed = v.safeParse(StoredCursor, text);
  if (!parsed.success || !isWithin(graph, parsed.output.link))
    throw new CursorExpired('The cursor is not one of Microsoft Graph.');
  return parsed.output;
}

function isWithin(graph: string, link: string): boolean {
  const [root, url] = [URL.parse(graph), URL.parse(link)];
  return root !== null && url !== null && url.origin === root.origin && url.pathname.startsWith(`${root.pathname}/`);
}
