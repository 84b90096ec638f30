import { idOf, type WorkspaceId } from '#shared/core/ids';
import { type Action, isAdmitted, mayDo, type Place, type Places } from '#shared/http/places';
import type { PageContext } from '#shared/page-kit/page-kit';
import { personOf } from '#shared/page-kit/signed-in';
import { nothingHere, Trouble } from '#shared/page-kit/trouble';

/** The workspace that the path names, and how the person stands in it, on its way. */
export interface Whereabouts {
  readonly workspaceId: WorkspaceId;
  readonly place: Promise<Place>;
  /** For lists that are read meanwhile: their rows are read once it is true. */
  readonly admitted: Promise<boolean>;
}

export function whereabouts(c: PageContext, places: Places): Whereabouts {
  const workspaceId = idOf('wks', c.req.param('workspace'));
  if (workspaceId === undefined) throw noSuchWorkspace();
  const finding = places.at(personOf(c).id, workspaceId);
  const place = finding.then(standsIn);
  // Awaited together with what is read meanwhile, which may fail first.
  place.catch(() => undefined);
  return { workspaceId, place, admitted: isAdmitted(finding) };
}

/** The same words for a workspace that never was, one that is archived, and one of others. */
const noSuchWorkspace = () => nothingHere('There is no such workspace, it is archived, or you do not belong to it.');

export function standsIn(place: Place | undefined): Place {
  if (!place) throw noSuchWorkspace();
  return place;
}

const WHO: Readonly<Record<Exclude<Action, 'read'>, string>> = {
  take_part: 'Guests look at everything and change nothing',
  administer: 'Only owners and administrators see webhooks, and what their receivers answered',
};

/** Ends on a page that says who may, where the person may not. */
export function lets(place: Place, action: Exclude<Action, 'read'>): Place {
  if (mayDo(place.role, action)) return place;
  const { name, ownerEmail } = place.workspace.state;
  throw new Trouble({
    status: 403,
    title: 'Your role does not reach that far',
    words: `${WHO[action]}. For another role in ${name}, ask ${ownerEmail}.`,
  });
}
