/** Ways in which a request to an AWS service fails for good, as the SDK throws them after its own attempts. */
export const OUTAGES = {
  'a refused connection': () => anSdkError({ name: 'Error', code: 'ECONNREFUSED' }),
  'a time-out': () => anSdkError({ name: 'TimeoutError', code: 'ETIMEDOUT' }),
  throttling: () => anSdkError({ name: 'ThrottlingException', status: 400 }),
  'a 500': () => anSdkError({ name: 'InternalServerError', status: 500 }),
  'a 503': () => anSdkError({ name: 'ServiceUnavailable', status: 503 }),
  'a missing right': () => anSdkError({ name: 'AccessDeniedException', status: 400 }),
  'a request of ours that it does not take': () => anSdkError({ name: 'ValidationException', status: 400 }),
} as const satisfies Readonly<Record<string, () => Error>>;

export type Outage = keyof typeof OUTAGES;

interface Failure {
  readonly name: string;
  readonly code?: string;
  readonly status?: number;
}

function anSdkError({ name, code, status }: Failure): Error {
  const $metadata = { attempts: 3, totalRetryDelay: 100, ...(status !== undefined && { httpStatusCode: status }) };
  return Object.assign(new Error('Made by the test.'), { name, $metadata, ...(code !== undefined && { code }) });
}

/** What fails: every call of one service, from its nth on (from 0). */
export interface Fault {
  readonly service: string;
  readonly nth: number;
  readonly outage: Outage;
}

/** Watches the calls of services, and has those fail that a fault names. */
export function outageSwitch() {
  const calls: string[] = [];
  let fault: Fault | undefined;
  const called = (service: string): void => {
    const nth = calls.filter((one) => one === service).length;
    calls.push(service);
    if (fault?.service === service && nth >= fault.nth) throw OUTAGES[fault.outage]();
  };
  return {
    /** The services in the order in which they were called. */
    calls: calls as readonly string[],
    /** From now on, with the calls counted anew. */
    begin(next?: Fault): void {
      calls.length = 0;
      fault = next;
    },
    /** The same object, each of whose methods is a call of the service. */
    watch: <Port extends object>(service: string, port: Port): Port =>
      new Proxy(port, {
        get(target, name) {
          const member = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return async (...given: readonly unknown[]) => {
            called(service);
            return Reflect.apply(member, target, given);
          };
        },
      }),
  };
}

/** From now on every request to the table fails. */
export function failTable(client: { readonly send: unknown }, outage: Outage): void {
  Object.assign(client, { send: async () => Promise.reject(OUTAGES[outage]()) });
}
