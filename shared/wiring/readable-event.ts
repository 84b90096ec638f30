import type { LambdaEvent } from 'hono/aws-lambda';

/** What the gateway hands over for a page. */
export type PageEvent = Extract<LambdaEvent, { readonly rawPath: string }>;

/** Of what a request of the platform can be made; any other method no page has either. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const WITHOUT_BODY = ['GET', 'HEAD'];

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** No page reads a header or a cookie with anything else in it. */
const VALUE = /^[\t -~]*$/;

/**
 * The event without what no request can be made of: a body to a GET, a method or a header that is none. What remains is
 * answered by pages, with their headers and their line in the log. Else the adapter would fail, answer by itself, and log
 * why, quoting the header.
 */
export function readable(event: PageEvent): PageEvent {
  const { http } = event.requestContext;
  const method = METHODS.includes(http.method) ? http.method : 'OPTIONS';
  return {
    ...event,
    requestContext: { ...event.requestContext, http: { ...http, method } },
    headers: Object.fromEntries(
      Object.entries(event.headers).filter(([name, value]) => NAME.test(name) && VALUE.test(value ?? '')),
    ),
    ...(event.cookies && { cookies: event.cookies.filter((cookie) => VALUE.test(cookie)) }),
    body: WITHOUT_BODY.includes(method) ? null : event.body,
  };
}
