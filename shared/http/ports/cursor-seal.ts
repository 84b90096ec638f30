/** Makes list positions opaque and tamper-evident. Its key is read once when a function starts. */
export interface CursorSeal {
  close(position: string, context: string): Promise<string>;
  /** Undefined for a cursor that was altered, or made for other filters. */
  open(cursor: string, context: string): Promise<string | undefined>;
}
