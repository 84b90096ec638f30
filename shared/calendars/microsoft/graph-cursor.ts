import * as v from 'valibot';
import { CursorExpired } from '#shared/calendars/sync/ports/calendar-provider';

/** A link of Graph's to go on by, and whether it is still of the first, full round. */
export interface GraphCursor {
  readonly link: string;
  readonly isFirstRound: boolean;
}

const Written = v.pipe(v.string(), v.parseJson(), v.object({ link: v.string(), isFirstRound: v.boolean() }));

export const writeCursor = (cursor: GraphCursor): string => JSON.stringify(cursor);

/**
 * Throws `CursorExpired` for what is no cursor of ours, or leads elsewhere than into that API: a token goes along with
 * the request, and Graph alone may see it.
 */
export function readCursor(text: string, graph: string): GraphCursor {
  const read = v.safeParse(Written, text);
  if (!read.success || !leadsInto(graph, read.output.link)) throw new CursorExpired('This is no cursor of Graph.');
  return read.output;
}

function leadsInto(graph: string, link: string): boolean {
  const [root, url] = [URL.parse(graph), URL.parse(link)];
  return root !== null && url !== null && url.origin === root.origin && url.pathname.startsWith(`${root.pathname}/`);
}
