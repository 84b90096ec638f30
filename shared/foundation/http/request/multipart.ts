import { badRequest } from '#shared/foundation/core/refusal';

/** One part of a form (RFC 7578). */
export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly bytes: Buffer;
}

/** Far more parts than any form of this API has. */
const MOST_PARTS = 20;
const LONGEST_HEAD = 16_384;

/**
 * The parts of a `multipart/form-data` body. Node's own reader refuses what other platforms send (names without quotes,
 * `filename*`, a quote behind a backslash, words after the end), so here they are read as they are meant; what could be
 * read in two ways is refused with 400 `bad_request`.
 */
export function readMultipart(body: Buffer, contentType: string): readonly Part[] {
  const boundary = Buffer.from(`--${boundaryIn(contentType)}`, 'latin1');
  const parts: Part[] = [];
  let at = startOf(body, boundary);
  while (!isEnd(body, at)) {
    if (parts.length >= MOST_PARTS) throw badRequest(`The form has more than ${MOST_PARTS} parts.`);
    const start = afterLine(body, at);
    const end = body.indexOf(Buffer.concat([CRLF, boundary]), start - CRLF.length);
    if (end < 0) throw broken('its last boundary is missing');
    parts.push(partIn(body.subarray(start, Math.max(start, end))));
    at = end + CRLF.length + boundary.length;
  }
  return parts;
}

const CRLF = Buffer.from('\r\n');
const END_OF_HEAD = Buffer.from('\r\n\r\n');

const broken = (what: string) => badRequest(`The form cannot be read: ${what}.`);

/** Each of its parameters once; the rules of a boundary are RFC 2046's, but for its length. */
function boundaryIn(contentType: string): string {
  const found = parametersIn(contentType).filter(([name]) => name === 'boundary');
  const [, boundary = ''] = found[0] ?? [];
  if (found.length !== 1 || !/^[\x20-\x7e]{1,200}$/.test(boundary) || boundary.endsWith(' '))
    throw broken('its Content-Type names no boundary');
  return boundary;
}

/** Behind the first boundary, which begins the body or a line of it. */
function startOf(body: Buffer, boundary: Buffer): number {
  if (body.subarray(0, boundary.length).equals(boundary)) return boundary.length;
  const at = body.indexOf(Buffer.concat([CRLF, boundary]));
  if (at < 0) throw broken('it does not begin with its boundary');
  return at + CRLF.length + boundary.length;
}

const isEnd = (body: Buffer, at: number): boolean => body.subarray(at, at + 2).toString('latin1') === '--';

/** Behind a boundary only spaces may stand on its line. */
function afterLine(body: Buffer, at: number): number {
  let next = at;
  while (body[next] === 0x20 || body[next] === 0x09) next += 1;
  if (body[next] !== 0x0d || body[next + 1] !== 0x0a) throw broken('a boundary is followed by something else');
  return next + CRLF.length;
}

function partIn(part: Buffer): Part {
  const head = part.indexOf(END_OF_HEAD);
  if (head < 0 || head > LONGEST_HEAD) throw broken('a part has no end of its headers');
  const dispositions = part
    .subarray(0, head)
    .toString('utf8')
    .split('\r\n')
    .flatMap((line) => /^content-disposition[ \t]*:[ \t]*form-data(?=[ \t;]|$)(.*)$/is.exec(line)?.[1] ?? []);
  const fields = new Map<string, string>();
  for (const [name, value] of parametersIn(dispositions[0] ?? '')) {
    if (fields.has(name)) throw broken(`a part has ${name} twice`);
    fields.set(name, value);
  }
  const name = fields.get('name');
  if (dispositions.length !== 1 || name === undefined) throw broken('a part has no name');
  return {
    name,
    filename: extended(fields.get('filename*')) ?? fields.get('filename'),
    bytes: part.subarray(head + 4),
  };
}

/** A quoted text ends where a further parameter or the line's end follows: what stands within it may be anything. */
const PARAMETER = /;[ \t]*([\w*-]{1,30})[ \t]*=[ \t]*(?:"(.*?)"(?=[ \t]*(?:;|$))|([^\s";]*))/gs;
const MOST_PARAMETERS = 10;

/** `; name=token` and `; name="text"`, in the order they stand in. */
function parametersIn(text: string): readonly (readonly [name: string, value: string])[] {
  const found: [string, string][] = [];
  for (const [, name = '', quoted, token = ''] of text.matchAll(PARAMETER)) {
    if (found.length >= MOST_PARAMETERS) throw broken(`a header has more than ${MOST_PARAMETERS} parameters`);
    found.push([name.toLowerCase(), quoted === undefined ? token : unquoted(quoted)]);
  }
  return found;
}

/** Browsers write three characters in percents and leave a backslash one; older curls put one before a quote. */
const unquoted = (text: string): string =>
  text.replaceAll('\\"', '"').replaceAll('%22', '"').replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');

/** `UTF-8''na%C3%AFve.png` (RFC 5987); undefined where it is not that. */
function extended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[\w-]*'(.*)$/is.exec(value ?? '')?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
