/** Accounts of people who sign in, kept elsewhere. What they tell of an address is for us alone: no page may show it. */
export interface Accounts {
  /**
   * `made`: an account that waits for a code, which was sent to the address. `there`: one of that address was there
   * before, with whatever password its maker chose. `rejected` is about the password alone. Throws `AccountsBusy`.
   */
  signUp(person: { readonly email: string; readonly password: string }): Promise<'made' | 'there' | 'rejected'>;
  /** False for a code that is wrong or over, and for an address that waits for none. Throws `AccountsBusy`. */
  confirm(person: { readonly email: string; readonly code: string }): Promise<boolean>;
  /** Sends another code where one is waited for. Throws `AccountsBusy`. */
  sendAnotherCode(email: string): Promise<void>;
}

/** Too much was asked of it, by this person or by all. */
export class AccountsBusy extends Error {
  override readonly name = 'AccountsBusy';
}
