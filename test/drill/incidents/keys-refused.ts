import { expect } from 'expect';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { DrillContext } from '../drill-context.ts';
import type { Incident } from '../incident.ts';

/** What needs the key of secrets ends in 503 and never in 500, commands say it in one line, and /health names the part. */
export const keysRefused: Incident = {
  name: 'keys-refused',
  summary: 'KMS refuses the key of secrets',
  async provoke(drill) {
    const { endpoint_url: endpoint, region, workspace_id } = drill.stack;
    const { secretsKeyId } = await stackOutputs({ endpoint, region });
    const endpointOf = { workspace_id, url: 'http://127.0.0.1:9/hooks', enabled_events: ['bot.failed'] };
    await drill.prepare(`aws kms disable-key --key-id ${secretsKeyId}`);
    drill.afterwards(() => drill.prepare(`aws kms enable-key --key-id ${secretsKeyId}`));
    return {
      async see() {
        const refused = await drill.call('POST', '/webhook_endpoints', endpointOf);
        expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([503, 'provider_unavailable']);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        // A process writes it once a minute.
        const line = await drill.logged(
          'api-webhook-endpoints',
          ({ fault }) => fault === 'denied',
          () => drill.call('POST', '/webhook_endpoints', endpointOf),
        );
        expect(line).toMatchObject({ client: expect.any(String), cause: 'DisabledException' });
        await eventually(
          () => healthOf(drill),
          ({ parts }) => parts.keys === 'unavailable',
        );
        const { code, stdout, stderr } = await drill.attempt(RUNBOOK.newKey, {
          'ada@example.com': drill.stack.user_email,
        });
        expect([code, stdout, stderr.trim().split('\n')]).toEqual([
          3,
          '',
          [expect.stringMatching(/^AWS refused \(DisabledException\)/)],
        ]);
      },
      async cure() {
        await drill.run(RUNBOOK.enableKey, { '…': secretsKeyId });
        const { id } = await drill.created('/webhook_endpoints', endpointOf);
        await drill.call('DELETE', `/webhook_endpoints/${id}`);
        await eventually(
          () => healthOf(drill),
          ({ status }) => status === 'ok',
        );
      },
    };
  },
};

interface Health {
  readonly status: string;
  readonly parts: Readonly<Record<'table' | 'bus' | 'keys', string>>;
}

const healthOf = async ({ stack }: DrillContext): Promise<Health> =>
  (await (await fetch(`${stack.app_url}/health`)).json()) as Health;
