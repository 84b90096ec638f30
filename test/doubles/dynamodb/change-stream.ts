import type { Item } from './values.ts';

/** A record of the table's stream as Lambda hands it over; the view is keys only. */
export interface ChangeRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventSource: 'aws:dynamodb';
  readonly eventVersion: '1.1';
  readonly awsRegion: string;
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Item;
    readonly SequenceNumber: string;
    readonly StreamViewType: 'KEYS_ONLY';
  };
}

/** Every change of the table in the order they were committed, so also in order for each item. */
export class ChangeStream {
  #records: ChangeRecord[] = [];
  #written = 0;

  /** `at` is in milliseconds; the record carries whole seconds. */
  append(eventName: ChangeRecord['eventName'], keys: Item, at: number): void {
    this.#written += 1;
    this.#records.push({
      eventID: `change-${this.#written}`,
      eventName,
      eventSource: 'aws:dynamodb',
      eventVersion: '1.1',
      awsRegion: 'eu-central-1',
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(at / 1_000),
        Keys: keys,
        SequenceNumber: String(this.#written).padStart(21, '0'),
        StreamViewType: 'KEYS_ONLY',
      },
    });
  }

  get waiting(): number {
    return this.#records.length;
  }

  /** The oldest records not taken yet; they are gone from the stream. */
  take(most = Number.POSITIVE_INFINITY): readonly ChangeRecord[] {
    const taken = this.#records.slice(0, most);
    this.#records = this.#records.slice(taken.length);
    return taken;
  }
}
