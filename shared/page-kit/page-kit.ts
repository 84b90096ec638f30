import type { Context } from 'hono';
import type { Clock } from '#shared/core/clock';
import type { UserStore } from '#shared/events/ports/stores';
import type { SessionStore } from '#shared/identity/ports/sessions';
import type { User } from '#shared/workspaces/rules/workspace';

/**
 * The kit that hosted pages are made of. One folder of functions/pages is one Lambda, and its pages are one Hono app:
 *
 * ```ts
 * export const settingsPages = ({ kit, users }: Needs) => {
 *   const pages = pageApp(kit);
 *   pages.get('/settings/:id', signedIn, async (c) =>
 *     show(c, { title: 'Settings', main: html`<p>Hello, ${personOf(c).email}</p>${form(c, { … })}` }));
 *   pages.post('/settings/:id', signedIn, async (c) => { …fieldOf(c, 'name')…; return c.redirect('/settings/1', 303); });
 *   return pages;
 * };
 * export const handler = servedPages(settingsPages);   // shared/wiring/pages.ts
 * ```
 *
 * | Where | What |
 * | - | - |
 * | page-app.ts | `pageApp(kit)`: headers, CSP, forms guarded against foreign sites, errors as pages, one line of log a request |
 * | show.ts | `show(c, page)`: a page in the common layout; `page.formsLeadTo`, `page.mediaFrom` widen the CSP by origins |
 * | trouble.ts | `throw new Trouble(…)` ends anything on a page in plain words; a `Refusal` of the domain does so, too |
 * | signed-in.ts | `signedIn` lets only signed-in people through, `personOf(c)` is who they are; `startSession`, `endSession` |
 * | browser.ts | `browserMark(c)`: what binds a state to one browser before anybody signed in |
 * | forms.ts | `form(c, …)` with its token, `field`, `choices`; `fieldOf(c, name)` reads what was sent |
 * | parts.ts | `notice`, `badge`, `facts`, `grid`, `moment`, `exactMoment`, `copyable`, `linkButton` |
 * | own-path.ts | `ownPath(text)`: a path of ours that somebody else wrote, or undefined |
 * | assets.ts | the stylesheet and the script; add behaviour to assets/script.ts, never a second file |
 *
 * `html` of hono/html escapes all that is put in; `raw` is for nobody. Tests use `app.request(…)`, and
 * test/support/pages.ts has a browser with a cookie jar.
 */
export interface PageKit {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sessions: SessionStore;
  readonly users: Pick<UserStore, 'find'>;
  /** Origin of the pages, no slash at its end. */
  readonly appUrl: string;
  /** Origins beside ours that forms of every page may lead to by a redirect: signing out ends at another host. */
  readonly formsLeadTo?: readonly string[];
  readonly log: (entry: PageEntry) => void;
}

/** One line for each request; only what is named here is ever written: no query, no cookie, no address, no body. */
export interface PageEntry {
  readonly message: 'request';
  readonly requestId: string;
  /** Method and pattern of the path, `GET /connect/{link}`. */
  readonly operation: string;
  readonly status: number;
  readonly userId: string | undefined;
  readonly durationMs: number;
  /** The defect behind a 500: its name and where it was thrown, never its message, which may quote input. */
  readonly defect?: string;
}

export interface PageEnv {
  /** What Lambda hands over, as far as pages look at it; nothing in tests. */
  Bindings: {
    readonly requestContext?: { readonly requestId?: string; readonly http?: { readonly sourceIp?: string } };
  };
  Variables: {
    kit: PageKit;
    requestId: string;
    /** Set by `signedIn`. */
    person: User | undefined;
    /** The form that was sent, its token already checked. */
    fields: ReadonlyMap<string, string> | undefined;
    /** A secret that this answer gives to the browser; the request did not have it yet. */
    givenSecret: string | undefined;
    /** What a page needs beyond the common policy. */
    widened: Widened | undefined;
  };
}

export type PageContext = Context<PageEnv>;

/** Origins, beside our own, that one page may use. */
export interface Widened {
  readonly formsLeadTo?: readonly string[];
  readonly mediaFrom?: readonly string[];
}
