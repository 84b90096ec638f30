/** Lets time pass, so that a long job leaves room for others. */
export interface Sleep {
  rest(milliseconds: number): Promise<void>;
}
