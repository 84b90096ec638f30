import type { Context } from 'hono';
import type { SessionStore } from '#shared/accounts/identity/ports';
import type { User } from '#shared/accounts/workspaces/rules/workspace';
import type { RefuseWhileReadOnly } from '#shared/api/read-only/ports';
import type { Clock } from '#shared/foundation/core/clock';
import type { UserId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';

/**
 * The kit of the hosted pages. Each folder of functions/pages is one Lambda, and its pages are one Hono app:
 *
 * ```ts
 * export const settingsPages = (around: PageContext) => {
 *   const pages = pageApp(around.kit);
 *   const { get, post } = pageRoutes(pages, { table: around.table }, requireSession);
 *   get('/settings/:id', ({ table }, c) =>
 *     renderPage(c, { title: 'Settings', main: html`<p>Hello, ${currentUser(c).email}</p>${form(c, { … })}` }));
 *   post('/settings/:id', async ({ table }, c) => { …formField(c, 'name')…; return c.redirect('/settings/1', 303); });
 *   return pages;
 * };
 * export const handler = servedPages(settingsPages);   // shared/wiring/pages.ts
 * ```
 *
 * | File | What it has |
 * | - | - |
 * | page-app.ts | `pageApp(kit)`, `pageRoutes`: security headers, CSP, CSRF protection, errors as pages, one log line per request |
 * | render.ts | `renderPage(c, page)` in the common layout; `page.formAction` and `page.mediaSrc` add origins to the CSP |
 * | page-error.ts | `throw new PageError(…)` ends a request on a page with its message; so does a `Refusal` of the domain |
 * | session.ts | `requireSession` asks users to sign in, `currentUser(c)` is the user; `startSession`, `endSession` |
 * | cookies.ts | `browserId(c)`: binds a state to one browser, also before sign-in |
 * | forms.ts | `form(c, …)` with its CSRF token, `field`, `select`; `formField(c, name)` reads what was submitted |
 * | components.ts | `notice`, `badge`, `descriptionList`, `table`, `dateTime`, `copyableText`, `linkButton`, `nav` |
 * | local-path.ts | `localPath(text)`: a redirect target from outside, if it is on this site |
 * | assets.ts | the stylesheet and the script; new behaviour goes into assets/script.ts, not into a second file |
 *
 * `html` of hono/html escapes every value; do not use `raw`. Tests use `app.request(…)`; test/support/pages.ts has a
 * browser with a cookie jar.
 */
export interface PageKit {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sessions: SessionStore;
  readonly findUser: (id: UserId) => Promise<Loaded<User> | undefined>;
  /** Origin of the pages, without a trailing slash. */
  readonly appUrl: string;
  /** CSP `form-action` origins of every page: signing out redirects to another host. */
  readonly formAction?: readonly string[];
  /** The hash of the address of a visitor, by the address that is connected to the gateway and the forwarded ones. */
  readonly addressHashOf: (sourceIp: string, forwarded: string | undefined) => string;
  /** The hash of its address block, by the same. */
  readonly blockHashOf: (sourceIp: string, forwarded: string | undefined) => string;
  readonly log: (entry: PageEntry) => void;
  /** Rejects while the deployment is read-only: for a GET that saves. `pageApp` refuses forms by itself. */
  readonly refuseWhileReadOnly: RefuseWhileReadOnly;
  /** Says whose request is under way. Throws the 429 while the user is over the limit of what requests read and answer. */
  readonly admit: (userId: UserId) => void;
}

/** The log line of a request. Only these fields are written: no query, no cookie, no address but its hash, no body. */
export interface PageEntry {
  readonly message: 'request';
  readonly requestId: string;
  /** Method and path pattern, `GET /connect/{link}`. */
  readonly operation: string;
  readonly status: number;
  readonly userId: string | undefined;
  readonly addressHash: string;
  readonly durationMs: number;
  /**
   * Name and location of the defect behind a 500, or of the failed AWS request behind a 503, without its message, which may
   * quote input.
   */
  readonly defect?: string;
}

export interface PageEnv {
  /** The part of the Lambda event that pages read; absent in tests. */
  Bindings: {
    readonly requestContext?: { readonly requestId?: string; readonly http?: { readonly sourceIp?: string } };
  };
  Variables: {
    kit: PageKit;
    requestId: string;
    /** Set by `requireSession`. */
    user: User | undefined;
    /** The submitted form, after its CSRF token was checked. */
    formFields: ReadonlyMap<string, string> | undefined;
    /** The visitor cookie that this response sets. */
    newVisitorSecret: string | undefined;
    cspSources: CspSources | undefined;
    /** Headers in place of those of a page, for a document that one of these pages shows in a frame. */
    framedHeaders: Readonly<Record<string, string>> | undefined;
  };
}

export type PageContext = Context<PageEnv>;

/** The handler of a page or form, with the dependencies of its folder. */
export type PageHandler<Dependencies> = (dependencies: Dependencies, c: PageContext) => Response | Promise<Response>;

/** Origins that a page adds to its Content Security Policy. */
export interface CspSources {
  readonly formAction?: readonly string[];
  readonly mediaSrc?: readonly string[];
  /** Requests of the script. */
  readonly connectSrc?: readonly string[];
  /** Documents in frames. */
  readonly frameSrc?: readonly string[];
}
