import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { conflict } from '#shared/foundation/core/refusal';
import type { Saved } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { SharedUse, Use, UseOf } from '#shared/foundation/core/uses';
import type { Bot } from '#shared/meetings/bots/rules/bot';

/** Where bots that are queued have their places: `docs/limits-and-rules.md#automatic-bots`. */
export type PlacesIn = Pick<Workspace, 'id' | 'founderId' | 'ownerId'>;

/**
 * The place of a bot among those that join at its time. The first ones of a workspace are its own; beyond them its founder
 * has to have room as well.
 */
export interface Place {
  readonly ofWorkspace: Use;
  /** How many a workspace has of its own. */
  readonly first: number;
  readonly ofFounder: Use;
}

export interface PlacesOfChange {
  /** Those that a change of bots needs, before it is saved. */
  readonly needed: readonly Place[];
  /** Those that it leaves, once it is saved. */
  readonly left: readonly Place[];
}

/** The places of bots that are new, moved to another time, or no longer queued. */
export function placesOfChange(useOf: UseOf, workspace: PlacesIn, bots: readonly Saved<Bot>[]): PlacesOfChange {
  const moves = bots
    .map(({ before, after }) => ({
      from: placeOfQueued(useOf, workspace, before?.state),
      to: placeOfQueued(useOf, workspace, after),
    }))
    .filter(({ from, to }) => from?.ofWorkspace.windowStartsAt !== to?.ofWorkspace.windowStartsAt);
  return { needed: moves.flatMap(({ to }) => to ?? []), left: moves.flatMap(({ from }) => from ?? []) };
}

const placeOfQueued = (useOf: UseOf, workspace: PlacesIn, bot: Bot | undefined): Place | undefined =>
  bot?.status === 'queued' ? placeOf(useOf, workspace, bot) : undefined;

/** At the time at which the bot joins; a bot of a meeting that has begun joins when it is made. */
export function placeOf(useOf: UseOf, workspace: PlacesIn, bot: Bot): Place {
  const joinsAt = Math.max(bot.joinAt ?? bot.createdAt, bot.createdAt) as Instant;
  return {
    ofWorkspace: useOf('planned_bots', workspace.id, joinsAt),
    first: useOf('first_planned_bots', workspace.id, joinsAt).most,
    ofFounder: useOf('user_planned_bots', founderOf(workspace), joinsAt),
  };
}

/** What it counts in a transaction: as one of the first, else for the founder as well. */
export const placeUse = ({ ofWorkspace, first, ofFounder }: Place): SharedUse => ({
  first: { ...ofWorkspace, most: Math.min(first, ofWorkspace.most) },
  further: [ofWorkspace, ofFounder],
});

/** 409 of a request for a bot: another time may have room. */
export const timeIsFull = () => conflict('As many bots as may be join at that time already: choose another join_at.');
