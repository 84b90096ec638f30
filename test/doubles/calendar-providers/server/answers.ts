/** JSON in the way of both providers. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store', ...headers },
  });

export const page = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });

/** After a form: the browser goes on with GET. */
export const goTo = (address: string): Response => new Response(null, { status: 302, headers: { location: address } });

export const noContent = (): Response => new Response(null, { status: 204 });

export const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

/** The fields of a form, the last of each name. */
export const formOf = async (request: Request): Promise<URLSearchParams> => new URLSearchParams(await request.text());

/** A JSON object, or an empty one where the body is none. */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = JSON.parse(await request.text());
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
  } catch {
    return {};
  }
}

export const textIn = (body: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
};
