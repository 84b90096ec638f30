import { bodyOf, json } from '#test/doubles/calendar-providers/server/answers';
import { graphError } from './graph-errors.ts';

/** learn.microsoft.com/graph/json-batching: at most twenty in one. */
const MOST = 20;

/** POST /v1.0/$batch: each request by itself, with the token of the whole; the answers in the order asked. */
export async function batch(request: Request, handle: (request: Request) => Promise<Response>): Promise<Response> {
  const { requests } = await bodyOf(request);
  if (!Array.isArray(requests) || requests.length > MOST)
    return graphError(400, 'BadRequest', `The number of requests in a batch has to be from 1 to ${MOST}.`);
  const responses = [];
  for (const one of requests) responses.push(await answerTo(one, request, handle));
  return json(200, { responses });
}

async function answerTo(asked: unknown, whole: Request, handle: (request: Request) => Promise<Response>) {
  const { id, method, url, headers, body } = Object.fromEntries(Object.entries(Object(asked)));
  const own = new Headers(Object.entries(Object(headers)).map(([name, value]) => [name, String(value)]));
  own.set('authorization', whole.headers.get('authorization') ?? '');
  const request = new Request(new URL(`/v1.0${String(url)}`, whole.url), {
    method: String(method),
    headers: own,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await handle(request);
  const text = await answer.text();
  const kept = Object.fromEntries(
    [...answer.headers].filter(([name]) => ['retry-after', 'content-type', 'location'].includes(name)),
  );
  return {
    id: String(id),
    status: answer.status,
    headers: kept,
    ...(text !== '' && { body: JSON.parse(text) as unknown }),
  };
}
