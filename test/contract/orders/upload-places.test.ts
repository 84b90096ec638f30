import { describe, expect, it } from '#test/support/jest';
import { aMediaOrderWorld } from './a-media-order.ts';

const FIVE = 5;

describe('an order of an upload', () => {
  it('gives back the place of the upload, once', async () => {
    const { order, anUpload, url } = await aMediaOrderWorld();
    for (let made = 1; made < FIVE; made += 1) await anUpload();
    const before = await anUpload();

    const ordered = [await order({ url }), await order({ url })];

    const after = [await anUpload(), await anUpload()];
    expect(before).toBe('undefined');
    expect(ordered.map(({ status }) => status)).toEqual([201, 201]);
    expect(after).toEqual([expect.stringMatching(/^https:/), 'undefined']);
  });

  it('gives back no place of another upload, where its own was taken over', async () => {
    const { order, anUpload, url, world } = await aMediaOrderWorld();
    world.clock.advance(3_600_000);
    for (let made = 0; made < FIVE; made += 1) await anUpload();

    const ordered = await order({ url });

    expect([ordered.status, await anUpload()]).toEqual([201, 'undefined']);
  });
});
