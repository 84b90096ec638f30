import { useFactory } from '#shared/foundation/core/uses';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { type NotApplicable, runServerScenarios } from '#test/support/run-conformance';
import { anAgentsOffice } from './an-agents-office.ts';
import { NOT_APPLICABLE } from './not-applicable.ts';
import { onLoopback } from './on-loopback.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

/** The connector on loopback, for a client without a token of its own. */
async function aConnector() {
  const { owner, anAgentOf, connector } = await anAgentsOffice({ useOf: useFactory({ agent_calls: 1000 }) });
  const { token } = await anAgentOf(owner.userId);
  const { url, close } = await onLoopback(connector, token);
  opened.push(close);
  return `${url}/mcp`;
}

describe('the server scenarios of the conformance tests', () => {
  it.each(Object.entries(NOT_APPLICABLE))(
    'of protocol %s: all pass but those listed',
    async (version, notApplicable) => {
      const { code, output } = await runServerScenarios({ url: await aConnector(), version, notApplicable });

      expect([code, output]).toEqual([0, expect.stringContaining('Baseline check passed')]);
    },
  );

  it('fail where one that is not listed fails, and where a listed one passes', async () => {
    const [version] = Object.keys(NOT_APPLICABLE);
    const { 'completion-complete:completion-complete': _, ...others }: NotApplicable =
      NOT_APPLICABLE[String(version)] ?? {};
    const notApplicable = { ...others, 'tools-list:tools-list': 'It applies.' };

    const { code, output } = await runServerScenarios({
      url: await aConnector(),
      version: String(version),
      notApplicable,
    });

    expect(code).toBe(1);
    expect(output).toContain('✗ completion-complete');
    expect(output).toContain('✓ tools-list:tools-list');
  });
});
