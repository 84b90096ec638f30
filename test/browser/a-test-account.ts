import { aStack } from '#test/integration/a-stack';

export type Provider = 'google' | 'microsoft';

const { test_providers } = aStack();

/** An account at one of the test providers of the stack, and what its owner does there. */
export async function aTestAccount(provider: Provider, email: string) {
  const says = async (path: string, body: object) => {
    const address = `${test_providers[provider]}/_test/accounts${path}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The test provider said ${answer.status}: ${await answer.text()}`);
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
