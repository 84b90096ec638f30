/** The URL of a request, as it was written. */
export interface RequestUrl {
  /** Without the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
}
