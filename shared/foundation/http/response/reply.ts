/** What is answered to a request. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Present for answers that are not JSON; `body` is then the text itself, or the bytes. */
  readonly contentType?: string;
  /** Errors have the same shape at every version. */
  readonly isRefusal?: true;
}
