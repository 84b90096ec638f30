import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';

/** Of a watch that is there, with a secret that it does not have. */
export function forgedNotification(provider: ProviderName, watchId: string, lot: number): Request {
  const secret = lot < 0.5 ? 'forged' : '';
  if (provider === 'google')
    return new Request('https://app.example.test/hooks/google', {
      method: 'POST',
      headers: { 'x-goog-channel-id': watchId, 'x-goog-channel-token': secret, 'x-goog-resource-state': 'exists' },
    });
  const value = [{ subscriptionId: watchId, clientState: secret, changeType: 'updated' }];
  return new Request('https://app.example.test/hooks/microsoft', { method: 'POST', body: JSON.stringify({ value }) });
}
