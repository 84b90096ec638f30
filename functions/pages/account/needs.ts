import type { LimitCounter } from '#shared/core/limit-counter';
import type { UseOf } from '#shared/core/limits';
import type { enter } from '#shared/identity/commands/enter';
import type { Accounts } from '#shared/identity/ports/accounts';
import type { SignInAttempts } from '#shared/identity/ports/sign-in-attempts';
import type { SignInProvider } from '#shared/identity/ports/sign-in-provider';
import type { SignUps } from '#shared/identity/ports/sign-ups';
import type { PageKit } from '#shared/page-kit/page-kit';

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
