import type { WorkspaceId } from '#shared/foundation/core/ids';
import { workspaceOfKey } from './workspace-of-key.ts';

/** What one request to a stored file counts. */
export interface Download {
  readonly workspaceId: WorkspaceId;
  readonly bytes: number;
}

/** `uncounted`: a request of the service itself, or one without effect. `broken`: not in the documented format. */
type LineRead = Download | 'uncounted' | 'broken';

/** What a request counts at least: at list prices, a PUT costs as much as 60 KB that are sent. */
export const LEAST_BYTES = 64_000;

/**
 * "Amazon S3 server access log format" in the S3 User Guide. Here the operation and the key, which S3 writes in percent-encoding;
 * before them the owner, the bucket, the time, the address, the requester and the id of the request.
 */
const BEGIN = /^\S+ \S+ \[[^\]]*\] \S+ \S+ \S+ (\S+) (\S+) /;

/**
 * The request line, whose target has no blanks, whatever a client sends; then the status, the error code, the bytes that were
 * sent, the size of the object, and two times.
 */
const ANSWER = /"[A-Z]+ \S* HTTP\/[\d.]+" (\d{3}|-) \S+ (\d{1,15}|-) \S+ \S+ \S+ /y;

/**
 * The referer, the user agent, four fields, and how the request was authenticated: by a header, as the service does, and
 * not by the query of a link. Clients choose what is in quotes, and S3 does not document how it writes a quote in it: a
 * line with one more quote is none of the service. Fields that AWS adds later come after these.
 */
const OF_SERVICE = /(?:"[^"]*"|-) (?:"[^"]*"|-) \S+ \S+ \S+ \S+ AuthHeader(?: [^"]*)?$/y;

/** Requests that links allow: to read and to write an object or a part of one. Preflights of browsers are signed by no one. */
const OPERATIONS = /^REST\.(?:GET|HEAD|PUT)\./;

/** Answers that only a valid signature gets. All others can be caused by anyone for any key, and S3 does not charge for them. */
const SIGNED_STATUSES = /^(?:2\d\d|304|404|412|416)$/;

/** Reads a line of the access log of the bucket of files. It takes time in proportion to the line. */
export function readAccessLogLine(line: string): LineRead {
  const begin = BEGIN.exec(line);
  if (!begin) return 'broken';
  const [{ length }, operation = '', key = ''] = begin;
  if (!OPERATIONS.test(operation)) return 'uncounted';
  ANSWER.lastIndex = length;
  const answer = ANSWER.exec(line);
  if (!answer) return 'broken';
  const [, status = '', sent = ''] = answer;
  OF_SERVICE.lastIndex = ANSWER.lastIndex;
  const workspaceId = workspaceOfKey(decoded(key));
  if (!workspaceId || !SIGNED_STATUSES.test(status) || OF_SERVICE.test(line)) return 'uncounted';
  return { workspaceId, bytes: Math.max(LEAST_BYTES, sent === '-' ? 0 : Number(sent)) };
}

/** Some requests have keys in the log that were encoded twice. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(key));
  } catch {
    return key;
  }
}
