import { hiddenFields } from '#test/support/pages';

/** A page with its URL after redirects. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly heading: string | undefined;
}

/** A browser without scripts: keeps cookies by host, follows redirects, submits forms. */
export function aScriptlessBrowser() {
  const cookies = new Map<string, Map<string, string>>();
  let last: VisitedPage = { url: '', status: 0, text: '', heading: undefined };

  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    return jar;
  };

  async function go(url: string, init: RequestInit = {}): Promise<VisitedPage> {
    const jar = jarOf(url);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) return go(new URL(location, url).href);
    const text = await answer.text();
    last = { url, status: answer.status, text, heading: /<h1>(.*?)<\/h1>/s.exec(text)?.[1] };
    return last;
  }

  return {
    go,
    cookiesFor: (url: string): ReadonlyMap<string, string> => jarOf(url),
    /** Submits the form of the last page with this action. */
    submit: (action: string, fields: Readonly<Record<string, string>> = {}): Promise<VisitedPage> =>
      go(new URL(action, last.url).href, {
        method: 'POST',
        body: new URLSearchParams({ ...hiddenFields(last.text, action), ...fields }),
        headers: { origin: new URL(last.url).origin, 'sec-fetch-site': 'same-origin' },
      }),
  };
}
export type ScriptlessBrowser = ReturnType<typeof aScriptlessBrowser>;
