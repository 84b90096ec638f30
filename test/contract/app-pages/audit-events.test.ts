import { describe, expect, it } from '@jest/globals';
import { settings } from '#functions/api/settings/index';
import { callsTo } from '#test/support/api';
import { anOffice } from './an-office.ts';

/** An office whose owner made settings and changed them a minute later. */
async function anAdministeredOffice() {
  const office = await anOffice();
  const { world, owner, path } = office;
  const made = await callsTo(settings(world.context))('POST', '/settings', {
    key: owner.key,
    body: { workspace_id: owner.workspaceId, recording: { enabled: true } },
  });
  world.clock.advance(60_000);
  const changed = await callsTo(settings(world.context))('PATCH', `/settings/${made.body.id}`, {
    key: owner.key,
    body: { recording: { enabled: false } },
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  const browser = await office.ownersBrowser();
  return {
    ...office,
    settingsId: String(made.body.id),
    page: async (query = '') => (await browser.get(path(`audit_events${query}`))).text,
  };
}

const actionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, action = '']) => action);

describe('GET /app/workspaces/{wks}/audit_events', () => {
  it('shows who did what to what, newest first, with settings before and after', async () => {
    const { page, owner, settingsId } = await anAdministeredOffice();

    const text = await page();

    expect(actionsIn(text)).toEqual(['settings.updated', 'settings.created']);
    for (const shown of ['owner@acme.test', `… ${owner.key.slice(-4)}`, settingsId, '&quot;before&quot;: {'])
      expect(text).toContain(shown);
  });

  it('is narrowed by action, user, target and time; an invalid value narrows nothing', async () => {
    const { page, owner, settingsId } = await anAdministeredOffice();

    expect(actionsIn(await page('?action=settings.created'))).toEqual(['settings.created']);
    expect(actionsIn(await page(`?user=${owner.userId}&target=${settingsId}`))).toHaveLength(2);
    expect(actionsIn(await page('?target=set_other'))).toEqual([]);
    expect(actionsIn(await page('?until=2026-11-02T12:00'))).toEqual(['settings.created']);
    expect(actionsIn(await page('?action=zzz&user=zzz&since=zzz&until=zzz'))).toHaveLength(2);
  });
});
