import { enter } from '#shared/identity/commands/enter';
import { directory } from '#shared/identity/directory';
import { signInAttempts } from '#shared/identity/sign-in-attempts-store';
import { signUps } from '#shared/identity/sign-ups-store';
import { workspaceNumber } from '#shared/platform/type-ids';
import type { PageSurroundings } from '#shared/wiring/pages';
import type { AccountNeeds } from './needs.ts';

/** All but who people are asked by. */
export function accountNeeds(around: PageSurroundings): Omit<AccountNeeds, 'provider' | 'accounts' | 'isLocal'> {
  const isOpen = !around.edge.deployment.off.includes('workspace_creation');
  const newNumber = () => workspaceNumber(around.randomBytes);
  return {
    kit: around.kit,
    attempts: signInAttempts(around.table),
    signUps: signUps(around.table),
    enterAs: enter({ ...around, directory: directory(around.table), newNumber, isOpen }),
    useOf: around.useOf,
    limitCounter: around.limitCounter,
    proxies: around.proxies ?? 0,
    isOpen,
  };
}
