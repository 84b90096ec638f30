import { asPlainSend, asSend, type InMemoryClient, operationOf } from '#test/doubles/aws/in-memory-client';
import type { SetClock } from '#test/support/api';

export type Worker =
  | 'api'
  | 'outbox-relay'
  | 'webhook-fanout'
  | 'webhook-delivery'
  | 'bot-dispatch'
  | 'calendar-sync'
  | 'live-transcripts'
  | 'recording-processing'
  | 'job'
  | 'sweeper';

/** A request that a worker is about to make of the world outside. */
export interface Call {
  readonly worker: Worker;
  /** `PutItem` and the like, or `receiver`. */
  readonly operation: string;
}

/**
 * `throw` is an error that the code sees, by its name in the SDK, `kill` ends the invocation without a word; before the service acted on the
 * request or after. A stall is time that passes. A resend is the SDK's own: the answer got lost, and the second one is
 * what the code sees.
 */
export type Fault =
  | { readonly kind: 'throw' | 'kill'; readonly when: 'before' | 'after'; readonly name?: string }
  | { readonly kind: 'stall'; readonly seconds: number }
  | { readonly kind: 'resend' };

type Strike = Extract<Fault, { readonly when: string }>;

export type FaultPlan = (call: Call) => Fault | undefined;

const never = <Answer>(): Promise<Answer> => new Promise<Answer>(() => undefined);

/** One running container of a function. Once killed, no request that it waits for is answered. */
export class Container {
  readonly died: Promise<'died'>;
  alive = true;
  /** The platform ends what is still running then. */
  deadline = Number.POSITIVE_INFINITY;
  readonly #worker: Worker;
  readonly #plan: FaultPlan;
  readonly #clock: SetClock;
  #die: () => void = () => undefined;

  constructor(worker: Worker, plan: FaultPlan, clock: SetClock) {
    this.#worker = worker;
    this.#plan = plan;
    this.#clock = clock;
    this.died = new Promise((resolve) => {
      this.#die = () => resolve('died');
    });
  }

  /** The client, as this container reaches it. */
  watch<Send>(client: { readonly send: Send }): InMemoryClient<Send> {
    const send = asPlainSend(client);
    return {
      send: asSend<Send>((command, ...options) =>
        this.reach(operationOf(command).replace(/Command$/, ''), () => send(command, ...options)),
      ),
      destroy: () => undefined,
    };
  }

  async reach<Answer>(operation: string, act: () => Promise<Answer>): Promise<Answer> {
    if (!this.alive) return never();
    if (this.#clock.now() > this.deadline) return this.#end();
    const fault = this.#plan({ worker: this.#worker, operation });
    if (fault?.kind === 'stall') this.#clock.advance(fault.seconds * 1_000);
    const strike = fault && 'when' in fault ? fault : undefined;
    if (strike?.when === 'before') return this.#strike(strike, operation);
    if (fault?.kind === 'resend') await act();
    const answer = await act();
    if (this.#clock.now() > this.deadline) return this.#end();
    if (strike?.when === 'after') return this.#strike(strike, operation);
    return this.alive ? answer : never();
  }

  #strike<Answer>({ kind, name }: Strike, operation: string): Promise<Answer> {
    // A sender never throws for what the network does: what ends a send half-way is the end of the invocation.
    if (kind === 'throw' && operation !== 'receiver') throw trouble(name);
    return this.#end();
  }

  #end<Answer>(): Promise<Answer> {
    this.alive = false;
    this.#die();
    return never();
  }
}

/** As the SDK throws it after its own attempts. */
const trouble = (name = 'InternalServerError') =>
  Object.assign(new Error('We encountered an internal error.'), {
    name,
    $metadata: { attempts: 3, totalRetryDelay: 100 },
    ...reasonsOf(name),
  });

const reasonsOf = (name: string) =>
  name === 'TransactionCanceledException' && { CancellationReasons: [{ Code: 'TransactionConflict' }] };
