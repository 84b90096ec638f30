/** Accounts of people who sign in, kept elsewhere. Nothing here tells whether an address has an account. */
export interface Accounts {
  /** Has a code sent to the address. `rejected` is about the password alone. Throws `AccountsBusy`. */
  signUp(person: { readonly email: string; readonly password: string }): Promise<'asked' | 'rejected'>;
  /** False for a code that is wrong or over, and for an address that waits for none. Throws `AccountsBusy`. */
  confirm(person: { readonly email: string; readonly code: string }): Promise<boolean>;
  /** Sends another code where one is waited for. Throws `AccountsBusy`. */
  sendAnotherCode(email: string): Promise<void>;
}

/** Too much was asked of it, by this person or by all. */
export class AccountsBusy extends Error {
  override readonly name = 'AccountsBusy';
}
