import type { enter } from '#shared/commands/users/enter';
import type { UseOf } from '#shared/domain/limits';
import type { PageKit } from '#shared/pages/page-kit';
import type { Accounts } from '#shared/ports/accounts';
import type { LimitCounter } from '#shared/ports/limits';
import type { SignInAttempts } from '#shared/ports/sign-in-attempts';
import type { SignInProvider } from '#shared/ports/sign-in-provider';
import type { SignUps } from '#shared/ports/sign-ups';

export interface AccountNeeds {
  readonly kit: PageKit;
  readonly provider: SignInProvider;
  readonly accounts: Accounts;
  readonly attempts: SignInAttempts;
  readonly signUps: SignUps;
  readonly enterAs: ReturnType<typeof enter>;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
  readonly proxies: number;
  /** Whether anybody may sign up. */
  readonly isOpen: boolean;
  /** No mail arrives on a local stack, and it takes any code. */
  readonly isLocal: boolean;
}
