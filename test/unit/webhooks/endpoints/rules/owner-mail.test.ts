import type { WorkspaceId } from '#shared/foundation/core/ids';
import { ownerMail } from '#shared/webhooks/endpoints/rules/owner-mail';
import { DEFAULT_OPTIONS, HEALTHY, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { noon } from '#test/support/api';
import { expect, it } from '#test/support/jest';

const endpoint: WebhookEndpoint = {
  ...DEFAULT_OPTIONS,
  ...HEALTHY,
  id: 'whe_00000000000000000000000000' as WebhookEndpoint['id'],
  workspaceId: 'wks_00000000000000000000000000' as WorkspaceId,
  url: 'https://hooks.acme.test/',
  enabledEvents: ['*'],
  status: 'disabled',
  disabledReason: 'requested',
  pin: '2026-10-12',
  sealedSecrets: [],
  metadata: {},
  createdAt: noon,
  updatedAt: noon,
};

it('the mail to owners escapes what people wrote', () => {
  const { html } = ownerMail({
    occasion: 'disabled',
    endpoint,
    workspace: { name: '<script>alert(1)</script> & "Sons"' },
    eventsUrl: 'https://app.example.test/app?a=1&b="2"',
    unsubscribeUrl: 'https://app.example.test/unsubscribe?token=t',
  });

  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&quot;');
  expect(html).toContain('href="https://app.example.test/app?a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toContain('<script>');
});
