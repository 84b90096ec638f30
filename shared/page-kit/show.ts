import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { formToken } from '#shared/page-kit/browser';
import { layout, type Markup } from '#shared/page-kit/layout';
import type { PageContext, Widened } from '#shared/page-kit/page-kit';
import type { Trouble } from '#shared/page-kit/trouble';

export interface Page extends Widened {
  /** Its one heading, and what the tab says. */
  readonly title: string;
  readonly main: Markup;
  /** Under the heading, a sentence on what the page is for. */
  readonly lead?: string;
  /** Ways up, outermost first: `[['/app', 'Workspaces']]`. */
  readonly above?: readonly (readonly [path: string, words: string])[];
  /** For tables: as wide as the window. */
  readonly wide?: boolean;
  /** 200 unless it says so. */
  readonly status?: ContentfulStatusCode;
}

/** Answers with a page in the common layout. */
export function show(c: PageContext, page: Page): Response | Promise<Response> {
  const person = c.get('person');
  c.set('widened', page);
  return c.html(
    layout({
      ...page,
      path: c.req.path,
      ...(person && { signedIn: { email: person.email, token: formToken(c) } }),
    }),
    page.status ?? 200,
  );
}

/** Ends a request on a page in plain words, with the id by which we find it in our logs. */
export const showTrouble = (c: PageContext, { status, title, words }: Trouble): Response | Promise<Response> =>
  show(c, {
    title,
    status,
    main: html`<p class="lead">${words}</p>
<p><a href="/app">To the start</a></p>
<p class="small">When you ask us about it, name this request: <code>${c.var.requestId}</code></p>`,
  });
