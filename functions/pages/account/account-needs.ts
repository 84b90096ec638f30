import { enter } from '#shared/identity/commands/enter';
import { directory } from '#shared/identity/directory';
import { signInAttempts } from '#shared/identity/sign-in-attempts-store';
import { signUps } from '#shared/identity/sign-ups-store';
import { workspaceNumber } from '#shared/platform/type-ids';
import type { PageContext } from '#shared/wiring/pages';
import type { AccountNeeds } from './needs.ts';

/** All but who people are asked by. */
export function accountNeeds(context: PageContext): Omit<AccountNeeds, 'provider' | 'accounts' | 'isLocal'> {
  const isOpen = !context.deployment.off.includes('workspace_creation');
  const newNumber = () => workspaceNumber(context.randomBytes);
  return {
    kit: context.kit,
    attempts: signInAttempts(context.table),
    signUps: signUps(context.table),
    enterAs: enter({ ...context, directory: directory(context.table), newNumber, isOpen }),
    useOf: context.useOf,
    limitCounter: context.limitCounter,
    proxies: context.proxies ?? 0,
    isOpen,
  };
}
