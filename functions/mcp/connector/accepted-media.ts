/** What the protocol has a client name in `Accept`; its library refuses requests that do not name both with 406. */
const BOTH = 'application/json, text/event-stream';

/** The body of a request, which is read by then. */
interface Sent {
  readonly body: string;
  /** It has several messages. */
  readonly isBatch: boolean;
}

/**
 * The response to a request in what its client takes: an event stream where `Accept` names that, else JSON where it names
 * that or takes anything. The body is read to its end.
 */
export async function answeredAsAccepted(
  request: Request,
  { body, isBatch }: Sent,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const accepted = request.method === 'POST' ? acceptedMedia(request.headers.get('accept')) : 'neither';
  const response = await answer(accepted === 'neither' ? request : acceptingBoth(request, body));
  const text = await response.text();
  if (accepted === 'json') return asJson(response, text, isBatch);
  return new Response(text, { status: response.status, headers: response.headers });
}

/** Reads a header `Accept` (RFC 9110, section 12.5.1); without one, a client takes anything. */
function acceptedMedia(accept: string | null): 'stream' | 'json' | 'neither' {
  const ranges = (accept || '*/*').toLowerCase().split(',').flatMap(rangeIn);
  if (ranges.includes('text/event-stream')) return 'stream';
  return ranges.some((range) => JSON_RANGES.includes(range)) ? 'json' : 'neither';
}

const JSON_RANGES = ['application/json', 'application/*', '*/*'];

/** Without the ranges that a weight of zero excludes. */
function rangeIn(item: string): readonly string[] {
  const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [range];
}

/** The same request of a client that takes both. */
function acceptingBoth(request: Request, body: string): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', BOTH);
  return new Request(request.url, { method: request.method, headers, ...(body !== '' && { body }) });
}

/** The messages of an event stream as JSON: one, or a list where a batch was sent. Any other response as it is. */
function asJson(response: Response, text: string, isBatch: boolean): Response {
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return new Response(text, { status, headers });
  // Only these characters end a line of an event stream: U+2028 and U+2029 may be in a text.
  const lines = text.split(/\r\n|\r|\n/);
  const messages = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []));
  const typed = new Headers(headers);
  typed.set('content-type', 'application/json');
  return new Response(isBatch ? `[${messages.join(',')}]` : (messages.at(-1) ?? ''), { status, headers: typed });
}
