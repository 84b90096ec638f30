import type { ConsentChoice } from '#test/doubles/calendar-providers/test-provider';

interface Through {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Where the page's form goes. */
  readonly action: string;
}

/** Loads the consent page and sends its form, as a browser would; the address that it leads to. */
export async function goThroughConsent(
  { fetch, action }: Through,
  address: string,
  choice: ConsentChoice,
): Promise<string> {
  const shown = await fetch(new Request(address));
  if (shown.status === 302) return shown.headers.get('location') ?? '';
  if (shown.status !== 200) throw new Error(`The consent page said ${shown.status}: ${await shown.text()}`);
  const form = new URLSearchParams(new URL(address).search);
  const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => !(choice.without ?? []).includes(scope));
  form.append('account', choice.email);
  for (const scope of scopes) form.append('granted', scope);
  form.append('answer', choice.answer ?? 'allow');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answered = await fetch(
    new Request(new URL(action, address), { method: 'POST', headers, body: form.toString() }),
  );
  const location = answered.headers.get('location');
  if (location !== null) return location;
  // A page that ends with a link back to the program, as where an administrator has to consent.
  const back = /data-back href="([^"]+)"/.exec(await answered.text())?.[1];
  if (!back) throw new Error(`The consent form was answered ${answered.status} and leads nowhere`);
  return back.replaceAll('&amp;', '&');
}
