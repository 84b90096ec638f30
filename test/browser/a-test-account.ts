import { stackClient } from '#test/integration/stack-client';

export type Provider = 'google' | 'microsoft';

const { test_providers } = stackClient();

/** An account at a test provider of the stack, with the actions of its owner. */
export async function aTestAccount(provider: Provider, email: string) {
  const says = async (path: string, body: object) => {
    const address = `${test_providers[provider]}/_test/accounts${path}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The test provider answered ${answer.status}: ${await answer.text()}`);
  };
  const own = `/${encodeURIComponent(email)}`;
  await says('', { email });
  return {
    email,
    adds: (title: string, startsAt: string, link: string) =>
      says(`${own}/calendar`, { do: 'add', title, starts_at: startsAt, conference_url: link }),
    takesAccessBack: () => says(`${own}/revoke`, {}),
  };
}
