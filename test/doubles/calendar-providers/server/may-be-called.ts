/** The real ones want https. Here plain http is taken too, where only this machine can be meant. */
export function mayBeCalled(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (/^(127\.0\.0\.1|localhost)$/.test(hostname) || hostname.endsWith('.test'));
}
