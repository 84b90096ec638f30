import type { Contract } from '#shared/http/contract';

/** Whether an operation takes an `Idempotency-Key`: every POST that asks for an API key. */
export const isKept = ({ method, access }: Pick<Contract, 'method' | 'access'>): boolean =>
  method === 'POST' && access !== 'open';
