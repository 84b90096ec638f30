/** A request that a function makes of AWS. */
export interface Call {
  /** Name of the function without that of the stage: `webhook-delivery`, `api-calendar-events`. */
  readonly worker: string;
  /** `PutItem`, `SendMessageBatch`; empty where the request names none in a header, as those to S3. */
  readonly action: string;
  /** The request's body, JSON. */
  readonly body: string;
}

/**
 * What becomes of a request. `refused` is an answer instead of the service's; `stalled` reaches the service late;
 * `reset` never reaches it; `dropped` does, and its answer is lost; `partly` is the 200 that lists what was not taken;
 * `killed` ends the process that asked, before the service acted on the request or after.
 */
export type Fault =
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'stalled'; readonly seconds: number }
  | { readonly kind: 'reset' | 'dropped' | 'partly' }
  | { readonly kind: 'killed'; readonly when: 'before' | 'after' };

export type Strike = (call: Call) => Fault | undefined;

/** What AWS answers with, as the service writes it. */
export const refusal = ({ code }: { readonly code: string }, body: Buffer): string =>
  JSON.stringify({
    __type: code,
    message: 'Made by the fault proxy.',
    ...(code === 'TransactionCanceledException' && { CancellationReasons: reasonsFor(body) }),
  });

/** The first item of the transaction met another's write. */
const reasonsFor = (body: Buffer): readonly { readonly Code: string }[] => {
  const { TransactItems } = JSON.parse(body.toString()) as { readonly TransactItems: readonly unknown[] };
  return TransactItems.map((_item, position) => ({ Code: position === 0 ? 'TransactionConflict' : 'None' }));
};
