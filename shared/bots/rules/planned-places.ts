import type { Bot } from '#shared/bots/rules/bot';
import type { Use, UseOf } from '#shared/core/limits';
import { conflict } from '#shared/core/refusal';
import type { Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import { founderOf, type Workspace } from '#shared/workspaces/rules/workspace';

/** Where bots that are queued have their places: `docs/limits-and-rules.md#automatic-bots`. */
export type PlacesIn = Pick<Workspace, 'id' | 'founderId' | 'ownerId'>;

export interface PlacesOfChange {
  /** Those that a change of bots needs, before it is saved. */
  readonly taken: readonly Use[];
  /** Those that it leaves, once it is saved. */
  readonly left: readonly Use[];
}

/** The places of bots that are new, moved to another time, or no longer queued. */
export function placesOfChange(useOf: UseOf, workspace: PlacesIn, bots: readonly Saved<Bot>[]): PlacesOfChange {
  const moves = bots
    .map(({ before, after }) => ({
      from: placesOf(useOf, workspace, before?.state),
      to: placesOf(useOf, workspace, after),
    }))
    .filter(({ from, to }) => from[0]?.windowStartsAt !== to[0]?.windowStartsAt);
  return { taken: moves.flatMap(({ to }) => to), left: moves.flatMap(({ from }) => from) };
}

/** One of the workspace and one of its founder, at the time at which the bot joins. */
function placesOf(useOf: UseOf, workspace: PlacesIn, bot: Bot | undefined): readonly Use[] {
  if (bot?.status !== 'queued') return [];
  return placesAt(useOf, workspace, bot.joinAt ?? bot.createdAt);
}

/** Those of a bot that joins then. */
export const placesAt = (useOf: UseOf, workspace: PlacesIn, joinsAt: Instant): readonly Use[] => [
  useOf('planned_bots', workspace.id, joinsAt),
  useOf('user_planned_bots', founderOf(workspace), joinsAt),
];

/** 409 of a request for a bot: another time may have room. */
export const timeIsFull = () => conflict('As many bots as may be join at that time already: choose another join_at.');
