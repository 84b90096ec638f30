import { idOf, type UserId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { found, type Places, permitted } from '#shared/http/places';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';
import { builtInTemplate } from '#shared/summaries/rules/templates';

/** The template of a workspace; a slug names none. */
export async function findOwn(
  templates: SummaryTemplateStore,
  named: string,
): Promise<Loaded<SummaryTemplate> | undefined> {
  const id = idOf('tpl', named);
  return id && templates.find(id);
}

/** The template that an owner or admin is about to change. Those built in are everybody's, so nobody may. */
export async function changeable(
  places: Places,
  userId: UserId,
  named: string,
  reading: Promise<Loaded<SummaryTemplate> | undefined>,
): Promise<Loaded<SummaryTemplate>> {
  if (builtInTemplate(named)) throw conflict(`${named} is built in and stays as it is: make a template of your own.`);
  const { resource, place } = await found(places, userId, reading, 'summary template');
  permitted(place, 'administer');
  return resource;
}
